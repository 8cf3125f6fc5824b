/** The sections of a text, as it is written. */
import { withLineFeeds } from "../../shared/lines.js";
import { markedHeading, wikiHeading } from "../../shared/text-format.js";

/** The text under one heading, up to the next one of any level. */
export interface SourceSection {
  heading: string;
  text: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** @param body without front matter. */
export function sourceSections(body: string): SourceSection[] {
  const text = withLineFeeds(body);
  const sections: SourceSection[] = [];
  let [heading, start, end] = ["", 0, -1];
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const index = end + 1;
    end = index + line.length;
    const mark = fence.exec(line)?.[1];
    if (open ? mark?.startsWith(open) : mark) open = open ? undefined : mark;
    const title = open ? undefined : (markedHeading(line) ?? wikiHeading(line.trimEnd()));
    // An underline of Markdown looks like a heading of the first level.
    if (!title || (line.startsWith("=") && title.level === 1)) continue;
    sections.push({ heading, text: text.slice(start, index) });
    heading = plain(title.text);
    start = end + 1;
  }
  sections.push({ heading, text: text.slice(start) });
  return sections;
}

/** A heading without Markdown's inline markup. */
const plain = (heading: string) => heading.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1").replace(/[`*]/g, "");
