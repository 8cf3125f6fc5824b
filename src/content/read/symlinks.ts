/**
 * Symbolic links among the sources. One that leads to a place inside the repository is followed; anyone may propose one
 * that leads elsewhere (`content/static/notes -> /home/ann`), which must not be published. Links that are not followed
 * are reported.
 */
import fs, { type Dirent, existsSync, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname, join, parse, sep } from "node:path";
import type { FileSystemAdapter } from "fast-glob";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";

/** The folder in which globs run: they take a backslash in the path of any other folder for a slash. */
export const globRoot = parse(process.cwd()).root;

/** Matches line breaks, which no glob matches. */
const lineBreaks = /[\n\r\u2028\u2029]/g;

/** Escapes the line breaks of a path for globs and reports. */
export const withoutLineBreaks = (path: string) =>
  path.replace(lineBreaks, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @returns the root of the repository that contains a folder; the folder itself if there is none. */
export function repositoryTop(folder: string): string {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    if (existsSync(join(ancestor, ".git"))) return ancestor;
    if (dirname(ancestor) === ancestor) return folder;
  }
}

/** Whether a path is a folder or below it. */
export const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.replace(/\/?$/, sep));

/** A path without symbolic links; undefined if nothing has the path. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Decides which symbolic links are followed, and collects the problems of those that are not. */
export class SourceLinks {
  /** By absolute path. */
  readonly problems = new Map<string, EntryProblem>();
  /** Absolute paths of the links that were followed. */
  readonly followed = new Set<string>();
  private readonly boundary: string;
  private readonly realBoundary: string;

  /** @param boundary absolute path of the folder that links must stay in. */
  constructor(boundary: string) {
    this.boundary = boundary;
    this.realBoundary = realOf(boundary) ?? boundary;
  }

  /** Whether a folder is there and may be read: if its path is inside the boundary, its real path must be, too. */
  admits(folder: string): boolean {
    const real = realOf(folder);
    if (real === undefined) {
      this.noteDangling(folder);
      return false;
    }
    if (!isWithin(folder, this.boundary) || isWithin(real, this.realBoundary)) return true;
    this.problems.set(folder, "outside");
    return false;
  }

  /** Notes why a folder is missing: because it, or a folder above it, is a link that leads nowhere. */
  private noteDangling(folder: string): void {
    if (folder === this.boundary || dirname(folder) === folder) return;
    const isAtLink = isLink(folder);
    if (isAtLink === undefined) this.noteDangling(dirname(folder));
    else if (isAtLink && realOf(folder) === undefined) this.problems.set(folder, "nowhere");
  }

  /**
   * @param top the folder that is listed; the target of a link in it must not contain the link itself.
   * @returns the target of a link, or undefined, with a note, if it must not be followed.
   */
  follow(link: string, top: string): Stats | undefined {
    const problem = this.problemOf(link, top);
    if (problem !== undefined) {
      // An editor's lock is a link to no file: `.#cip-20.md -> ann@host.4711`.
      if (!(problem === "nowhere" && basename(link).startsWith(".#"))) this.problems.set(link, problem);
      return undefined;
    }
    this.followed.add(link);
    return statSync(link, { throwIfNoEntry: false });
  }

  private problemOf(link: string, top: string): EntryProblem | undefined {
    const real = realOf(link);
    if (real === undefined) return "nowhere";
    const realTop = realOf(top) ?? top;
    if (!isWithin(real, this.realBoundary) && !isWithin(real, realTop)) return "outside";
    for (let folder = dirname(link); ; folder = dirname(folder)) {
      if (isWithin(realOf(folder) ?? folder, real)) return "circle";
      if (folder === top || dirname(folder) === folder) return undefined;
    }
  }

  /**
   * The file system that globs see: links are resolved, and `globRoot` stands for `top`.
   * @param top the folder that is listed.
   * @param texts extensions of the wanted texts: a folder with the name of one is reported.
   */
  fileSystem(top: string, texts: readonly string[] = []): Partial<FileSystemAdapter> {
    const placeOf = (path: string) => join(top, path.slice(globRoot.length));
    const readdir = (globPath: string, options: { withFileTypes: true }, done: Done<Dirent[]>) => {
      const path = placeOf(globPath);
      fs.readdir(path, options, (error, entries) => {
        if (error) return done(error, []);
        done(
          null,
          entries.map((entry) => {
            const problem = nameProblem(path, entry.name);
            if (problem !== undefined) {
              this.problems.set(join(path, entry.name), problem);
              return hiddenEntry(entry);
            }
            if (entry.isSymbolicLink()) return this.entryOf(entry, join(path, entry.name), top);
            if (entry.isDirectory() && isNamedAs(texts, entry.name))
              this.problems.set(join(path, entry.name), "folder");
            if (!entry.isFile() && !entry.isDirectory()) this.problems.set(join(path, entry.name), "special");
            return entry;
          }),
        );
      });
    };
    const lstat = (globPath: string, done: Done<Stats>) => {
      const path = placeOf(globPath);
      fs.lstat(path, (error, info) => {
        if (error || !info.isSymbolicLink()) return done(error, info);
        const target = this.follow(path, top);
        done(target ? null : Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" }), target ?? info);
      });
    };
    return { readdir, lstat } as unknown as Partial<FileSystemAdapter>;
  }

  /** A link that is not followed stays a link, which globs skip. */
  private entryOf(entry: Dirent, path: string, top: string): Dirent {
    const info = this.follow(path, top);
    if (!info) return entry;
    const answers = { isFile: () => info.isFile(), isDirectory: () => info.isDirectory(), isSymbolicLink: () => false };
    return Object.assign(Object.create(entry) as Dirent, answers);
  }

  /** @param root of the site, absolute. */
  diagnostics(root: string): Diagnostic[] {
    return [...this.problems].map(([path, problem]) => {
      const hasTarget = problem === "outside" || problem === "nowhere";
      const target = hasTarget ? (linkTargetOf(path) ?? "on the way to it") : undefined;
      return unreadEntry(pathBelow(root, path), problem, target);
    });
  }
}

/** @param file relative to the site's root. @param detail target of a symbolic link, or what is wrong with a name. */
export function unreadEntry(file: string, problem: EntryProblem, detail?: string): Diagnostic {
  const [message, help] = explanations[problem];
  const code = problem === "unfollowed" ? "review-symlink" : "file-link";
  return diagnose(code, detail === undefined ? message : `${message} (${detail})`, {
    file: withoutLineBreaks(file),
    // The name of a folder loses no text of the register.
    ...(problem === "folder" && { severity: "warning" }),
    help,
  });
}

/** @returns undefined if nothing has the path. */
function isLink(path: string): boolean | undefined {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return undefined;
  }
}

const isNamedAs = (extensions: readonly string[], name: string) =>
  extensions.includes(extname(name).slice(1).toLowerCase());

export const hasLineBreak = (name: string) => name.search(lineBreaks) >= 0;

function nameProblem(folder: string, name: string): EntryProblem | undefined {
  if (hasLineBreak(name)) return "line-break";
  // Node.js decodes names as UTF-8. If a name is not UTF-8, the decoded name finds no file.
  const isDecoded = !name.includes("\ufffd") || lstatSync(join(folder, name), { throwIfNoEntry: false });
  return isDecoded ? undefined : "encoding";
}

/** Makes an entry that globs skip: neither a file nor a folder. */
function hiddenEntry(entry: Dirent): Dirent {
  const answers = { name: withoutLineBreaks(entry.name), isFile: () => false, isDirectory: () => false };
  return Object.assign(Object.create(entry) as Dirent, answers);
}

type Done<T> = (error: Error | null, value: T) => void;

const explanations = {
  outside: [
    "this symbolic link leads out of the repository",
    "Put the file itself in its place, or name its folder in the configuration.",
  ],
  nowhere: ["this symbolic link leads nowhere", "Put the file itself in its place, or remove the link."],
  circle: ["this symbolic link leads to a folder that contains it", "Remove it."],
  folder: [
    "this is a folder with the name of a text, so it is not read as one",
    "Rename it, or put a file in its place.",
  ],
  "line-break": ["the name has a line break, so this is not read", "Rename it."],
  encoding: ["the name is not UTF-8, so this is not read", "Rename it."],
  unfollowed: ["a review does not read what this symbolic link leads to", "Put the file itself in its place."],
  submodule: ["this is a submodule, so it is not read", "Put its files in its place."],
  name: ["other systems cannot have this name, so it is not read", "Rename it."],
  twin: ["the name differs from another only in capitals or accents, so it is not read", "Rename one of them."],
  special: ["this is a pipe, a socket or a device, which is never read", "Remove it, or put a file in its place."],
} satisfies Record<string, readonly [message: string, help: string]>;

/** Why an entry of a folder is not read. `unfollowed`, `submodule`, `name` and `twin` are found by `review` alone. */
export type EntryProblem = keyof typeof explanations;

/** @returns undefined if the path is not a symbolic link. */
export function linkTargetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
