/** What a site must be: by a build of its sources, or by its list of digests. */
import { readFile } from "node:fs/promises";
import { contentType } from "../model/content-types.js";
import type { DigestList } from "../pipeline/digest-list.js";
import { canonicalPath } from "../serve/addresses.js";
import { headersFor, parseHeaderRules } from "../serve/header-rules.js";
import type { OutputFile } from "../shared/output.js";
import type { WantedFile } from "./compare.js";
import { byBytes, byDigest } from "./judges.js";

/** @param files of the build. */
export async function wantedOfBuild(
  files: readonly OutputFile[],
  style: { baseUrl: string; trailingSlash: boolean },
): Promise<WantedFile[]> {
  const own = files.find(({ path }) => path === "_headers");
  const rules = own ? parseHeaderRules(Buffer.from(await bytesOf(own.content)).toString("utf8")) : [];
  return files.map(({ path, content }) => ({
    path,
    judge: async () => byBytes(await bytesOf(content)),
    headers: {
      "content-type": contentType(path),
      ...headersFor(`${style.baseUrl}${canonicalPath(path, style)}`, rules),
    },
  }));
}

export function wantedOfList({ files }: DigestList): WantedFile[] {
  return Object.entries(files).map(([path, { sha256, type }]) => ({
    path,
    judge: () => byDigest(sha256),
    headers: { "content-type": type },
  }));
}

async function bytesOf(content: OutputFile["content"]): Promise<Uint8Array> {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : readFile(content.copyOf);
}
