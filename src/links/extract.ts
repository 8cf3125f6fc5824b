/** From a file of a built site to the facts that checks need. */
import { posix } from "node:path";
import { cssLinks } from "./extract-css.js";
import { htmlFacts } from "./extract-html.js";
import { jsonLinks } from "./extract-json.js";
import { scriptLinks } from "./extract-script.js";
import { textReader } from "./extract-text.js";
import { styleSheets, xmlLinks } from "./extract-xml.js";
import { type FileFacts, noFacts } from "./facts.js";

type Extractor = (text: string, path: string) => FileFacts;

const html: Extractor = (text) => htmlFacts(text);
const xml: Extractor = (text) => ({ ...noFacts, ...xmlLinks(text) });
const json: Extractor = (text, path) => ({ ...noFacts, links: jsonLinks(text, posix.basename(path)) });
const script: Extractor = (text) => ({ ...noFacts, links: scriptLinks(text) });
const drawing: Extractor = (text) => {
  const facts = htmlFacts(text);
  return { ...facts, links: [...styleSheets(text), ...facts.links], isPage: false };
};

const extractors: Record<string, Extractor> = {
  ".html": html,
  ".htm": html,
  ".xhtml": html,
  ".svg": drawing,
  ".css": (text) => ({ ...noFacts, links: cssLinks(text).filter(({ url }) => !url.startsWith("#")) }),
  ".js": script,
  ".mjs": script,
  ".xml": xml,
  ".rss": xml,
  ".atom": xml,
  ".rdf": xml,
  ".opml": xml,
  ".json": json,
  ".webmanifest": json,
};

function extractorOf(path: string): Extractor | undefined {
  const read = textReader(path);
  if (read) return (text) => ({ ...noFacts, links: read(text) });
  return extractors[posix.extname(path).toLowerCase()];
}

/** Whether a file of this name can contain links, so that its text must be read. */
export function canHoldLinks(path: string): boolean {
  return extractorOf(path) !== undefined;
}

export function extractFacts(path: string, text: string): FileFacts {
  return extractorOf(path)?.(text, path) ?? noFacts;
}
