/** Reads the log of a repository along the first parents of its branch. */
import { cleanText } from "../../shared/clean-text.js";
import { askGit, type GitRepository, renameLimit, sizesOf } from "./git.js";

/** The change of a file in a commit. */
export interface LogChange {
  /** `A` added, `M` changed, `D` removed, `R` renamed. */
  kind: "A" | "M" | "D" | "R";
  /** From the repository's top. */
  path: string;
  /** The former path of a renamed file. */
  from?: string;
  /** Id of the content after the commit: zeros for a removed file, the id of the link for a file that a link replaced. */
  blob: string;
  /** Id of the content before the commit; undefined if there was no file. */
  before?: string;
}

/** Whether an id means that there is no content. */
export const isNullId = (blob: string) => /^0*$/.test(blob);

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

/** The extensions of texts. */
const trackedExtensions = ["md", "markdown", "mediawiki", "wiki", "rst", "adoc", "asciidoc", "org", "txt"];

const textName = new RegExp(`\\.(${trackedExtensions.join("|")})$`, "i");

/** Whether a file is a text, by its name. */
export const isTextFile = (path: string) => textName.test(path);

/**
 * Reads the commits of the branch itself: a merged branch counts as one commit, at the time of its merge.
 * @param files whose changes are needed, as paths from the repository's top.
 * @param head the id of the newest commit: the branch may get another one meanwhile.
 * @returns newest first, with the changes of all texts at least. Rejects with a `GitError`.
 */
export async function readLog(repository: GitRepository, files: Iterable<string>, head: string): Promise<LogCommit[]> {
  const commits = parseLog(await askGit(repository, ["log", ...logOptions, "--no-renames", head, "--"]));
  const renames = await readRenames(repository, files, commits);
  return commits.map((commit) => renames.get(commit.hash) ?? commit);
}

/**
 * Finds renames. Git has to read files for that, so it is asked only about commits that removed a file and added one, and
 * only about texts: a partial clone may lack the pictures and archives of old commits (`git clone --filter`).
 */
async function readRenames(
  repository: GitRepository,
  files: Iterable<string>,
  commits: readonly LogCommit[],
): Promise<Map<string, LogCommit>> {
  const has = ({ changes }: LogCommit, changeKind: LogChange["kind"]) =>
    changes.some(({ kind }) => kind === changeKind);
  const moving = commits.filter((commit) => has(commit, "A") && has(commit, "D"));
  const paths = textPaths(files);
  const ask = async (logCommits: readonly LogCommit[], option: string) => {
    if (logCommits.length === 0) return [];
    const options = [...logOptions, "--no-walk=unsorted", "--stdin", option, `-l${renameLimit}`, "--", ...paths];
    return parseLog(await askGit(repository, ["log", ...options], logCommits.map(({ hash }) => `${hash}\n`).join("")));
  };
  const renames = await ask(moving, "--find-renames").catch(async () => {
    // The clone lacks a text. In the commits that have it, git can still find the files that were renamed without a change.
    const ids = moving.flatMap(({ changes }) => changes.flatMap(({ blob, before }) => [blob, before ?? blob]));
    const sizes = await sizesOf(repository, ids);
    const isThere = (id: string) => isNullId(id) || sizes.get(id) !== undefined;
    const isWhole = ({ changes }: LogCommit) =>
      changes.every(({ blob, before }) => isThere(blob) && isThere(before ?? blob));
    const logCommits = moving.filter(isWhole);
    const partialCommits = moving.filter((commit) => !isWhole(commit));
    return [...(await ask(logCommits, "--find-renames")), ...(await ask(partialCommits, "--find-renames=100%"))];
  });
  return new Map(renames.map((commit) => [commit.hash, commit]));
}

const logOptions = [
  "--first-parent",
  "-m",
  "--raw",
  "-z",
  "--no-abbrev",
  // In git's own order, whatever diff.orderFile says.
  "-O/dev/null",
  "--encoding=UTF-8",
  "--format=%x01%H%n%P%n%ct%n%aN%n%cN%n%s",
];

/** Path arguments of git that match every possible version of some files. */
function textPaths(files: Iterable<string>): string[] {
  const extensions = new Set(trackedExtensions);
  const plainNames: string[] = [];
  for (const file of files) {
    const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase();
    if (extension) extensions.add(extension);
    else plainNames.push(file);
  }
  return [
    ...[...extensions].map((extension) => `:(icase)*.${extension}`),
    ...plainNames.map((path) => `:(literal)${path}`),
  ];
}

/** Maximum characters of a name or a subject. */
const maxLength = 500;

const shortened = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text);

/** @param output of `git log --raw -z` with the format of `readLog`. */
function parseLog(output: string): LogCommit[] {
  const commits: LogCommit[] = [];
  const parts = output.split("\0");
  for (let index = 0; index < parts.length; index++) {
    const part = (parts[index] ?? "").replace(/^\n/, "");
    if (part.startsWith("\u0001")) {
      const [hash = "", parents = "", time = "", ...people] = part.slice(1).split("\n");
      const [author = "", committer = "", subject = ""] = people.map((text) => shortened(cleanText(text)));
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
      const [formerMode = "", mode = "", former = "", blob = "", status = ""] = part.slice(1).split(" ");
      const renamed = status.startsWith("R");
      const first = parts[++index] ?? "";
      const path = renamed ? (parts[++index] ?? "") : first;
      // A symbolic link or a submodule in a file's place is not a text.
      const isFile = mode.startsWith("100");
      const before = formerMode.startsWith("100") ? former : undefined;
      const kind = !isFile ? "D" : renamed ? "R" : status === "A" || status === "D" ? status : "M";
      commits.at(-1)?.changes.push({ kind, path, ...(renamed && { from: first }), blob, before });
    }
  }
  return commits;
}
