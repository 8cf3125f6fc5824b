/** Links to files of the register's own repository on its code host: on this site they are links to the pages of those files. */
import type { Series } from "../config/index.js";
import { decodeUrl, encodePath } from "../shared/url.js";
import type { LinkIndex } from "./link-index.js";

/** Branches of links that do not mean a certain version. */
const branches = "(?:main|master|HEAD|trunk|develop)";

/**
 * @param repositories addresses such as `https://github.com/owner/name`; of GitHub, GitLab, Gitea and the like.
 * @returns path of the file from the top of the repository, with query and fragment; undefined for any other URL.
 */
export function repositoryPath(url: string, repositories: readonly string[]): string | undefined {
  for (const repository of repositories) {
    for (const [base, marks] of basesOf(repository)) {
      if (!url.toLowerCase().startsWith(`${base.toLowerCase()}/`)) continue;
      const rest = url.slice(base.length + 1);
      const [written = ""] = new RegExp(`^${marks}${branches}(?:/|$)`).exec(rest) ?? [];
      if (written) return decodeUrl(rest.slice(written.length)).replace(/^\/+/, "");
    }
  }
  return undefined;
}

/** Address of the site's folder on the code host, for links to what is there; undefined if the host is unknown. */
export function repositoryFolder({ config, prefix }: LinkIndex, series: Series | undefined): string | undefined {
  const editUrl = series?.editUrl ?? config.editUrl;
  if (editUrl) return /\/edit\//.test(editUrl) ? editUrl.replace("/edit/", "/tree/").replace(/\/$/, "") : undefined;
  const [repository] = config.repository;
  return repository && `${bareAddress(repository)}/tree/HEAD/${encodePath(prefix)}`.replace(/\/$/, "");
}

const bareAddress = (repository: string) => repository.replace(/(?:\.git)?\/*$/, "");

const knownBases = new Map<string, [base: string, marks: string][]>();

/** Beginnings of the addresses of a repository's files, and the path segments before the branch. */
function basesOf(repository: string): [base: string, marks: string][] {
  const known = knownBases.get(repository) ?? findBases(repository);
  knownBases.set(repository, known);
  return known;
}

function findBases(repository: string): [base: string, marks: string][] {
  const bare = bareAddress(repository);
  const { host, pathname } = new URL(bare);
  const raw: [string, string][] =
    host === "github.com" ? [[`https://raw.githubusercontent.com${pathname}`, "(?:refs/heads/)?"]] : [];
  return [
    [bare, "(?:-/)?(?:blob|tree|raw|src(?:/branch)?)/"],
    [bare.replace(/^https:/, "http:"), "(?:blob|tree|raw)/"],
    ...raw,
  ];
}
