/** What checks find, before anybody has looked for where it comes from. */
import type { Code } from "../diagnostics/codes.js";

export interface Finding {
  code: Code;
  message: string;
  help?: string;
  /** File of the built site, and the place in its text. */
  path: string;
  offset: number;
  /** What is wrong as it is written there: a URL, an id. */
  text: string;
  /** Absolute form of a URL: what two spellings of one link have in common. */
  target?: string;
  /** Findings of one code with the same group have one cause; `text` unless set. */
  group?: string;
}
