/** From a file of a built site to the facts that checks need. */

import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { OutputFile } from "../shared/output.js";
import { cssLinks } from "./extract-css.js";
import { jsonLinks, styleSheets, xmlLinks } from "./extract-data.js";
import { htmlFacts } from "./extract-html.js";
import { scriptLinks } from "./extract-script.js";
import { textReader } from "./extract-text.js";
import { type CheckedFile, type FileFacts, noFacts } from "./facts.js";

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
function canHoldLinks(path: string): boolean {
  return extractorOf(path) !== undefined;
}

export function extractFacts(path: string, text: string): FileFacts {
  return extractorOf(path)?.(text, path) ?? noFacts;
}

export async function filesOfBuild(files: readonly OutputFile[]): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async ({ path, content }) =>
      canHoldLinks(path) ? { path, text: await contentText(content) } : { path },
    ),
  );
}

async function contentText(content: OutputFile["content"]): Promise<string> {
  if (typeof content === "string") return content;
  return content instanceof Uint8Array ? Buffer.from(content).toString("utf8") : readFile(content.copyOf, "utf8");
}

/** @param paths of all files. */
export async function filesOfSite(
  paths: readonly string[],
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<CheckedFile[]> {
  return Promise.all(
    paths.map(async (path) => (canHoldLinks(path) ? { path, text: (await read(path))?.toString("utf8") } : { path })),
  );
}
