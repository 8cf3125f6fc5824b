/** Code that a thread highlights has the colours that it has without one, whatever the thread has done by then. */
import { MessageChannel } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { highlight } from "../../src/formats/markdown/highlight.js";
import { run } from "../../src/formats/markdown/highlight-worker.js";
import { Highlighter } from "../../src/pipeline/highlighter.js";
import { type ParsedPart, withColors } from "../../src/shared/html-parts.js";
import { runs } from "../support/runs.js";

const code = fc.record({
  kind: fc.constant("code" as const),
  language: fc.constantFrom("js", "solidity", "xml", "json", "python3"),
  // Long ones, too, so that some fill a message.
  code: fc.oneof(
    fc.string(),
    fc.constantFrom("const a = `b`;", '{"a": [1, true]}', "<b>&amp;</b>", "// x\n".repeat(3000)),
  ),
});
const texts = fc.array(fc.array(fc.oneof(fc.constant("<p>a</p>"), code), { maxLength: 4 }), { maxLength: 6 });

/** How far the thread is: it never starts, works, or ends after a number of turns. */
const threads = fc.constantFrom("none", "silent", "working");

test("in any order, with any part of the answers, and without an answer", async () => {
  await fc.assert(
    fc.asyncProperty(texts, threads, fc.array(fc.nat(3)), fc.infiniteStream(fc.nat()), async (all, kind, turns, at) => {
      const { port1, port2 } = new MessageChannel();
      const thread = { port: port1, close: async () => port1.close() };
      const highlighter = new Highlighter(() => (kind === "none" ? undefined : thread));
      highlighter.start();
      if (kind === "working") void run({ port: port2 });
      const pause = async (count = 0) => {
        for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
      };
      const parsed: ParsedPart[][] = all;
      for (const [index, parts] of parsed.entries()) {
        highlighter.add(parts);
        await pause(turns[index]);
      }
      highlighter.finish();
      const waiting = [...parsed];
      while (waiting.length > 0) {
        const [parts = []] = waiting.splice((at.next().value ?? 0) % waiting.length, 1);
        await pause(turns[waiting.length]);
        expect(highlighter.withColors(parts)).toEqual(withColors(parts, highlight));
      }
      await highlighter.close();
      port2.close();
    }),
    { numRuns: runs(60) },
  );
});

test("the thread ends after the last text", async () => {
  const { port1, port2 } = new MessageChannel();
  const highlighter = new Highlighter(() => ({ port: port1, close: async () => port1.close() }));
  highlighter.start();
  const ended = run({ port: port2 });
  const parts: ParsedPart[] = [{ kind: "code", language: "js", code: "let a = 1;" }];
  highlighter.add(parts);
  highlighter.finish();
  await ended;
  expect(highlighter.withColors(parts).join("")).toContain("hljs-keyword");
  await highlighter.close();
});
