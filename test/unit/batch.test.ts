/** Files arrive in the writing thread as they were, however they are grouped on the way. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Batch, Batcher, filesOf } from "../../src/emit/batch.js";
import type { OutputFile } from "../../src/shared/output.js";

/** What comes out at the other end; buffers are handed over as a thread would get them. */
function pass(files: readonly OutputFile[]): { batches: number; files: OutputFile[] } {
  const batches: Batch[] = [];
  const batcher = new Batcher((batch) => batches.push(structuredClone(batch, { transfer: [batch.buffer] })));
  for (const file of files) batcher.add(file);
  batcher.flush();
  return { batches: batches.length, files: batches.flatMap(filesOf) };
}

const decoded = ({ path, content }: OutputFile) => ({
  path,
  content: content instanceof Uint8Array ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(content) : content,
});

test("texts, bytes and files to copy come out in order and unchanged", () => {
  const content = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string().map((text) => new TextEncoder().encode(text)),
    fc.string().map((copyOf) => ({ copyOf })),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ path: fc.string(), content })), (files) => {
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

test("without files nothing is sent", () => {
  expect(pass([]).batches).toBe(0);
});
