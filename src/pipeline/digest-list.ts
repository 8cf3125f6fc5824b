/**
 * `/.well-known/cipgen.json`: digest and content type of every file of a site, so that one signature proves all of them.
 * It is made from the digests that files have when they are written: nothing is read again for it.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { jsonText } from "../emit/manifest.js";
import { siteFileUrl } from "../model/addresses.js";
import { contentType } from "../model/content-types.js";
import type { MadeFile, OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";

export const digestListPath = siteFileUrl("digests").slice(1);
export const signaturePath = digestListPath.replace(/json$/, "sigstore.json");

/** The public form. */
export interface DigestList {
  program: string;
  version: string;
  commit: string | null;
  /** By path. The digest is hexadecimal. */
  files: Record<string, { sha256: string; type: string }>;
}

/**
 * @param record text of the build record, whose facts it repeats: a signature covers them too.
 * @param digests SHA-256 of all other files, in any form that `Buffer` reads.
 */
export function digestList(record: string, digests: Iterable<readonly [path: string, digest: Buffer]>): MadeFile {
  const lines = [...digests]
    .sort(([one], [other]) => compareText(one, other))
    .map(([path, digest]) => `${jsonText(path)}:{"sha256":"${digest.toString("hex")}","type":"${contentType(path)}"}`);
  const { program, version, commit } = JSON.parse(record);
  const head = JSON.stringify({ program, version, commit }).slice(0, -1);
  return { path: digestListPath, content: `${head},"files":{\n${lines.join(",\n")}\n}}\n` };
}

/** The list of a site in memory. */
export async function digestListOf(files: readonly OutputFile[], record: string): Promise<MadeFile> {
  const digests = files.map(async ({ path, content }) => {
    const bytes = typeof content === "object" && "copyOf" in content ? await readFile(content.copyOf) : content;
    return [path, createHash("sha256").update(bytes).digest()] as const;
  });
  return digestList(record, await Promise.all(digests));
}

/** @returns undefined for what is no such list. */
export function parseDigestList(text: string): DigestList | undefined {
  let list: Partial<DigestList> | null;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof list?.files !== "object" || list.files === null) return undefined;
  const { program, version, commit, files } = list;
  const isText = (value: unknown) => typeof value === "string";
  const isWhole =
    isText(program) &&
    isText(version) &&
    (commit === null || isText(commit)) &&
    Object.values(files).every((file) => isText(file?.sha256) && isText(file.type));
  return isWhole ? (list as DigestList) : undefined;
}
