/** The indexes in which links are looked up, and the paths that they are relative to. */
import { posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import type { Document } from "../shared/document.js";
import { answeringFiles } from "../shared/page-path.js";
import { compareText } from "../shared/text.js";
import { withoutTextExtension } from "../shared/text-format.js";
import { allProposals } from "./model/proposal-list.js";
import type { Folder, Register, RejectedText, Route, StaticFile } from "./model/site.js";
import type { MachineFiles } from "./routes.js";

/** The indexes for look-ups of links. */
export interface LinkIndex {
  config: SiteConfig;
  registers: readonly Register[];
  routes: ReadonlyMap<string, Route>;
  /** Whether these are all addresses of pages. */
  isWhole: boolean;
  /** Files that are copied or generated, by URL. */
  files: ReadonlyMap<string, StaticFile>;
  generated: MachineFiles;
  /** Routes and anchors of originals, by path of the source. */
  documents: ReadonlyMap<string, Document>;
  /** By `translationKey`. */
  translations: ReadonlyMap<string, Document>;
  /** By path. */
  rejected: ReadonlyMap<string, RejectedText>;
  /** Files beside the sources, by path. */
  assets: ReadonlyMap<string, StaticFile>;
  folders: Folders;
  /** Path of the original of each translation, by the translation's path. */
  originals: ReadonlyMap<string, string>;
  /** Whether there is a file or a folder at a path below the root. */
  exists(path: string): boolean;
  /** Path of the root below the top of its repository. */
  prefix: string;
}

/** @param path of the original. */
export const translationKey = (locale: string, path: string) => `${locale} ${path}`;

/** The copied file that hosts answer a path with: `/demo/index.html` for `/demo`. @param path decoded, from the site's root. */
export function copiedFileAt(path: string, files: ReadonlyMap<string, StaticFile>): string | undefined {
  return answeringFiles(path.slice(1))
    .map((file) => `/${file}`)
    .find((file) => files.has(file));
}

/** The register of a proposal, or of a text beside one. */
export function registerOf(document: Document, { registers }: LinkIndex): Register | undefined {
  return "series" in document ? registers.find(({ series }) => series.id === document.series) : undefined;
}

/** The text of each folder that is named after a proposal's number, whatever the name of the text: `sip-001/`. */
export function textsByFolder(registers: readonly Register[]): Map<string, Document> {
  const numbered = registers.filter(({ series }) => posix.dirname(series.files).includes("{number}"));
  const documents = numbered.flatMap(allProposals).flatMap(({ document }) => document ?? []);
  return new Map(documents.map((document) => [posix.dirname(document.path), document]));
}

/** The folder that the links of a text are relative to; for a translation, the folder of the original. */
export function linkFolder({ path }: Document, { originals }: LinkIndex): string {
  return posix.dirname(originals.get(path) ?? path);
}

/** Path of the file in a link: relative to the folder of the document or, with a slash in front, to the root of the site. */
export function sourcePath(document: Document, target: string, index: LinkIndex): string {
  return target.startsWith("/") ? target.slice(1) : posix.join(linkFolder(document, index), target);
}

/** The paths that a link may mean: that of `sourcePath`, and in a translation also the one from its own file, as editors and code hosts read it. */
export function sourcePathsOf(document: Document, target: string, index: LinkIndex): string[] {
  const path = sourcePath(document, target, index);
  if (target.startsWith("/") || !index.originals.has(document.path)) return [path];
  const translationTarget = posix.join(posix.dirname(document.path), target);
  return [path, index.originals.get(translationTarget) ?? translationTarget];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isPlain = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/**
 * The name of a file may have `é` as one character or as two. macOS takes both for one name, and so do links.
 * @returns a function that spells the path of a link as the site's files and pages are spelled.
 */
export function respeller({ documents, assets, files, routes, rejected }: LinkIndex): (path: string) => string {
  const names = new Set<string>();
  for (const paths of [documents, assets, files, routes, rejected])
    for (const path of paths.keys())
      if (!isPlain(path)) for (const name of path.split("/")) names.add(name).add(withoutTextExtension(name));
  const spellings = new Map([...names].map((name) => [name.normalize("NFC"), name]));
  const respell = (name: string) => (names.has(name) ? name : (spellings.get(name.normalize("NFC")) ?? name));
  return (path) => (isPlain(path) ? path : path.split("/").map(respell).join("/"));
}

/** Maximum number of files; larger folders are not for readers. */
const maxFiles = 500;

/** Linked folders beside the proposals: each without a README gets a page that lists its files, which are published with it. */
export class Folders {
  private readonly folders = new Map<string, Folder | undefined>();
  private readonly paths: readonly string[];

  constructor(
    private readonly assets: ReadonlyMap<string, StaticFile>,
    private readonly documents: ReadonlyMap<string, Document>,
    private readonly routes: ReadonlyMap<string, Route>,
  ) {
    // Files that are not published are not listed.
    this.paths = [...assets]
      .flatMap(([path, { publication, isOfDocs }]) => (publication === "refused" || isOfDocs ? [] : [path]))
      .sort(compareText);
  }

  /** @param path relative to the root. @returns undefined if there is no file below it, or too many. */
  folderAt(path: string): Folder | undefined {
    const key = path.replace(/(?<!\/)\/+$/, "");
    if (!this.folders.has(key)) this.folders.set(key, this.make(key));
    return this.folders.get(key);
  }

  /** The folders that become pages, because no other page has their address. */
  get pages(): Folder[] {
    return [...this.folders.values()]
      .flatMap((folder) => (folder && !this.routes.has(folder.route) ? [folder] : []))
      .sort((a, b) => compareText(a.route, b.route));
  }

  private make(folder: string): Folder | undefined {
    const start = firstAtOrAfter(this.paths, `${folder}/`);
    const paths: string[] = [];
    for (let index = start; this.paths[index]?.startsWith(`${folder}/`) && paths.length <= maxFiles; index++)
      paths.push(this.paths[index] as string);
    const first = this.assets.get(paths[0] ?? "");
    if (!first || paths.length > maxFiles) return undefined;
    const depth = posix.relative(folder, paths[0] as string).split("/").length;
    const route = first.url.split("/").slice(0, -depth).join("/");
    const files = paths.map((path): Folder["files"][number] => {
      const document = this.documents.get(path);
      return {
        path: posix.relative(folder, path),
        target: document
          ? { kind: "route", route: document.route, suffix: "" }
          : { kind: "file", path: this.assets.get(path)?.url ?? "", suffix: "", asset: path },
      };
    });
    return { route, path: folder, files };
  }
}

/** Index of the first text in a sorted list that is not before `text`. */
function firstAtOrAfter(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(sorted[middle] ?? "", text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
