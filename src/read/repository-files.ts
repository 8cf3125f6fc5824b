/** Which files of the repository a site may put into its pages. */
import { posix } from "node:path";
import type { SourceReader } from "./reader.js";

export const isInside = (path: string, { prefix }: SourceReader) => !posix.join(prefix, path).startsWith("..");

/** Why a file is never read: it may be a secret of the machine, or of the job that builds the site. */
export function refusalOf(path: string, reader: SourceReader): string | undefined {
  if (!isInside(path, reader)) return `${path} is outside of the repository`;
  const names = path.split("/").filter((name) => name !== "..");
  if (names.some((name) => name.startsWith(".") || /[:\\\0]|^git~\d/i.test(name)) || names.includes("node_modules"))
    return `${path} is hidden, or has a name that is not read`;
  if (!reader.has(path)) return `there is no file ${path}`;
  return reader.isPlain(path) ? undefined : `${path} is not a file, or is behind a symbolic link`;
}
