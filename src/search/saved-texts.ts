/** The texts of documents as search wants them, in the cache: most builds need few of them, and parse none again. */
import type { Cache } from "../cache/cache.js";
import { ShardedEntries } from "../cache/shards.js";
import type { Section } from "../shared/document.js";

/** By `Document.digest`. */
export function savedTexts(cache: Cache): ShardedEntries<Section[]> {
  return new ShardedEntries(cache, "search-text");
}
