/** The job of the thread that makes the index: the same index as without a thread, whatever it reads from the cache. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openCache } from "../../../src/cache/cache.js";
import { buildIndex, planIndex } from "../../../src/search/index/build.js";
import { run, type ThreadOutput, type ThreadRequest } from "../../../src/search/index/index-worker.js";
import { emptyIndex, encodeState } from "../../../src/search/index/state.js";
import type { SearchPage } from "../../../src/search/page.js";
import { encodeText, savedTexts } from "../../../src/search/saved-texts.js";
import type { OutputFile } from "../../../src/shared/output.js";
import { runs } from "../../support/runs.js";
import { searchPage } from "../../support/search.js";
import { edited, edition, edits, requestOf } from "../../support/search-editions.js";

const folder = mkdtempSync(join(tmpdir(), "cipgen-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const cacheOptions = { folder, program: "test" };

interface Made {
  files: OutputFile[];
  states: Uint8Array[];
  isLost: boolean;
}

/** Runs the job. @param isSent whether the text of a page is sent with it; the cache has the others. */
async function runJob(
  known: readonly SearchPage[] | undefined,
  pages: readonly SearchPage[],
  { isSent = () => true, cache }: { isSent?(index: number): boolean; cache?: typeof cacheOptions } = {},
): Promise<Made> {
  const { port1, port2 } = new MessageChannel();
  const made: Made = { files: [], states: [], isLost: false };
  port1.on("message", (output: ThreadOutput) => {
    if ("planned" in output) port1.postMessage({ wanted: new Set(output.planned.map(({ path }) => path)) });
    else if ("state" in output) made.states.push(output.state);
    else if ("made" in output) made.files.push(...output.made);
    else made.isLost = true;
  });
  const states = new Map(known ? [["en-US", encodeState(planIndex(requestOf(known), emptyIndex).state)]] : []);
  const request: ThreadRequest = {
    ...requestOf([]),
    pages: pages.map(({ sections, ...page }, index) => ({
      ...page,
      text: isSent(index) ? encodeText(sections) : undefined,
    })),
  };
  port1.postMessage({ requests: [request] });
  const flushed = new Promise((resolve) => port1.once("close", resolve));
  await run({ states, languages: ["en"], cache }, port2);
  port2.close();
  await flushed;
  return made;
}

function saveTexts(pages: readonly SearchPage[]): void {
  const texts = new Map(pages.map((page) => [page.textKey, encodeText(page.sections)]));
  savedTexts(openCache(cacheOptions)).save(texts.keys(), texts.keys(), (key) => texts.get(key) ?? encodeText([]));
}

const contents = (files: readonly OutputFile[]) =>
  files.map(({ path, content }) => [path, Buffer.from(content as string | Uint8Array).toString("utf8")]);

test("after any edits it makes the files of a new index, with the texts that are sent and those of the cache", async () => {
  await fc.assert(
    fc.asyncProperty(edition, edits, fc.array(fc.boolean()), async (known, changes, sent) => {
      const pages = edited(known, changes);
      saveTexts(pages);
      const { files, states, isLost } = await runJob(known, pages, {
        isSent: (index) => sent[index] ?? false,
        cache: cacheOptions,
      });
      expect(isLost).toBe(false);
      expect(contents(files)).toEqual(contents(buildIndex(requestOf(pages))));
      const state = encodeState(planIndex(requestOf(pages), emptyIndex).state);
      for (const sentState of states) expect(Buffer.from(sentState)).toEqual(state);
    }),
    { numRuns: runs(15) },
  );
});

test("it makes an index of many new pages at once", async () => {
  const pages = Array.from({ length: 200 }, (_, number) => searchPage({ number, text: `Words of ${number}` }));
  const { files, states } = await runJob(undefined, pages);
  expect(contents(files)).toEqual(contents(buildIndex(requestOf(pages))));
  expect(states).toHaveLength(1);
});
