/** Finds changes besides the proposals' texts: pictures and data of proposals, and files that control how the register is built and reviewed. */
import { posix } from "node:path";
import { configFileNames, type Series, type SiteConfig } from "../../config/index.js";
import type { TreeChange } from "../../content/read/commits.js";
import { numberPattern } from "../../shared/proposal-number.js";
import type { FileChange } from "../../shared/review.js";
import { textFormat } from "../../shared/text-format.js";

/** A file of a proposal, by where it is. */
export interface Asset extends FileChange {
  series: Series;
  /** Number of the proposal whose folder or name it has; undefined if unknown. */
  number?: number;
}

/** @returns one entry for each path: a renamed file is removed in one place and added in the other. */
export function fileChanges(changes: readonly TreeChange[]): FileChange[] {
  return changes.flatMap(({ kind, from, path }): FileChange[] =>
    kind === "renamed" && from !== undefined
      ? [
          { path: from, change: "removed" },
          { path, change: "added" },
        ]
      : [{ path, change: kind === "renamed" ? "changed" : kind }],
  );
}

/**
 * @returns the proposals' other files among the changed ones: below a series' folder, its assets, or the static folder of its address. In a
 * folder that is the whole repository, only those that are named after a proposal and do not steer.
 */
export function assetsOf(changes: readonly FileChange[], { series, content }: SiteConfig): Asset[] {
  const folders = series.flatMap((member) => [
    { one: member, folder: member.assets ? posix.join(member.source, member.assets) : undefined },
    { one: member, folder: posix.join(content.static, member.route) },
    { one: member, folder: member.source },
  ]);
  return changes.flatMap((change): Asset[] => {
    if (textFormat(change.path)) return [];
    for (const { one: member, folder } of folders) {
      if (folder === ".") {
        const number = controls(change.path) ? undefined : ownerOf(change.path, member, labelledName);
        if (number !== undefined) return [{ ...change, series: member, number }];
      } else if (folder && change.path.startsWith(`${folder}/`))
        return [{ ...change, series: member, number: ownerOf(change.path.slice(folder.length + 1), member, anyName) }];
    }
    return [];
  });
}

const labelledName = (id: string) => `${id}[-_]?`;
const anyName = (id: string) => `(?:${id}[-_]?)?`;

/** `cip-20/flow.png`, `cbc/cip-20/flow.png`, `0020-name/flow.png` and `cip-20-flow.png` are of proposal 20. @param prefix of the number. */
function ownerOf(path: string, { id }: Series, prefix: (id: string) => string): number | undefined {
  const pattern = new RegExp(`^${prefix(id)}0*(${numberPattern})(?=$|[-_.])`, "i");
  for (const part of path.split("/")) {
    const number = pattern.exec(part)?.[1];
    if (number !== undefined) return Number(number);
  }
  return undefined;
}

const steering = new Set([
  ...configFileNames,
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  ".npmrc",
  ".gitattributes",
  ".gitmodules",
  "CODEOWNERS",
  "action.yml",
  "action.yaml",
]);
const runs = /\.([cm]?[jt]sx?|sh|bash|py|rb|ps1|exe|wasm|node)$/i;
const steeringFolders = /^(\.github|\.gitlab|\.ci|\.circleci|\.husky|templates|locales|node_modules)\//;

/** Whether a file controls how the register is built or reviewed by its name alone, wherever the register is in its repository. */
function controls(path: string): boolean {
  const inside = path.replace(/^(\.\.\/)+/, "");
  return steering.has(posix.basename(inside)) || steeringFolders.test(inside);
}

/** @returns the changed files of the program, its settings and the rules. */
export function processFiles(changes: readonly FileChange[], config: SiteConfig): FileChange[] {
  const { series, content } = config;
  const named = series.flatMap(({ process, template, source }) => [
    ...(process?.files ?? []).flatMap((file) => [file, posix.join(source, file)]),
    ...(template ? [template] : []),
  ]);
  const published = [content.static, ...series.map(({ source }) => source)];
  const assets = new Set(assetsOf(changes, config).map(({ path }) => path));
  return changes.filter(({ path }) => {
    if (named.some((name) => path === name || path.startsWith(`${name.replace(/\/$/, "")}/`))) return true;
    // A script below the proposals is a published asset and does not run here.
    const isPublished = assets.has(path) || published.some((folder) => path.startsWith(`${folder}/`));
    return !isPublished && (controls(path) || runs.test(path));
  });
}
