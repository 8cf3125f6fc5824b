/** What is said of a config file that cannot be bundled: all problems, each at its place, in words for people. */
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { beginsConflict, conflictHelp, conflictMessage, missingImport } from "../shared/syntax-problems.js";

/** A message of the bundler. */
interface Message {
  text: string;
  location: {
    /** Relative to the folder that was bundled from. */
    file: string;
    lineText: string;
    line: number;
    column: number;
    length: number;
  } | null;
  /** What a plugin adds: what to do. */
  detail?: unknown;
}

/** @returns nothing for an error of anything else. */
export function bundleProblems(error: unknown): Diagnostic[] {
  const { errors = [] } = error as { errors?: Message[] };
  return errors.flatMap(({ text, location, detail }) => {
    if (!location) return [];
    const place = {
      file: location.file.replace(/^committed:/, ""),
      line: location.line,
      column: location.column + 1,
      length: location.length,
    };
    const { message, help } = beginsConflict(location.lineText)
      ? { message: conflictMessage, help: conflictHelp }
      : (missingImport(text) ?? { message: text, help: typeof detail === "string" ? detail : advice(text) });
    return [diagnose("config-syntax", message, { ...place, ...(help !== undefined && { help }) })];
  });
}

/** What mostly leads to a message of the bundler. */
function advice(text: string): string | undefined {
  if (/^Expected "[\]})]" but found (?!end of file)/.test(text)) return "Is a comma missing before it?";
  return /^Unexpected "[\u201c-\u201f\u2018-\u201b]"$/.test(text) ? 'Write straight quotes: "' : undefined;
}
