/**
 * Metadata in a file beside the text (`kep.yaml` beside `README.md`): it is read as the front matter of the text, with the places of its own
 * lines. So whatever reads, checks, compares and caches texts needs to know nothing of it.
 */
import { posix } from "node:path";
import { parse, TomlError } from "smol-toml";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";

/** A text with its metadata before it. */
interface JoinedText {
  text: string;
  /** Lines of the file beside it: the first of them is the second line of the text. */
  before: number;
  /** Line of the text's own file behind the last `---`, from 1. */
  bodyLine: number;
  /** Why the file cannot be read, and where. */
  problem?: { message: string; line: number; column: number };
}

/** Extensions of files with metadata. */
export const metadataExtensions = ["yaml", "yml", "json", "toml"] as const;

/** The line of a text on which its metadata begins, from 1: the first one has the dashes, which are not in the file beside it. */
export function metadataLine({ path, included }: Pick<SourceFile, "path" | "included">): number {
  const beside = included?.origins[1];
  return beside?.from === 2 && beside.file !== path && beside.line === 1 ? 2 : 1;
}

/** The file with the metadata of a text. @param metadata of the series. */
export function metadataFileOf(path: string, metadata: string | { file: string } | undefined): string | undefined {
  return typeof metadata === "object" ? posix.join(posix.dirname(path), metadata.file) : undefined;
}

/** @param path of the file with the metadata: its extension says how it is written. */
export function joinMetadata(text: string, path: string, metadata: string): JoinedText {
  const written = linesOf(metadata.replace(/^\uFEFF/, "").replace(/(?:\r\n?|\n)$/, ""));
  const { lines, problem } = frontLines(path, written);
  const ownLines = linesOf(text.replace(/^\uFEFF/, ""));
  // The file beside the text replaces its front matter.
  const end =
    ownLines[0]?.trimEnd() === "---" ? ownLines.findIndex((line, index) => index > 0 && line.trimEnd() === "---") : -1;
  const body = ownLines.slice(end + 1);
  // Three dashes end front matter, whatever follows them.
  const front = lines.map((line) => (line.startsWith("---") ? ` ${line}` : line));
  return {
    text: ["---", ...front, "---", ...body].join("\n"),
    before: lines.length,
    bodyLine: end + 2,
    ...(problem && { problem }),
  };
}

/** The file as front matter, line for line. JSON is YAML; what is not TOML is left as it is. */
function frontLines(path: string, lines: string[]): { lines: string[]; problem?: JoinedText["problem"] } {
  if (/\.toml$/i.test(path)) return tomlLines(lines);
  if (/\.json$/i.test(path))
    return { lines: lines.map((line) => line.replace(/^\t+/, (tabs) => " ".repeat(tabs.length))) };
  return { lines: lines.map((line) => (/^(?:---|\.\.\.)\s*$/.test(line) ? "" : line)) };
}

/** `title = "Tokens"` as `title:  "Tokens"` on the same line: each value of the first level is where its key or its table begins. */
function tomlLines(written: string[]): { lines: string[]; problem?: JoinedText["problem"] } {
  let values: Record<string, unknown>;
  try {
    values = parse(written.join("\n"));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.split("\n");
    return { lines: written, problem: { message, line: error.line, column: error.column } };
  }
  const lines = written.map(() => "");
  const unwritten = new Map(Object.entries(values));
  let isTable = false;
  for (const [index, line] of written.entries()) {
    const table = /^\s*\[\[?\s*["']?([^"'.\]\s]+)/.exec(line)?.[1];
    if (table !== undefined) isTable = true;
    const pair = isTable ? null : /^\s*["']?([\w-]+|[^"'=]+)["']?(?:\s*\.[^=]+)?\s*=\s*/.exec(line);
    const key = table ?? pair?.[1] ?? "";
    if (!unwritten.has(key)) continue;
    const label = `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: `;
    // The value keeps its column.
    lines[index] = label.padEnd(pair?.[0].length ?? 0) + JSON.stringify(unwritten.get(key));
    unwritten.delete(key);
  }
  return { lines };
}
