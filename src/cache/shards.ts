/**
 * Many entries, of which an edit changes few: they are spread over several files, and only files with a changed entry
 * are written.
 */
import type { Cache } from "./cache.js";

/** More files would cost a first build more, fewer would cost an edit more. */
const count = 16;

/** @template Value a JSON value. */
export class ShardedEntries<Value> {
  private readonly shards = new Map<number, ReadonlyMap<string, Value>>();

  /** @param name folder of the files, below the cache's. */
  constructor(
    private readonly cache: Cache,
    private readonly name: string,
  ) {}

  /** Every entry of the cache. */
  all(): Map<string, Value> {
    return new Map(Array.from({ length: count }, (_, index) => [...this.shard(index)]).flat());
  }

  get(key: string): Value | undefined {
    return this.shard(shardOf(key)).get(key);
  }

  /**
   * Writes the entries of these keys. Other entries disappear with the next write of their file.
   * @param changed keys whose entries are new or removed.
   * @param jsonOf returns an entry in the form of `asciiJson`; called for the entries of every file with such a key.
   */
  save(keys: Iterable<string>, changed: Iterable<string>, jsonOf: (key: string) => Uint8Array): void {
    const rows = new Map([...changed].map((key): [number, Uint8Array[]] => [shardOf(key), []]));
    for (const key of keys) {
      const row = rows.get(shardOf(key));
      row?.push(Buffer.from(`${row.length > 0 ? "," : "["}[${JSON.stringify(key)},`), jsonOf(key), entryEnd);
    }
    for (const [index, row] of rows) {
      this.cache.write(this.fileOf(index), row.length > 0 ? Buffer.concat([...row, fileEnd]) : "[]");
      this.shards.delete(index);
    }
  }

  private shard(index: number): ReadonlyMap<string, Value> {
    const known =
      this.shards.get(index) ?? new Map(this.cache.readJson(this.fileOf(index)) as [string, Value][] | undefined);
    this.shards.set(index, known);
    return known;
  }

  private fileOf(index: number): string {
    return `${this.name}/${index}.json`;
  }
}

const entryEnd = Buffer.from("]");
const fileEnd = Buffer.from("]\n");

/**
 * JSON in ASCII, which is read in half the time: decoding UTF-8 takes as long as parsing, and a text with one such
 * character has two bytes for all.
 */
export function asciiJson(value: unknown): Buffer {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return Buffer.from(JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped), "latin1");
}

/** @param key a digest: two of its characters spread entries well enough, in base 16 and in base 64. */
function shardOf(key: string): number {
  return (key.charCodeAt(0) + 7 * key.charCodeAt(1)) % count;
}
