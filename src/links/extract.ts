/** From a file of a built site to what checks need to know of it. */
import { posix } from "node:path";
import { cssLinks } from "./extract-css.js";
import { jsonLinks, robotsLinks, xmlLinks } from "./extract-data.js";
import { htmlFacts } from "./extract-html.js";
import { moduleLinks } from "./extract-script.js";
import { type FileFacts, noFacts } from "./facts.js";

type Extractor = (text: string, path: string) => FileFacts;

const html: Extractor = (text) => htmlFacts(text);
const xml: Extractor = (text) => ({ ...noFacts, ...xmlLinks(text) });
const json: Extractor = (text, path) => ({ ...noFacts, links: jsonLinks(text, /manifest/.test(posix.basename(path))) });

const extractors: Record<string, Extractor> = {
  ".html": html,
  ".htm": html,
  ".xhtml": html,
  ".svg": (text) => ({ ...htmlFacts(text), isPage: false }),
  ".css": (text) => ({ ...noFacts, links: cssLinks(text).filter(({ url }) => !url.startsWith("#")) }),
  ".js": (text) => ({ ...noFacts, links: moduleLinks(text) }),
  ".mjs": (text) => ({ ...noFacts, links: moduleLinks(text) }),
  ".xml": xml,
  ".rss": xml,
  ".atom": xml,
  ".json": json,
  ".webmanifest": json,
};

/** Whether a file of this name can hold links, so that its text is worth reading. */
export function canHoldLinks(path: string): boolean {
  return posix.extname(path).toLowerCase() in extractors || posix.basename(path) === "robots.txt";
}

export function extractFacts(path: string, text: string): FileFacts {
  if (posix.basename(path) === "robots.txt") return { ...noFacts, links: robotsLinks(text) };
  return extractors[posix.extname(path).toLowerCase()]?.(text, path) ?? noFacts;
}
