/** What a repository says of itself: its web address, its branch, the title of its README; and the folders in which no proposals are looked for. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders without texts of the register: generated or hidden ones, and those of a program's tests (`tools/validate/test/preamble/sip-1.md`, MetaMask). */
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

/** The title of a README, without badges, emphasis and links behind it; undefined if it has none. */
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

/** A heading of the second level, or of MediaWiki, at the top, perhaps behind pictures. Further down it is a section. */
const smallHeading = /^(?:\s*(?:<[^>\n]*>|\[?!\[.*)[ \t]*\n)*\s*(?:##|==?)\s*([^=#\s].*?)\s*[#=]*\s*(?:\n|$)/;
