/** The page's side of the embedded search: one worker, started when it is needed; only the newest question is answered. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { localProvider } from "../../../client/search/session.js";
import type { Question, Reply } from "../../../src/shared/search.js";

/** Replaces the browser's: records what it is told, answers when a test says so. */
class FakeWorker extends EventTarget {
  static started: FakeWorker[] = [];
  readonly questions: Question[] = [];
  terminated = false;

  constructor(
    readonly url: string,
    readonly options: WorkerOptions,
  ) {
    super();
    FakeWorker.started.push(this);
  }
  postMessage(question: Question): void {
    this.questions.push(question);
  }
  terminate(): void {
    this.terminated = true;
  }
  reply(data: Reply): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  /** It is told when the index's root file has come, or has not. */
  async question(index: number): Promise<Question> {
    await vi.waitUntil(() => this.questions[index]);
    return this.questions[index] as Question;
  }
  async answer(index: number): Promise<void> {
    const { id, request } = await this.question(index);
    this.reply({ id, answer: { query: request?.query ?? "", hits: [], total: index } });
  }
}

beforeEach(() => {
  FakeWorker.started = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", async () => new Response("{}"));
});

const request = (query: string) => ({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
const provider = () => localProvider({ base: "/search/en-US/", workerUrl: "/assets/search-worker-1.js" });
const [worker] = [() => FakeWorker.started.at(-1) as FakeWorker];

describe("the provider", () => {
  test("starts no worker before the first question, and one for all", async () => {
    const local = provider();
    expect(FakeWorker.started).toEqual([]);
    const first = local.search(request("one"));
    await worker().answer(0);
    await expect(first).resolves.toMatchObject({ query: "one" });
    const second = local.search(request("two"));
    await worker().answer(1);
    await expect(second).resolves.toMatchObject({ query: "two", total: 1 });
    expect(FakeWorker.started).toHaveLength(1);
    expect(worker().options.type).toBe("module");
    expect(worker().questions[0]).toMatchObject({ base: "/search/en-US/", request: request("one") });
  });

  test("drops a question for a newer one, and its late answer with it", async () => {
    const local = provider();
    const old = local.search(request("old"));
    const fresh = local.search(request("new"));
    await expect(old).rejects.toMatchObject({ name: "AbortError" });
    await worker().answer(0);
    await worker().answer(1);
    await expect(fresh).resolves.toMatchObject({ query: "new" });
  });

  test("has one question under way, and asks only the newest of those that came meanwhile", async () => {
    const local = provider();
    const dropped = ["a", "ab", "abc"].map((query) => local.search(request(query)).catch(({ name }) => name));
    const last = local.search(request("abcd"));
    await worker().answer(0);
    await worker().answer(1);
    expect(worker().questions.map((question) => question.request?.query)).toEqual(["a", "abcd"]);
    await expect(last).resolves.toMatchObject({ query: "abcd" });
    expect(await Promise.all(dropped)).toEqual(["AbortError", "AbortError", "AbortError"]);
  });

  test("rejects when the worker says that it failed, and asks it again next time", async () => {
    const local = provider();
    const failed = local.search(request("one"));
    const { id } = await worker().question(0);
    worker().reply({ id, error: "index.json cannot be fetched (404)" });
    await expect(failed).rejects.toThrow("cannot be fetched");
    const again = local.search(request("one"));
    await worker().answer(1);
    await expect(again).resolves.toMatchObject({ query: "one" });
  });

  test("rejects when the worker cannot be loaded, and starts another next time", async () => {
    const local = provider();
    const failed = local.search(request("one"));
    worker().dispatchEvent(new Event("error"));
    await expect(failed).rejects.toThrow("cannot be started");
    expect(worker().terminated).toBe(true);
    const again = local.search(request("one"));
    expect(FakeWorker.started).toHaveLength(2);
    await worker().answer(0);
    await expect(again).resolves.toMatchObject({ query: "one" });
  });
});
