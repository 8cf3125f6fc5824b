/** The versions of a proposal as the file beside its page stores them: each as the difference to the next newer one. */

/** Number of characters of a commit in the addresses of comparisons. */
export const idLength = 10;

/** A difference: an offset in the newer text, the number of characters to remove there, and the older text to insert. */
export type Step = [start: number, count: number, old?: string];

export interface VersionData {
  /** Full hash. */
  commit: string;
  /** `YYYY-MM-DD`. */
  date: string;
  subject: string;
  /** Whether the text is compared as Markdown; otherwise line by line. */
  isMarkdown?: true;
  /** The steps from the newer version to this one; for the first version of the list, from today's text. */
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
 * The text of a version of the list.
 * @param today the text at `source`, with line feeds.
 * @throws if it is not the text that the file was made from.
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
