/** The files of a built site, in memory or in a folder, as input for checks: text only for files that can contain links. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputFile } from "../shared/output.js";
import type { CheckedFile } from "./check.js";
import { canHoldLinks } from "./extract.js";

export async function filesOfBuild(files: readonly OutputFile[]): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async ({ path, content }) => (canHoldLinks(path) ? { path, text: await textOf(content) } : { path })),
  );
}

async function textOf(content: OutputFile["content"]): Promise<string> {
  if (typeof content === "string") return content;
  return content instanceof Uint8Array ? Buffer.from(content).toString("utf8") : readFile(content.copyOf, "utf8");
}

/** @param paths of all files below the folder. */
export async function filesOfFolder(folder: string, paths: readonly string[]): Promise<CheckedFile[]> {
  return Promise.all(
    paths.map(async (path) =>
      canHoldLinks(path) ? { path, text: await readFile(join(folder, path), "utf8") } : { path },
    ),
  );
}
