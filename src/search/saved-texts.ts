/**
 * The texts of documents as search wants them, in bytes: as they are in the cache, and as threads send them, because
 * bytes are copied in a fraction of the time that objects take. Most builds need few of them, and parse none again.
 */
import type { Cache } from "../cache/cache.js";
import { asciiJson, ShardedEntries } from "../cache/shards.js";
import type { SearchText, Section } from "../shared/document.js";

/** By `Document.digest`. */
export function savedTexts(cache: Cache): ShardedEntries<Section[]> {
  return new ShardedEntries(cache, "search-text");
}

export function encodeText(sections: readonly Section[]): SearchText {
  return asciiJson(sections);
}

export function decodeText({ buffer, byteOffset, byteLength }: SearchText): Section[] {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
}
