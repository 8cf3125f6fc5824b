/** The texts of the versions of a proposal, as the file beside its page has them: each as its difference to the next newer one. */

/** A place in the newer text, the number of characters from there on that were others, and these, if there were any. */
export type Step = [start: number, count: number, old?: string];

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
export function versionAt(today: string, versions: readonly Pick<VersionData, "steps">[], index: number): string {
  return versions.slice(0, index + 1).reduce((text, { steps }) => textBefore(text, steps), today);
}

function textBefore(text: string, steps: readonly Step[]): string {
  let before = "";
  let end = 0;
  for (const [start, count, old = ""] of steps) {
    if (start < end || start + count > text.length)
      throw new Error("the text is not the one that its versions were made from");
    before += text.slice(end, start) + old;
    end = start + count;
  }
  return before + text.slice(end);
}
