/** A repository in a temporary folder that is independent of the machine's settings. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GitRepository } from "../../src/content/read/git.js";
import { type Cache, noCache } from "../../src/platform/cache.js";
import { makeFolder } from "./site.js";

/** A cache that keeps values as a file would, as text. */
export function memoryCache(): Cache {
  const values = new Map<string, Buffer>();
  return {
    ...noCache,
    read: (name) => values.get(name),
    readJson: (name) => JSON.parse(values.get(name)?.toString("utf8") ?? "null") ?? undefined,
    write: (name, data) => values.set(name, Buffer.from(data as string)),
  };
}

/** What a commit does to files: new text, undefined for a file that is removed, a symbolic link. */
export type Edits = Record<string, string | undefined | { link: string }>;

export class Repository {
  private branches = 0;

  /** Of the next commits. */
  author = "Ada";

  /** @param root may hold files already; they are part of the first commit. */
  constructor(readonly root = makeFolder()) {
    // What `git init` makes, without a start of git for each of hundreds of repositories.
    const folder = join(root, ".git");
    for (const name of ["info", "objects", "refs"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  }

  get place(): GitRepository {
    return { top: this.root, folder: join(this.root, ".git") };
  }

  /** @param date of the committer: it says when a change came in, the author's when it was written. */
  git(args: string[], date = "2020-01-01T00:00:00Z", input = ""): string {
    const env = {
      PATH: process.env.PATH,
      HOME: this.root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: this.author,
      GIT_AUTHOR_EMAIL: "ada@x.example",
      GIT_COMMITTER_NAME: this.author,
      GIT_COMMITTER_EMAIL: "ada@x.example",
      GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z",
      GIT_COMMITTER_DATE: date,
    };
    // Git looks after each commit whether a repository is to be tidied: that takes longer than the commit.
    const all = ["-c", "maintenance.auto=false", "-c", "gc.auto=0", ...args];
    return execFileSync("git", all, { cwd: this.root, env, input, encoding: "utf8", stdio: "pipe" });
  }

  /** @returns the name of a new branch from `from` with one commit for each of the edits; the work tree stays as it is. */
  branch(steps: readonly Edits[], from = "main", name = `branch-${++this.branches}`): string {
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
    const change = ([path, content]: [string, Edits[string]]) => {
      if (content === undefined) return `D ${JSON.stringify(path)}\n`;
      const [mode, text] = typeof content === "object" ? ["120000", content.link] : ["100644", content];
      return `M ${mode} inline ${JSON.stringify(path)}\n${data(text)}`;
    };
    const day = Date.parse("2020-01-02T00:00:00Z") / 1000;
    const commits = steps.map((edits, index) => {
      const head = `commit refs/heads/${name}\ncommitter ${this.author} <ada@x.example> ${day} +0000\n${data("change")}`;
      return [head, index === 0 ? `from ${from}^0\n` : "", ...Object.entries(edits).map(change)].join("");
    });
    this.git(["fast-import", "--quiet"], undefined, commits.join(""));
    return name;
  }

  /** Writes files and commits nothing. */
  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  /** Adds whatever is in the folder, and commits nothing. */
  stage(): this {
    this.git(["add", "--all"]);
    return this;
  }

  /** Writes and removes files and commits whatever is in the folder. */
  commit(date: string, files: Record<string, string> = {}, removed: readonly string[] = []): this {
    for (const path of removed) rmSync(join(this.root, path));
    this.write(files);
    this.stage().git(["commit", "--quiet", "--allow-empty", "--message", date], date);
    return this;
  }
}
