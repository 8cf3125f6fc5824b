/** The log of a repository along the first parents of its branch, as git prints it and as commits. */
import { askGit, type GitPlace } from "./git.js";

/** What a commit did to a file. */
export interface LogChange {
  /** `A` added, `M` changed, `D` removed, `R` renamed. */
  kind: "A" | "M" | "D" | "R";
  /** From the repository's top. */
  path: string;
  /** Of a renamed file: its path before. */
  from?: string;
  /** What the file says after it; zeros for one that was removed. */
  blob: string;
}

export interface LogCommit {
  hash: string;
  parents: string[];
  /** When it was committed, in seconds since 1970. */
  time: number;
  author: string;
  committer: string;
  subject: string;
  changes: LogChange[];
}

/** A commit of thousands of renamed and changed files is compared up to this many; equal files are found in any number. */
const renameLimit = 1000;

/**
 * What the branch itself said, and when: the steps of a branch that was merged count when they were merged, as one.
 * @param since reads only commits after this one.
 * @returns newest first; undefined when git could not say.
 */
export async function readLog(place: GitPlace, since?: string): Promise<LogCommit[] | undefined> {
  const output = await askGit(place, [
    "log",
    "--first-parent",
    "-m",
    "--raw",
    "-z",
    "--no-abbrev",
    "--find-renames",
    `-l${renameLimit}`,
    "--encoding=UTF-8",
    "--format=%x01%H%n%P%n%ct%n%aN%n%cN%n%s",
    since ? `${since}..HEAD` : "HEAD",
    "--",
  ]);
  return output === undefined ? undefined : parseLog(output);
}

/** @param output of `git log --raw -z` with the format of `readLog`. */
export function parseLog(output: string): LogCommit[] {
  const commits: LogCommit[] = [];
  const parts = output.split("\0");
  for (let at = 0; at < parts.length; at++) {
    const part = (parts[at] ?? "").replace(/^\n/, "");
    if (part.startsWith("\u0001")) {
      const [hash = "", parents = "", time = "", author = "", committer = "", subject = ""] = part.slice(1).split("\n");
      commits.push({
        hash,
        parents: parents.split(" ").filter(Boolean),
        time: Number(time),
        author,
        committer,
        subject,
        changes: [],
      });
    } else if (part.startsWith(":")) {
      const [, mode = "", , blob = "", status = ""] = part.slice(1).split(" ");
      const renamed = status.startsWith("R");
      const first = parts[++at] ?? "";
      const path = renamed ? (parts[++at] ?? "") : first;
      // A symbolic link or a submodule in a file's place is no text any more.
      const isFile = mode.startsWith("100");
      const kind = !isFile ? "D" : renamed ? "R" : status === "A" || status === "D" ? status : "M";
      commits.at(-1)?.changes.push({ kind, path, ...(renamed && { from: first }), blob });
    }
  }
  return commits;
}
