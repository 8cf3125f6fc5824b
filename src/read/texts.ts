/** Reads the texts of a site whole: with what they include where the site has that on, and their metadata where it is in other files. */
import { type IncludeOptions, type ReadTexts, readIncluding } from "./includes.js";
import { type MetadataFilesOf, withMetadataFiles } from "./metadata-files.js";
import type { SourceReader } from "./reader.js";
import type { KnownSources } from "./sources.js";

/** What texts have in other files. */
export interface TextOptions extends IncludeOptions {
  metadataFilesOf?: MetadataFilesOf;
}

export async function readTexts(
  reader: SourceReader,
  paths: readonly string[],
  options: TextOptions,
  known: KnownSources = new Map(),
): Promise<ReadTexts> {
  const read = await readIncluding(reader, paths, options, known);
  const { metadataFilesOf, maxFileSize } = options;
  if (!metadataFilesOf) return read;
  const { files, ...joined } = await withMetadataFiles(reader, read, metadataFilesOf, maxFileSize, known);
  return { ...joined, included: [...read.included, ...files] };
}
