/** Repositories with proposals and no configuration, for the tests of `init --from`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "./site.js";

/** A new folder with these files. */
export function repository(files: Record<string, string>): string {
  const root = makeFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Texts of the numbers from 1; `write` gives the text of one. */
export function numbered(
  count: number,
  path: (number: number) => string,
  write: (number: number) => string,
): Record<string, string> {
  return Object.fromEntries([...Array(count).keys()].map((index) => [path(index + 1), write(index + 1)]));
}
