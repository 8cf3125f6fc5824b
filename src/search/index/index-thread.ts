/** The thread that makes the embedded index, as the main thread sees it: src/search/index/index-worker.ts is its job. */

import type { Worker } from "node:worker_threads";
import type { Cache } from "../../cache/cache.js";
import { startThread } from "../../runtime/threads.js";
import { addAll } from "../../shared/lists.js";
import type { IsThere, OutputFile } from "../../shared/output.js";
import type { PlannedFile, ThreadInput, ThreadOutput, ThreadRequest, ThreadStart } from "./index-worker.js";

export interface MadeIndex {
  /** The files of all locales, in their order. */
  files: OutputFile[];
  /** The new states, by locale; see `encodeState`. A locale without changes has none. */
  states: ReadonlyMap<string, Uint8Array>;
}

/** Is started, gets one request, and gives its result; it can be closed at any time. */
export class IndexThread {
  private readonly worker: Worker;
  private readonly planned: Promise<readonly PlannedFile[]>;
  private readonly ended: Promise<void>;
  private readonly states = new Map<string, Uint8Array>();
  private readonly files = new Map<string, OutputFile[]>();
  private isLost = false;

  /** @param start without the cache, which has the texts of the pages that are sent without. */
  constructor(start: Omit<ThreadStart, "cache">, { options }: Cache) {
    const worker = startThread("index", { ...start, cache: options } satisfies ThreadStart);
    this.worker = worker;
    this.planned = new Promise((resolve) => {
      worker.on("message", (output: ThreadOutput) => {
        if ("planned" in output) resolve(output.planned);
        else if ("state" in output) this.states.set(output.locale, output.state);
        else if ("made" in output) addAll(this.files.get(output.locale) ?? [], output.made);
        else this.isLost = true;
      });
    });
    this.ended = new Promise((resolve, reject) => {
      worker.on("error", reject);
      worker.on("exit", (code) =>
        code === 0 ? resolve() : reject(new Error(`the thread for the index ended with ${code}`)),
      );
    });
    // `take` awaits the error; until then it must not count as unhandled.
    this.ended.catch(() => undefined);
  }

  request(requests: readonly ThreadRequest[]): void {
    for (const { locale } of requests) this.files.set(locale, []);
    this.send({ requests });
  }

  /**
   * @param isThere see `PlannedFiles.make`.
   * @returns the result of the request; undefined if the cache has lost the text of a page. Rejects if the thread cannot run.
   */
  async take(isThere: IsThere): Promise<MadeIndex | undefined> {
    void this.planned.then((planned) => {
      const missing = planned.filter(({ path, key }) => !isThere(path, key));
      this.send({ wanted: new Set(missing.map(({ path }) => path)) });
    });
    await this.ended;
    return this.isLost ? undefined : { files: [...this.files.values()].flat(), states: this.states };
  }

  /** Ends the thread, even while it works. */
  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private send(input: ThreadInput): void {
    this.worker.postMessage(input);
  }
}
