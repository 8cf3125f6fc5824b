/** Files arrive in the writing thread as they were, however they are grouped on the way. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Batch, Batcher, buffersOf, filesOfBatch } from "../../src/emit/writer.js";
import { type AnyFile, wholeFile } from "../../src/shared/output.js";

/** What comes out at the other end; buffers are handed over as a thread would get them. */
function pass(files: readonly AnyFile[]): { batches: number; files: AnyFile[] } {
  const batches: Batch[] = [];
  const batcher = new Batcher((batch) => batches.push(structuredClone(batch, { transfer: buffersOf(batch) })));
  for (const file of files) batcher.add(file);
  batcher.flush();
  return { batches: batches.length, files: batches.flatMap(filesOfBatch) };
}

function decoded(file: AnyFile) {
  const { path, content } = wholeFile(file);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { path, content: content instanceof Uint8Array ? decoder.decode(content) : content };
}

test("texts, bytes, parts and files to copy come out in order and unchanged", () => {
  const content = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string().map((text) => new TextEncoder().encode(text)),
    fc.string().map((copyOf) => ({ copyOf })),
  );
  const file = fc.oneof(
    fc.record({ path: fc.string(), content }),
    fc.record({ path: fc.string(), parts: fc.array(fc.uint8Array()) }),
  );
  fc.assert(
    fc.property(fc.array(file), (files) => {
      expect(pass(files).files.map(decoded)).toEqual(files.map(decoded));
    }),
  );
});

test("small files travel together, and one that is larger than a batch travels whole", () => {
  const small = Array.from({ length: 500 }, (_, index) => ({ path: `${index}`, content: "<p>ä</p>" }));
  const large = { path: "large", content: "語".repeat(3_000_000) };
  const passed = pass([...small, large, ...small]);
  expect(passed.batches).toBe(3);
  expect(passed.files.map(decoded)).toEqual([...small, large, ...small]);
});

test("a file in parts arrives whole, however large it and its parts are", () => {
  const sizes = fc.array(fc.constantFrom(0, 1, 1000, (1 << 21) - 1, 1 << 21, (1 << 21) + 1, 5_000_000), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const parts = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
      const [passed] = pass([{ path: "large", parts }]).files.map(wholeFile);
      expect(Buffer.concat(parts).equals(passed?.content as Uint8Array)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("without files nothing is sent", () => {
  expect(pass([]).batches).toBe(0);
});
