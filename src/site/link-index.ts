/** What links are looked up in, and what a link is relative to. */
import { posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import type { Register, RejectedText, Route, StaticFile } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { answeringFiles } from "../shared/page-path.js";
import type { Folders } from "./folders.js";
import type { MachineFiles } from "./machine-files.js";

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

/** The text of each folder whose name has the proposal's number, whatever the name of the text: `sip-001/`. */
export function textsByFolder(registers: readonly Register[]): Map<string, Document> {
  const numbered = registers.filter(({ series }) => posix.dirname(series.files).includes("{number}"));
  const documents = numbered.flatMap(({ proposals }) => proposals.flatMap(({ document }) => document ?? []));
  return new Map(documents.map((document) => [posix.dirname(document.path), document]));
}

/** The folder that links of a text are relative to: that of the original. */
export function folderOf({ path }: Document, { originals }: LinkIndex): string {
  return posix.dirname(originals.get(path) ?? path);
}

/** Path of the file in a link: relative to the document, or from the root of the docs or the site. */
export function sourcePath(document: Document, target: string, index: LinkIndex): string {
  return target.startsWith("/") ? target.slice(1) : posix.join(folderOf(document, index), target);
}

/** The same, and the path from the file of a translation itself, as editors and code hosts read it: `../../../../cip/core/cip-20.md`. */
export function sourcePathsOf(document: Document, target: string, index: LinkIndex): string[] {
  const path = sourcePath(document, target, index);
  if (target.startsWith("/") || !index.originals.has(document.path)) return [path];
  const own = posix.join(posix.dirname(document.path), target);
  return [path, index.originals.get(own) ?? own];
}
