/**
 * Metadata in a file beside the text (`kep.yaml` beside `README.md`): it is read as the front matter of the text, with the places of its own
 * lines. So whatever reads, checks, compares and caches texts needs to know nothing of it.
 */
import { posix } from "node:path";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";

/** A text with its metadata before it. */
interface JoinedText {
  text: string;
  /** Lines of the file beside it: the first of them is the second line of the text. */
  before: number;
  /** Line of the text's own file behind the last `---`, from 1. */
  bodyLine: number;
}

/** Extensions of files with metadata. */
export const metadataExtensions = ["yaml", "yml", "json"] as const;

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
  const lines = frontLines(path, written);
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
  };
}

/** The file as front matter, line for line: JSON is YAML. */
function frontLines(path: string, lines: readonly string[]): string[] {
  if (/\.json$/i.test(path)) return lines.map((line) => line.replace(/^\t+/, (tabs) => " ".repeat(tabs.length)));
  return lines.map((line) => (/^(?:---|\.\.\.)\s*$/.test(line) ? "" : line));
}
