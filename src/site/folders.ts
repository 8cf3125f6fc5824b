/** Linked folders beside the proposals: each without a README gets a page that lists its files, which are published with it. */
import { posix } from "node:path";
import type { Folder, Route, StaticFile } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { compareText } from "../shared/text.js";

/** Maximum number of files; larger folders are not for readers. */
const maxFiles = 500;

/** Adds folders that links name. */
export class Folders {
  private readonly made = new Map<string, Folder | undefined>();
  private readonly paths: readonly string[];

  constructor(
    private readonly assets: ReadonlyMap<string, StaticFile>,
    private readonly documents: ReadonlyMap<string, Document>,
    private readonly routes: ReadonlyMap<string, Route>,
  ) {
    // What is not published is not listed.
    this.paths = [...assets]
      .flatMap(([path, { publication, isOfDocs }]) => (publication === "refused" || isOfDocs ? [] : [path]))
      .sort(compareText);
  }

  /** @param path relative to the root. @returns undefined if there is no file below it, or too many. */
  at(path: string): Folder | undefined {
    const key = path.replace(/\/+$/, "");
    if (!this.made.has(key)) this.made.set(key, this.make(key));
    return this.made.get(key);
  }

  /** Those that become pages: no other page has their address. */
  get all(): Folder[] {
    return [...this.made.values()]
      .flatMap((folder) => (folder && !this.routes.has(folder.route) ? [folder] : []))
      .sort((one, other) => compareText(one.route, other.route));
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

/** Index in a sorted list. */
function firstAtOrAfter(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(sorted[middle] ?? "", text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
