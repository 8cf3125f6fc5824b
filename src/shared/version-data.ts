/** The texts of the versions of a proposal, as the file beside its page has them: each as its difference to the next newer one. */
import type { LineChange } from "./history.js";

/** The index of a line of the newer text, the number of lines from there on that were others, and these, if there were any. */
export type Step = [line: number, count: number, old?: string];

export interface VersionData {
  /** Full hash. */
  commit: string;
  /** `YYYY-MM-DD`. */
  date: string;
  subject: string;
  /** Whether it is read as Markdown; otherwise its lines are compared. */
  isMarkdown?: true;
  /** From the version before in the list, from today's text for the first one. */
  steps: Step[];
}

export interface VersionsData {
  label: string;
  title: string;
  /** Address of today's text. */
  source: string;
  /** Newest first. */
  versions: VersionData[];
}

export function stepsOf(changes: readonly LineChange[]): Step[] {
  return changes.map(({ line, old, new: { length } }) =>
    old.length > 0 ? [line, length, old.join("\n")] : [line, length],
  );
}

/**
 * @param today the text at `source`, with line feeds.
 * @throws if it is not the one that the file was made from.
 */
export function versionAt(today: string, versions: readonly Pick<VersionData, "steps">[], index: number): string {
  let lines = today.split("\n");
  for (const { steps } of versions.slice(0, index + 1)) lines = linesBefore(lines, steps);
  return lines.join("\n");
}

function linesBefore(lines: readonly string[], steps: readonly Step[]): string[] {
  const former: string[][] = [];
  let end = 0;
  for (const [line, count, old] of steps) {
    if (line < end || line + count > lines.length)
      throw new Error("the text is not the one that its versions were made from");
    former.push(lines.slice(end, line), old === undefined ? [] : old.split("\n"));
    end = line + count;
  }
  return [...former.flat(), ...lines.slice(end)];
}
