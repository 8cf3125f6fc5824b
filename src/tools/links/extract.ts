/** Extracts the facts that checks need from a file of a built site. Feeds and JSON are not read: tests of the program check their links. */
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { OutputFile } from "../../shared/output.js";
import type { CheckedFile, FileFacts } from "./facts.js";
import { readHtml } from "./html.js";
import { readRedirects, redirectsFile } from "./redirects-file.js";

const noFacts: FileFacts = { isPage: false, links: [], anchors: new Set(), problems: [], noindex: false };

const extractors: Readonly<Record<string, (text: string) => FileFacts>> = {
  ".html": readHtml,
  ".htm": readHtml,
  ".svg": (text) => ({ ...readHtml(text), isPage: false }),
  ".css": (text) => ({ ...noFacts, links: styleLinks(text) }),
};

/** Whether a file of this name can contain links, so that its text must be read. */
const canHoldLinks = (path: string) => path === redirectsFile || extensionOf(path) in extractors;

const extensionOf = (path: string) => posix.extname(path).toLowerCase();

export function extractFacts(path: string, text: string): FileFacts {
  if (path === redirectsFile) return { ...noFacts, links: redirectLinks(text) };
  return extractors[extensionOf(path)]?.(text) ?? noFacts;
}

const redirectLinks = (text: string): FileFacts["links"] =>
  readRedirects(text).flatMap(({ target }) => (target ? [{ kind: "link", ...target }] : []));

/** Matches comments, so that URLs in them are skipped, `@import` with a string, and `url()` with and without `@import`. Longer URLs are data. */
const styleUrl =
  /\/\*[\s\S]*?(?:\*\/|$)|(@import)\s*["']([^"'\n]*)["']|(@import\s+)?url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"')]{0,5000}))\s*\)/gi;

function styleLinks(css: string): FileFacts["links"] {
  return [...css.matchAll(styleUrl)].flatMap((match): FileFacts["links"] => {
    const [, rule, importedUrl, ruleBefore, doubleQuoted, singleQuoted, unquoted] = match;
    const url = importedUrl ?? doubleQuoted ?? singleQuoted ?? unquoted;
    if (url === undefined || url.startsWith("#")) return [];
    const resourceType = (rule ?? ruleBefore) ? "style" : "picture";
    return [{ url, kind: "resource", offset: match.index, resourceType }];
  });
}

/** @returns all files of a build, with the texts of those that can contain links. */
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

/** Like `filesOfBuild`, for a built folder. @param paths of all files. */
export async function filesOfSite(
  paths: readonly string[],
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<CheckedFile[]> {
  return Promise.all(
    paths.map(async (path) => (canHoldLinks(path) ? { path, text: (await read(path))?.toString("utf8") } : { path })),
  );
}
