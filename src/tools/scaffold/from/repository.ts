/** Reads facts of a repository: its web address, its branch, the title of its README. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Patterns of files that are not searched for proposals: packages, hidden and generated files, and those of tests. */
export const ignoredFiles = ["**/node_modules/**", "**/.*/**", "build/**", "**/{test,tests,__tests__,fixtures}/**"];

interface RepositoryFacts {
  /** The web address of the remote, `https://github.com/owner/name`. */
  address?: string;
  /** The branch that is checked out. */
  branch: string;
}

/** Reads git's own files, without running git. @param root absolute. */
export function readRepository(root: string): RepositoryFacts {
  const read = (name: string) => {
    const path = join(root, ".git", name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const [, remote = ""] = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/.exec(read("config")) ?? [];
  return { address: webAddress(remote), branch: /^ref: refs\/heads\/(\S+)/.exec(read("HEAD"))?.[1] ?? "main" };
}

/** @returns the web address of the repository of a remote, which is a URL or `git@host:path`; undefined for a folder. */
export function webAddress(remote: string): string | undefined {
  const [, host, path] =
    /^https?:\/\/(?:[^@/]+@)?([^/]+)\/(.+?)(?:\.git)?\/?$/.exec(remote) ??
    /^(?:ssh|git):\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(.+?)(?:\.git)?\/?$/.exec(remote) ??
    /^(?:[\w.-]+@)([\w.-]+):(?!\/)(.+?)(?:\.git)?\/?$/.exec(remote) ??
    [];
  return host && path ? `https://${host}/${path}` : undefined;
}

/** The title of a README, without badges, emphasis and links after it; undefined if it has none, or if it is too long for the name of a site. */
export function readmeTitle(readme: string | undefined): string | undefined {
  const text = (readme ?? "").replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const heading =
    /^#\s+(.+?)(?:\s+#+)?\s*$/m.exec(text)?.[1] ?? /^(.+)\n=+\s*$/m.exec(text)?.[1] ?? smallHeading.exec(text)?.[1];
  const plain = heading
    ?.replace(/\s+[-–—|]\s+\[[^\]]*\]\([^)]*\).*$/, "")
    .replace(/\[!\[[^\]]*\](?:\[[^\]]*\]|\([^)]*\))\](?:\[[^\]]*\]|\([^)]*\))/g, "")
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/[*_`<>]|:\w+:/g, "")
    .trim();
  return plain && plain.length <= 60 ? plain : undefined;
}

/** Matches a heading of the second level or of MediaWiki at the top of a text, also after pictures. Further down it would be a section. */
const smallHeading = /^(?:\s*(?:<[^>\n]*>|\[?!\[.*)[ \t]*\n)*\s*(?:##|==?)\s*([^=#\s].*?)\s*[#=]*\s*(?:\n|$)/;
