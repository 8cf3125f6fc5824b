/** The data of a repository besides its proposals: its address, its name, its documentation, and the files that its texts refer to. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { beginsLikeMarkup } from "../../read/published.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { neverAsIs } from "../../shared/publication.js";
import { decodeUrl, isLocalUrl, splitUrl } from "../../shared/url.js";
import type { FoundSeries } from "./survey.js";

/** Folders whose files are nobody's texts, or those of a program's tests (`tools/validate/test/preamble/sip-1.md`, MetaMask). */
export const foreign = ["**/node_modules/**", "**/.*/**", "build/**", "**/{test,tests,__tests__,fixtures}/**"];

interface RepositoryFacts {
  /** `https://github.com/owner/name`, from a remote. */
  address?: string;
  /** The branch that is checked out. */
  branch: string;
}

/** @param root absolute. Reads git's own files and runs nothing. */
export function readRepository(root: string): RepositoryFacts {
  const read = (name: string) => {
    const path = join(root, ".git", name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const [, remote = ""] = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/.exec(read("config")) ?? [];
  return { address: webAddress(remote), branch: /^ref: refs\/heads\/(\S+)/.exec(read("HEAD"))?.[1] ?? "main" };
}

/** @returns the web address of the repository of a remote, in any of git's forms; undefined for a folder. */
export function webAddress(remote: string): string | undefined {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(.+?)(?:\.git)?\/?$/.exec(remote) ??
    /^(?:[\w.-]+@)([\w.-]+):(?!\/)(.+?)(?:\.git)?\/?$/.exec(remote) ??
    [];
  return host && path ? `https://${host}/${path}` : undefined;
}

/** Paths in a text that begin with their folder or at the root of the repository: of links and their definitions, in HTML and in MediaWiki. */
const paths = [
  /\]\(\s*<?(\.{0,2}\/[^\s)>#?]+)/g,
  /^ {0,3}\[[^\]\n]+\]:[ \t]*<?(\.{0,2}\/[^\s>#?]+)/gm,
  /\bsrc=(?:"(\.{0,2}\/[^"#?]+)|'(\.{0,2}\/[^'#?]+))/gi,
  /\[\[(?:(?:file|image|media):)?\s*(\.{0,2}\/[^\n\]|#?]+)/gi,
];

/** The folder outside the series, relative to it, that its texts refer to; for several folders their common parent. */
export function findAssets(
  folder: string,
  texts: readonly SourceFile[],
  has: (path: string) => boolean,
): string | undefined {
  const folders = new Map<string, number>();
  for (const { path, text } of texts) {
    for (const [, one, other = ""] of paths.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const target = decodeUrl(splitUrl((one ?? other).trim()).path);
      if (!isLocalUrl(target) || /\.(?:md|markdown|mediawiki|rst)$/i.test(target)) continue;
      const place = target.startsWith("/") ? posix.normalize(target.slice(1)) : posix.join(posix.dirname(path), target);
      const fromSeries = posix.relative(folder, place);
      if (!fromSeries.startsWith("..") || place.startsWith("..") || !has(place)) continue;
      const [top = ""] = /^(?:\.\.\/)+[^/]+(?=\/)/.exec(fromSeries) ?? [posix.dirname(fromSeries)];
      folders.set(top, (folders.get(top) ?? 0) + 1);
    }
  }
  const names = [...folders.keys()];
  if (names.length < 2) return names[0];
  // All of them are below this one; files without a link are not published.
  return names
    .map((name) => name.replace(/\/?[^./][^/]*$/, "") || "..")
    .sort((one, other) => other.length - one.length)[0];
}

/** The title of a README, without badges, emphasis and links behind it; undefined if it has none. */
export function readmeTitle(readme: string | undefined): string | undefined {
  const text = (readme ?? "").replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const heading =
    /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? /^(.+)\n=+\s*$/m.exec(text)?.[1] ?? smallHeading.exec(text)?.[1];
  const plain = heading
    ?.replace(/\s+[-–—|]\s+\[[^\]]*\]\([^)]*\).*$/, "")
    .replace(/\[!\[[^\]]*\](?:\[[^\]]*\]|\([^)]*\))\](?:\[[^\]]*\]|\([^)]*\))/g, "")
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/[*_`#<>]|:\w+:/g, "")
    .trim();
  return plain && plain.length <= 60 ? plain : undefined;
}

/** A heading of the second level, or of MediaWiki, at the top, perhaps behind pictures. Further down it is a section. */
const smallHeading = /^(?:\s*(?:<[^>\n]*>|\[?!\[.*)[ \t]*\n)*\s*(?:##|==?)\s*([^=#\s].*?)\s*[#=]*\s*(?:\n|$)/;

interface AssetTypes {
  /** Extensions, by the folder whose texts link to such files. */
  types: Map<string, string[]>;
  /** Diagnostics that disappear once these are published. */
  answered: Set<Diagnostic>;
}

/**
 * @param diagnostics of a build.
 * @param folders of the series.
 * @param root absolute.
 */
export function assetTypes(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
  folders: readonly string[],
  root: string,
): AssetTypes {
  const texts = new Map(sources.map(({ path, text }) => [path, text.split(/\r\n?|\n/)]));
  const found = new Map<string, Set<string>>();
  const answered = new Set<Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, file = "", line = 0, column = 0, length = 0 } = diagnostic;
    if (code !== "file-refused") continue;
    const url = texts.get(file)?.[line - 1]?.slice(column - 1, column - 1 + length) ?? "";
    const path = posix.join(posix.dirname(file), decodeUrl(splitUrl(url).path));
    const end = posix.extname(path).slice(1).toLowerCase();
    const folder = folders.find((one) => one === "." || file.startsWith(`${one}/`));
    if (folder === undefined || !/^[a-z0-9]+$/.test(end) || neverAsIs.has(end)) continue;
    // A file that begins like a page is not published under any other type.
    const place = join(root, path);
    if (existsSync(place) && beginsLikeMarkup(readFileSync(place))) continue;
    found.set(folder, (found.get(folder) ?? new Set()).add(end));
    answered.add(diagnostic);
  }
  return { types: new Map([...found].map(([folder, ends]) => [folder, [...ends].sort()])), answered };
}

/** Texts that a code host reads from a folder of documentation: forms for issues and pull requests. */
const ofCodeHost = /(?:^|\/)(?:issue|pull_request|merge_request)_templates?(?:\.md$|\/)/i;

/** A folder of documentation beside the proposals, if there is one. */
export function findDocs(sources: readonly SourceFile[], found: readonly FoundSeries[]) {
  const folder = ["docs", "doc"].find((name) => sources.some(({ path }) => path.startsWith(`${name}/`)));
  if (!folder || found.some((series) => `${series.folder}/`.startsWith(`${folder}/`))) return undefined;
  const pages = sources
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${folder}/`) && /\.md$/i.test(path) && !ofCodeHost.test(path));
  const ids = pages.map((path) => path.slice(folder.length + 1).replace(/\.md$/i, ""));
  const mainDocId = ids.find((id) => /^(?:readme|index)$/i.test(id)) ?? ids.find((id) => !id.includes("/"));
  return mainDocId === undefined ? undefined : { folder, mainDocId };
}
