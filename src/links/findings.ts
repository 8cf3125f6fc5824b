/** The findings of checks, before their sources are located. */
import type { Code } from "../diagnostics/codes.js";

export interface Finding {
  code: Code;
  message: string;
  help?: string;
  /** File of the built site, and the place in its text. */
  path: string;
  offset: number;
  /** The text with the problem as it is written there: a URL, an id. */
  text: string;
  /** Absolute form of a URL, which is the same for all spellings of a link. */
  target?: string;
  /** Findings of one code with the same group have one cause; `text` unless set. */
  group?: string;
}
