/**
 * `/build.json`: the inputs of a published site, so that anyone can build it again and compare. It names the commit
 * only if the site is exactly that of the commit: uncommitted changes could not be reproduced.
 */
import { join, relative, sep } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { askGit, findRepository, readHead } from "../read/git.js";
import { programVersion } from "../runtime/program.js";
import type { PlannedFiles } from "../shared/output.js";
import { sourceFolders } from "./input-places.js";

export const buildRecordPath = "build.json";

/** The public form. */
export interface BuildRecord {
  program: "cipgen";
  version: string;
  /** null without git, and if a source differs from the commit. */
  commit: string | null;
}

/** @param root absolute. @param read absolute paths of the files of the configuration and the templates. */
export function planBuildRecord(root: string, config: SiteConfig, read: readonly string[]): PlannedFiles {
  const make = async () => {
    const commit = (await recordedCommit(root, config, read)) ?? null;
    const record: BuildRecord = { program: "cipgen", version: programVersion(), commit };
    return [{ path: buildRecordPath, content: `${JSON.stringify(record)}\n` }];
  };
  return { paths: [buildRecordPath], make };
}

/** The commit that the record names, if it names one. */
export function recordedCommit(root: string, config: SiteConfig, read: readonly string[]): Promise<string | undefined> {
  const folders = [...sourceFolders(config), "templates", "locales"].map((folder) => join(root, folder));
  return commitOf(root, [...folders, ...read]);
}

/** The commit of the work tree, if these absolute paths are unchanged in it. */
async function commitOf(root: string, paths: readonly string[]): Promise<string | undefined> {
  const place = await findRepository(root);
  const head = place && (await readHead(place.folder));
  if (!head || !/^[0-9a-f]{40,64}$/.test(head)) return undefined;
  const inside = paths.map((path) => relative(place.top, path).split(sep).join("/"));
  // Files outside the repository are in no commit.
  if (inside.some((path) => path.startsWith("../"))) return undefined;
  const specs = inside.map((path) => `:(literal)${path || "."}`);
  const status = [
    "-c",
    "core.fsmonitor=false",
    "--no-optional-locks",
    "status",
    "--porcelain",
    "--untracked-files=all",
  ];
  const changes = await askGit(place, [...status, "--", ...specs]).catch(() => undefined);
  return changes === "" ? head : undefined;
}
