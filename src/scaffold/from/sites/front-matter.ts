/** The front matter of a page of an old site, as plain data. */
import { parse } from "yaml";
import { asObject, type Loose, type OldFiles } from "./generator.js";

export function frontMatterOf(files: OldFiles, path: string): Loose {
  const [, yaml] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(files.text(path) ?? "") ?? [];
  return yaml === undefined ? {} : asObject(readYaml(yaml));
}

/** @returns undefined for what is not YAML. Tags of other programs (`!!python/name:…`, `!ENV`) are texts. */
export function readYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: "silent", maxAliasCount: 50, customTags: [environmentTag] });
  } catch {
    return undefined;
  }
}

/** `!ENV [NAME, "default"]` of MkDocs: the default. */
const environmentTag = {
  tag: "!ENV",
  collection: "seq" as const,
  resolve: (items: unknown) => {
    const list = (items as { toJSON(): unknown[] }).toJSON();
    return list.length > 1 ? list.at(-1) : undefined;
  },
};

/** The line of a key in a configuration of lines, at the top or below others; 1 if it is not found. */
export function lineOfKey(text: string, key: string): number {
  const name = key.split(".").at(-1) ?? key;
  const lines = text.split(/\r\n?|\n/);
  const found = lines.findIndex((line) =>
    new RegExp(`^\\s*-?\\s*["']?${name.replace(/[^\w-]/g, ".")}["']?\\s*[:=]`).test(line),
  );
  return found === -1 ? 1 : found + 1;
}
