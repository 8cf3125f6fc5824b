/**
 * Metadata in a file beside the text (`kep.yaml` beside `README.md`). It is joined to the text as front matter, with the positions of its own lines, so
 * that code which reads, checks, compares and caches texts need not know about such files.
 */
import { posix } from "node:path";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";

/** A text after its metadata as front matter. */
interface JoinedText {
  text: string;
  /** The number of lines of metadata, which begin on the second line of the text. */
  before: number;
  /** The line of the text's own file that follows the closing `---`, from 1. */
  bodyLine: number;
}

/** Extensions of files with metadata. */
export const metadataExtensions = ["yaml", "yml", "json"] as const;

/** @returns the line on which the metadata of a text begins, from 1: the second line, below the dashes, if it comes from a file beside the text. */
export function metadataLine({ path, included }: Pick<SourceFile, "path" | "included">): number {
  const beside = included?.origins[1];
  return beside?.from === 2 && beside.file !== path && beside.line === 1 ? 2 : 1;
}

/** @returns the path of the file with the metadata of a text, if it is in a file of its own. @param metadata the configuration of the series. */
export function metadataFileOf(path: string, metadata: string | { file: string } | undefined): string | undefined {
  return typeof metadata === "object" ? posix.join(posix.dirname(path), metadata.file) : undefined;
}

/** Replaces the front matter of a text with metadata. @param path of the file with the metadata, whose extension names its format. */
export function joinMetadata(text: string, path: string, metadata: string): JoinedText {
  const metadataLines = toYamlLines(path, linesOf(metadata.replace(/^\uFEFF/, "").replace(/(?:\r\n?|\n)$/, "")));
  const textLines = linesOf(text.replace(/^\uFEFF/, ""));
  const isDashes = (line = "") => line.trimEnd() === "---";
  const end = isDashes(textLines[0]) ? textLines.findIndex((line, index) => index > 0 && isDashes(line)) : -1;
  const body = textLines.slice(end + 1);
  // Three dashes end front matter, whatever follows them.
  const front = metadataLines.map((line) => (line.startsWith("---") ? ` ${line}` : line));
  return { text: ["---", ...front, "---", ...body].join("\n"), before: front.length, bodyLine: end + 2 };
}

/** Makes each line of the file a line of YAML. JSON is YAML but for tabs; lines between the documents of a YAML file become empty. */
function toYamlLines(path: string, lines: readonly string[]): string[] {
  if (/\.json$/i.test(path)) return lines.map((line) => line.replace(/^\t+/, (tabs) => " ".repeat(tabs.length)));
  return lines.map((line) => (/^(?:---|\.\.\.)\s*$/.test(line) ? "" : line));
}
