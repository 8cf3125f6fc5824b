/** Whichever thread writes, and whenever what waits is written: each file once, in order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileRecord } from "../../src/emit/former.js";
import { type OutputWriter, patientWriter } from "../../src/emit/writer.js";
import { runs } from "../support/runs.js";

const record: FileRecord = { size: 0, mtimeMs: 0, ino: 0, digest: "" };

/** Remembers the paths of its files. */
function fakeWriter(paths: string[]): OutputWriter {
  return {
    add: (files) => void paths.push(...files.map(({ path }) => path)),
    flush: () => undefined,
    finish: async () => paths.map((path) => ({ path, isStaged: true, ...record })),
    stop: async () => undefined,
  };
}

test("files that wait are written when they are flushed, too many at once by a thread, and none is lost", async () => {
  const portions = fc.array(fc.record({ count: fc.nat(200), isFlushed: fc.boolean() }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(portions, async (all) => {
      const writers: { few?: string[]; many?: string[] } = {};
      const start = (kind: "few" | "many") => () => {
        const paths: string[] = [];
        writers[kind] = paths;
        return fakeWriter(paths);
      };
      const writer = patientWriter(start("few"), start("many"));
      const added: string[] = [];
      for (const [index, { count, isFlushed }] of all.entries()) {
        const paths = Array.from({ length: count }, (_, file) => `${index}/${file}`);
        writer.add(paths.map((path) => ({ path, content: "" })));
        added.push(...paths);
        if (!isFlushed) continue;
        writer.flush();
        expect(writers.few ?? writers.many ?? []).toEqual(added);
      }
      expect((await writer.finish()).map(({ path }) => path)).toEqual(added);
      expect(writers.few && writers.many).toBeUndefined();
      if (added.length <= 150) expect(writers.many).toBeUndefined();
      else if (!all.some(({ isFlushed }) => isFlushed)) expect(writers.few).toBeUndefined();
    }),
    { numRuns: runs(100) },
  );
});
