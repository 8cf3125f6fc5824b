/** Lists the files that open pull requests add, from refs that were fetched. Anyone may open a request, so none of its files is checked out. */
import { escapePattern } from "../../shared/text.js";
import { askGit, type GitRepository } from "./git.js";

/** A pull request, or a merge request of GitLab. */
export interface PullRequest {
  number: number;
  ref: string;
  /** Id of its newest commit. */
  commit: string;
}

/** A file that a request adds. */
interface AddedFile {
  /** From the top of the repository. */
  path: string;
  /** Id of the content. */
  oid: string;
}

/**
 * @param refs a pattern of refs, with a star for the number.
 * @param head a commit. Requests that it contains are left out.
 * @returns the requests, the newest first. Rejects with a `GitError`.
 */
export async function listRequests(repository: GitRepository, refs: string, head: string): Promise<PullRequest[]> {
  const format = "%(objecttype) %(objectname) %(refname)";
  const listed = await askGit(repository, ["for-each-ref", `--no-merged=${head}`, `--format=${format}`, refs]);
  const pattern = new RegExp(`^commit (\\w+) (${refs.split("*").map(escapePattern).join("(\\d{1,9})")})$`);
  const requests = listed.split("\n").flatMap((line) => {
    const [, commit = "", ref = "", number] = pattern.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), ref, commit }];
  });
  return requests.sort((a, b) => b.number - a.number);
}

/** The longest list of the files of a request, in bytes. */
const longestList = 32_000_000;

/** @returns the files in some folders that a request adds to the commit on which it began. Rejects with a `GitError`. */
export async function readAddedFiles(
  repository: GitRepository,
  head: string,
  { commit }: PullRequest,
  folders: readonly string[],
): Promise<AddedFile[]> {
  // A few nested trees can name millions of files, of which git would keep all in memory until it has compared them.
  await askGit(repository, ["ls-tree", "-r", "--name-only", "--full-tree", commit, "--", ...folders], "", longestList);
  const options = ["--raw", "--no-abbrev", "-z", "--no-renames", "--diff-filter=A", "--ignore-submodules=none"];
  const specs = folders.map((folder) => `:(top,literal)${folder || "."}`);
  const args = ["diff", ...options, "--no-ext-diff", "--no-relative", `${head}...${commit}`, "--", ...specs];
  const parts = (await askGit(repository, args)).split("\0");
  return parts.flatMap((entry, index) => {
    const [, oid] = /^:0+ 100\d{3} 0+ (\w+) A$/.exec(entry) ?? [];
    const path = parts[index + 1];
    return oid !== undefined && path !== undefined ? [{ path, oid }] : [];
  });
}
