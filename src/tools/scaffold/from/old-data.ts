/** Reads settings of an old site as data. A stranger wrote them, so files are limited, and a file with aliases, which can expand to any size, is not read. */
import { parse as parseToml } from "smol-toml";
import { isMap, LineCounter, parseDocument } from "yaml";
import { linesOf } from "../../../shared/lines.js";

/** A value that only running the file would give, or that costs too much to read. */
export interface Unread {
  /** The path of the key, `themeConfig.prism.theme`; empty for the whole file. */
  key: string;
  line: number;
  /** What the file has instead of a value: `a function`. */
  description: string;
}

export interface OldData {
  /** The settings; a key whose value could not be read is missing. */
  value: unknown;
  unread: Unread[];
  /** The line of each key: in a script of keys at the top level, in YAML and TOML of all. */
  lines: ReadonlyMap<string, number>;
}

/** The description of a file or a value that costs too much to read. */
export const tooLarge = "larger than what a person writes";

/** The maximum number of characters of a file. */
const longestFile = 200_000;

export const isTooLong = (text: string) => text.length > longestFile;

export function unreadFile(description: string, line = 1): OldData {
  return { value: undefined, unread: [{ key: "", line, description }], lines: new Map() };
}

/** Reads YAML without aliases. A tag of another program, such as `!!python/name:…`, is a text. */
export function readYaml(text: string): OldData {
  if (isTooLong(text)) return unreadFile(tooLarge);
  const lineCounter = new LineCounter();
  try {
    // By default the library compares each key with all others, and quotes lines in every error: too slow for a hostile file.
    const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, prettyErrors: false, lineCounter });
    const [error] = document.errors;
    if (error) return unreadFile("not valid YAML", lineCounter.linePos(error.pos[0]).line);
    if (!isMap(document.contents)) return unreadFile("not a list of settings");
    return { value: document.toJS({ maxAliasCount: 0 }), unread: [], lines: keyLines(text) };
  } catch (error) {
    // The parser recurses, so thousands of brackets exhaust its stack.
    return unreadFile(error instanceof ReferenceError ? "YAML with an alias of another value" : tooLarge);
  }
}

export function readToml(text: string): OldData {
  if (isTooLong(text)) return unreadFile(tooLarge);
  try {
    return { value: parseToml(text), unread: [], lines: keyLines(text) };
  } catch (error) {
    const { line = 1, message } = error as { line?: number; message: string };
    return unreadFile(`not valid TOML: ${message.split("\n")[0]}`, line);
  }
}

/** The first line of each key in YAML or TOML. */
function keyLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of linesOf(text).entries()) {
    const [, header, name = header?.split(".").at(-1)] =
      /^(?:\[+([\w.-]{1,100})\]|["']?([\w.-]{1,100})["']?[ \t]{0,9}[:=])/.exec(line.trim()) ?? [];
    if (name !== undefined && !lines.has(name)) lines.set(name, index + 1);
  }
  return lines;
}
