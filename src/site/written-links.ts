/** Interprets written URLs before they are looked up: rewrites, the origin of the site, its repository, file names, other registers. */

import type { SiteConfig } from "../config/index.js";
import { hasLetters } from "../shared/proposal-number.js";
import { extensionsWith, type OwnExtensions } from "../shared/text-format.js";
import { decodeUrl, encodePath, isExternalUrl, splitUrl } from "../shared/url.js";

/**
 * @returns a function that replaces a link by the rewrites of a series. Query and fragment are kept unless the new target
 * has its own; without a matching rewrite the result is undefined.
 */
export function rewriter(): (url: string, rewrites?: Readonly<Record<string, string>>) => string | undefined {
  const patterns = new Map<string, RegExp>();
  const byPattern = (rewrites: Readonly<Record<string, string>>, path: string): string | undefined => {
    for (const [key, target] of Object.entries(rewrites)) {
      if (!key.startsWith("^")) continue;
      const pattern = patterns.get(key) ?? new RegExp(key);
      patterns.set(key, pattern);
      if (pattern.test(path)) return path.replace(pattern, target);
    }
    return undefined;
  };
  return (url, rewrites) => {
    if (!rewrites) return undefined;
    const { path } = splitUrl(url);
    const target = Object.hasOwn(rewrites, path) ? rewrites[path] : byPattern(rewrites, path);
    if (target === undefined) return undefined;
    return /[?#]/.test(target) ? target : target + url.slice(path.length);
  };
}

/** Matches a plain host, without a port, a user or anything else that a parser would normalize. */
const plainHost = /^(?:https?:)?\/\/([a-z0-9.-]+)(?=[/?#]|$)/i;

/**
 * @returns a function that turns a URL of this site into a path, which is then checked as one. Other URLs are unchanged,
 * also those on the same host outside the base path, which belong to other sites.
 */
export function originRemover(siteUrl: string, baseUrl: string): (url: string) => string {
  const { origin, host: siteHost, hostname } = new URL(siteUrl);
  const base = decodeUrl(baseUrl);
  return (url) => {
    // Most hosts can be compared without a URL parser; numeric ones have many forms.
    const host = plainHost.exec(url)?.[1]?.toLowerCase();
    if (host !== undefined && host !== hostname && !/\d$/.test(hostname)) return url;
    if (!isExternalUrl(url) || !URL.canParse(url, origin)) return url;
    const read = new URL(url, origin);
    // An http:// address of a site on HTTPS leads to the same page.
    const isWeb = read.protocol === "http:" || read.protocol === "https:";
    const isOwn = isWeb && read.host === siteHost && `${decodeUrl(read.pathname)}/`.startsWith(base);
    return isOwn ? `/${url.replace(/^(?:https?:)?\/\/[^/?#]*\/?/, "")}` : url;
  };
}

/** @returns the address of a proposal in a register on another site, or undefined if no such register is known. */
export function urlElsewhere({ elsewhere }: SiteConfig, label: string, number: number): string | undefined {
  const register = elsewhere.find((candidate) => candidate.label.toUpperCase() === label.toUpperCase());
  // Registers elsewhere have decimal numbers.
  if (hasLetters(number)) return undefined;
  return register?.url.replaceAll("{number}", String(number).padStart(register.numberWidth, "0"));
}

/** Reads the proposal in the last name of a path, or in the folder of a README: `./eip-20.md`, `../CIP-0005/README.md`. */
export function namedByPath(path: string): { label: string; number: number } | undefined {
  const parts = path.split("/").filter((part) => !/^(?:readme|index)\.\w+$/i.test(part));
  const [, label, digits] = /^([a-z]{2,12})[-_]?0*(\d{1,9})(?:[-_.][\w.-]*)?$/i.exec(parts.at(-1) ?? "") ?? [];
  return label && digits ? { label: label.toUpperCase(), number: Number(digits) } : undefined;
}

const withoutSlash = (path: string) => path.replace(/\/$/, "");

/** The paths that a link may mean: a text, perhaps with a slash after its name (`./9.md/#part`), or the index text of a folder. */
export function sourcePaths(path: string, extensions: OwnExtensions): string[] {
  const bare = withoutSlash(path);
  return [
    bare,
    ...["README", "index"].flatMap((name) => extensionsWith(extensions).map((end) => `${bare}/${name}.${end}`)),
  ];
}

/** The paths that a link without an extension may mean. */
export function bareTextPaths(path: string, extensions: OwnExtensions): string[] {
  return extensionsWith(extensions).map((end) => `${withoutSlash(path)}.${end}`);
}

/** Pattern of the branches whose newest version is meant. A link to a tag or a commit means that version, and is kept. */
const branches = "(?:main|master|HEAD|trunk|develop)";

/**
 * Recognizes a link to a file of the register's own repository on its code host.
 * @param repositories addresses such as `https://github.com/owner/name`; of GitHub, GitLab, Gitea and the like.
 * @returns path of the file from the top of the repository, encoded as it was, with query and fragment; undefined for any other URL.
 */
export function repositoryPath(url: string, repositories: readonly string[]): string | undefined {
  for (const repository of repositories) {
    for (const [base, beforeBranch] of basesOf(repository)) {
      if (!url.toLowerCase().startsWith(`${base.toLowerCase()}/`)) continue;
      const pathInHost = url.slice(base.length + 1);
      const [start = ""] = new RegExp(`^${beforeBranch}${branches}(?:/|$)`).exec(pathInHost) ?? [];
      if (start) return pathInHost.slice(start.length).replace(/^\/+/, "");
    }
  }
  return undefined;
}

type RepositoryBase = [base: string, beforeBranch: string];

const basesByRepository = new Map<string, RepositoryBase[]>();

/**
 * Address of the site's folder on the code host; undefined if `editUrl` has no `/edit/`, or if there is neither `editUrl` nor `repository`.
 * @param prefix path of the site in its repository.
 */
export function repositoryFolder(config: SiteConfig, prefix: string): string | undefined {
  const { editUrl } = config;
  if (editUrl) return /\/edit\//.test(editUrl) ? editUrl.replace("/edit/", "/tree/").replace(/\/$/, "") : undefined;
  const [repository] = config.repository;
  if (repository === undefined) return undefined;
  // Gitea and Forgejo have no address with `tree`.
  const branch = /codeberg|gitea|forgejo/i.test(new URL(repository).host) ? "src/branch/HEAD" : "tree/HEAD";
  return `${bareAddress(repository)}/${branch}/${encodePath(prefix)}`.replace(/\/$/, "");
}

const bareAddress = (repository: string) => repository.replace(/(?:\.git)?\/*$/, "");

/** Beginnings of the addresses of a repository's files, each with the pattern of the path segments before the branch. */
function basesOf(repository: string): readonly RepositoryBase[] {
  const entry = basesByRepository.get(repository);
  if (entry) return entry;
  const bare = bareAddress(repository);
  const { host, pathname } = new URL(bare);
  const bases = [bare, bare.replace(/^https:/, "http:")].map(
    (base): RepositoryBase => [base, "(?:-/)?(?:blob|tree|raw|src(?:/branch)?)/"],
  );
  if (host === "github.com") bases.push([`https://raw.githubusercontent.com${pathname}`, "(?:refs/heads/)?"]);
  basesByRepository.set(repository, bases);
  return bases;
}
