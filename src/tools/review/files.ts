/** Finds changes of other files than texts: pictures and data of proposals, and files that control how the register is built and reviewed. */
import { posix } from "node:path";
import { configFileNames, type Series, type SiteConfig } from "../../config/index.js";
import type { TreeChange } from "../../content/read/commits.js";
import { numberOfSlug, numberPattern } from "../../shared/proposal-number.js";
import type { FileChange } from "../../shared/review.js";
import { textFormat } from "../../shared/text-format.js";

/** A changed file that belongs to a proposal by its place or name. */
export interface Asset extends FileChange {
  series: Series;
  /** The number of the proposal; undefined if neither its folder nor its name has one. */
  number?: number;
}

/** @returns one change for each path: a rename removes one file and adds another. */
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
 * @returns the assets of proposals among the changes: files below the folder of a series, its assets, or the static folder of its route. If
 * such a folder is the whole repository, only files that are named after a proposal and do not control the register count.
 */
export function assetsOf(changes: readonly FileChange[], { series, content }: SiteConfig): Asset[] {
  const folders = series.flatMap((member) => [
    { member, folder: member.assets ? posix.join(member.source, member.assets) : undefined },
    { member, folder: posix.join(content.static, member.route) },
    { member, folder: member.source },
  ]);
  return changes.flatMap((change): Asset[] => {
    if (textFormat(change.path)) return [];
    const assets = folders.flatMap(({ member, folder }): Asset[] => {
      if (folder === ".") {
        const number = isControlFile(change.path) ? undefined : ownerOf(change.path, `${member.id}[-_]?`);
        return number === undefined ? [] : [{ ...change, series: member, number }];
      }
      if (!folder || !change.path.startsWith(`${folder}/`)) return [];
      const path = change.path.slice(folder.length + 1);
      const [slug = ""] = path.split(/[/.]/, 1);
      const number = member.numbers === "none" ? numberOfSlug(slug) : ownerOf(path, `(?:${member.id}[-_]?)?`);
      return [{ ...change, series: member, number }];
    });
    // Several series may share a folder of assets.
    return assets.toSorted((a, b) => Number(a.number === undefined) - Number(b.number === undefined)).slice(0, 1);
  });
}

/** @returns 20 for `cip-20/flow.png`, `cbc/cip-20/flow.png`, `0020-name/flow.png` and `cip-20-flow.png`. @param prefix pattern of the text before the number. */
function ownerOf(path: string, prefix: string): number | undefined {
  const pattern = new RegExp(`^${prefix}0*(${numberPattern})(?=$|[-_.])`, "i");
  for (const part of path.split("/")) {
    const number = pattern.exec(part)?.[1];
    if (number !== undefined) return Number(number);
  }
  return undefined;
}

const controlFiles = new Set([
  ...configFileNames,
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.json",
  "cipgen-baseline.json",
  ".npmrc",
  ".gitattributes",
  ".gitmodules",
  ".gitlab-ci.yml",
  "CODEOWNERS",
  "action.yml",
  "action.yaml",
]);
/** Matches the names of scripts and programs. */
const executable = /\.([cm]?[jt]sx?|sh|bash|py|rb|ps1|exe|wasm|node)$/i;
const controlFolders = /^(\.github|\.gitlab|\.ci|\.circleci|\.husky|templates|locales|node_modules)\//;

/** Whether the name of a file says that it controls how the register is built or reviewed. Its path may lead out of the site's folder. */
function isControlFile(path: string): boolean {
  const inside = path.replace(/^(\.\.\/)+/, "");
  return controlFiles.has(posix.basename(inside)) || controlFolders.test(inside);
}

/** @returns the changed files that control how the register is built or reviewed. */
export function processFiles(changes: readonly FileChange[], config: SiteConfig): FileChange[] {
  const { series, content, redirectsFile } = config;
  const files = series.flatMap(({ process, template, source }) => [
    ...(process?.files ?? []).flatMap((file) => [file, posix.join(source, file)]),
    template,
  ]);
  const named = [...files, redirectsFile].filter((file) => file !== undefined);
  const published = [content.static, ...series.map(({ source }) => source)];
  const assets = new Set(assetsOf(changes, config).map(({ path }) => path));
  return changes.filter(({ path }) => {
    if (named.some((name) => path === name || path.startsWith(`${name.replace(/\/$/, "")}/`))) return true;
    // A script below the proposals is a published asset and does not run here.
    const isPublished = assets.has(path) || published.some((folder) => path.startsWith(`${folder}/`));
    return !isPublished && (isControlFile(path) || executable.test(path));
  });
}
