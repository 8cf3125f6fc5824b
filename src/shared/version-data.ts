/** The texts of the versions of a proposal, as the file beside its page has them: each as its difference to the next newer one. */
import { formerText } from "./former-text.js";

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

/**
 * @param today the text at `source`, with line feeds.
 * @throws if it is not the one that the file was made from.
 */
export function versionAt(today: string, versions: readonly VersionData[], index: number): string {
  const changes = versions
    .slice(0, index + 1)
    .map(({ steps }) =>
      steps.map(([line, count, old]) => ({ line, count, old: old === undefined ? [] : old.split("\n"), shown: "" })),
    );
  return formerText(today, changes);
}
