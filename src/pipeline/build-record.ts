/**
 * `/build.json`: what a published site was made from, so that anyone can make it again and compare. The commit is named only where the site
 * is exactly what that commit has: with changes that are not committed, nobody could make the same from it.
 */
import { posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { askGit, findRepository, readHead } from "../read/git.js";
import { programVersion } from "../runtime/program.js";
import type { PlannedFiles } from "../shared/output.js";
import { sourceFolders } from "./inputs.js";

export const buildRecordPath = "build.json";

/** The public form. */
export interface BuildRecord {
  program: "cipgen";
  version: string;
  /** null without git, and where a source is not as it was committed. */
  commit: string | null;
}

/** @param root absolute. @param configFile its name. */
export function planBuildRecord(root: string, config: SiteConfig, configFile: string): PlannedFiles {
  const make = async () => {
    const commit = (await recordedCommit(root, config, configFile)) ?? null;
    const record: BuildRecord = { program: "cipgen", version: programVersion(), commit };
    return [{ path: buildRecordPath, content: `${JSON.stringify(record)}\n` }];
  };
  return { paths: [buildRecordPath], make };
}

/** The commit that the record names, if it names one. */
export function recordedCommit(root: string, config: SiteConfig, configFile: string): Promise<string | undefined> {
  return commitOf(root, [...sourceFolders(config), "templates", "locales", configFile]);
}

/** The commit that the work tree is at, if these paths are as it has them. */
async function commitOf(root: string, paths: readonly string[]): Promise<string | undefined> {
  const place = await findRepository(root);
  const head = place && (await readHead(place.folder));
  if (!head || !/^[0-9a-f]{40,64}$/.test(head)) return undefined;
  const within = posix.relative(place.top, root);
  const specs = paths.map((path) => `:(literal)${posix.join(within, path)}`);
  const status = [
    "-c",
    "core.fsmonitor=false",
    "--no-optional-locks",
    "status",
    "--porcelain",
    "--untracked-files=all",
  ];
  const changes = await askGit(place, [...status, "--", ...specs]);
  return changes === "" ? head : undefined;
}
