/** Reads the texts of a site, with the files that they include and the metadata from files beside them (`joinMetadata`). */

import type { Result } from "../../shared/diagnostic.js";
import type { IncludedLines, SourceFile } from "../../shared/document.js";
import { joinMetadata } from "../metadata/metadata-files.js";
import { readIncluding } from "./includes.js";
import type { SourceReader } from "./reader.js";
import { type AdmissionOptions, admitTexts } from "./repository-files.js";
import { type KnownSources, readSources, sourceFile } from "./sources.js";

/** Names the files that may have the metadata of a text. The first that exists counts. */
export type MetadataFilesOf = (path: string) => readonly string[];

interface ReadTexts extends Result<SourceFile[]> {
  /** Paths of all files that the texts include or have their metadata in, including missing ones. */
  included: string[];
}

export interface TextOptions extends AdmissionOptions {
  maxFileSize: number;
  metadataFilesOf?: MetadataFilesOf;
}

export async function readTexts(
  reader: SourceReader,
  paths: readonly string[],
  options: TextOptions,
  sources: KnownSources = new Map(),
): Promise<ReadTexts> {
  const { metadataFilesOf, maxFileSize } = options;
  const read = await readIncluding(reader, paths, options, sources);
  if (!metadataFilesOf) return read;
  const { files, ...joined } = await withMetadataFiles(reader, read, metadataFilesOf, {
    maxFileSize,
    earlierSources: sources,
    admit: (files) => admitTexts(reader, files, options),
  });
  return { ...joined, included: [...read.included, ...files] };
}

interface MetadataOptions {
  maxFileSize: number;
  earlierSources: KnownSources;
  /** See `admitTexts`; without it, every file is read. */
  admit?(files: Iterable<string>): ReturnType<typeof admitTexts>;
}

const everything = { refusals: new Map<string, string>(), warnings: [] };

/** Joins metadata from other files to texts, which may already have included files. A text without such a file stays as it is. */
export async function withMetadataFiles(
  reader: SourceReader,
  { value, diagnostics }: Result<SourceFile[]>,
  filesOf: MetadataFilesOf,
  { maxFileSize, earlierSources: sources, admit }: MetadataOptions,
): Promise<Result<SourceFile[]> & { files: string[] }> {
  const named = new Map(value.map(({ path }) => [path, filesOf(path)]));
  const metadataFiles = new Map(
    [...named].flatMap(([path, files]) => {
      const file = files.find((candidate) => reader.isPlainFile(candidate));
      return file === undefined ? [] : [[path, file]];
    }),
  );
  const files = [...new Set([...named.values()].flat())];
  if (metadataFiles.size === 0) return { value, diagnostics, files };
  const { refusals, warnings } = (await admit?.(new Set(metadataFiles.values()))) ?? everything;
  const readable = [...new Set(metadataFiles.values())].filter((file) => !refusals.has(file));
  const read = await readSources(reader, readable, maxFileSize, sources);
  const byPath = new Map(read.value.map((source) => [source.path, source]));
  return {
    value: value.map((source) => {
      const beside = metadataFiles.get(source.path) ?? "";
      const message = refusals.get(beside);
      if (message !== undefined) return { ...source, unread: { file: beside, line: 1, column: 1, message } };
      const file = byPath.get(beside);
      return file && source.tooLarge === undefined ? joinMetadataFile(source, file, maxFileSize) : source;
    }),
    diagnostics: [...diagnostics, ...read.diagnostics, ...warnings],
    files,
  };
}

function joinMetadataFile(source: SourceFile, file: SourceFile, maxFileSize: number): SourceFile {
  const { path, included } = source;
  const written = included?.written ?? source.text;
  const { text, before, bodyLine } = joinMetadata(source.text, file.path, file.text);
  const message = `it has ${file.tooLarge} bytes, more than maxFileSize (${maxFileSize})`;
  const lineOrigins = included?.origins ?? [{ from: 1, file: path, line: 1, shift: 0 }];
  // The metadata is between two lines of dashes, and the text begins on the next line.
  const first = before + 3;
  const origins: IncludedLines[] = [
    // A problem of the whole text is on line 1, and belongs to the file of the text.
    { from: 1, file: path, line: 1, shift: 0 },
    { from: 2, file: file.path, line: 1, shift: 0 },
    { from: first - 1, file: file.path, line: Math.max(1, before), shift: 0 },
    ...lineOrigins.flatMap((origin, index) => {
      const end = lineOrigins[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      if (end <= bodyLine) return [];
      const skipped = Math.max(0, bodyLine - origin.from);
      return [{ ...origin, from: origin.from + skipped - bodyLine + first, line: origin.line + skipped }];
    }),
  ];
  return {
    ...sourceFile(path, text),
    included: { written, files: new Map([...(included?.files ?? []), [file.path, file.text]]), origins },
    ...(file.tooLarge !== undefined && { unread: { file: file.path, line: 1, column: 1, message } }),
  };
}
