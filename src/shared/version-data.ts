/** The texts of the versions of a proposal, as the file beside its page has them: each as its difference to the next newer one. */
import { formerText, type ShownChange } from "./former-text.js";
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

/** Steps in the form of what a page shows. */
export function shownSteps(steps: readonly Step[]): ShownChange[] {
  return steps.map(([line, count, old]) => ({ line, count, old: old === undefined ? [] : old.split("\n"), shown: "" }));
}

/**
 * @param today the text at `source`, with line feeds.
 * @throws if it is not the one that the file was made from.
 */
export function versionAt(today: string, versions: readonly VersionData[], index: number): string {
  return formerText(
    today,
    versions.slice(0, index + 1).map(({ steps }) => shownSteps(steps)),
  );
}
