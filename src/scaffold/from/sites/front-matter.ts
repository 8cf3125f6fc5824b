/** The front matter of a page of an old site, as plain data. */
import { readYaml } from "../old-data.js";
import { asObject, type Loose, type OldFiles } from "./generator.js";

export function frontMatterOf(files: OldFiles, path: string): Loose {
  const [, yaml] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(files.text(path) ?? "") ?? [];
  return yaml === undefined ? {} : asObject(readYaml(yaml).value);
}
