/**
 * The job of the thread that makes the embedded index. It reads the states of the last build's index before it gets the
 * pages, while the main thread still links them.
 */
import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { type CacheOptions, noCache, openCache } from "../../cache/cache.js";
import type { SearchText, Section } from "../../shared/document.js";
import type { OutputFile } from "../../shared/output.js";
import { prepareDates } from "../fact-texts.js";
import { type SearchPage, withSections } from "../page.js";
import { decodeText, savedTexts } from "../saved-texts.js";
import { type IndexPlan, type IndexRequest, makeIndexFiles, planIndex } from "./build.js";
import { decodeState, emptyIndex, encodeState, type IndexState } from "./state.js";

/** The input of the thread at its start. */
export interface ThreadStart {
  /** By locale; see `encodeState`. */
  states: ReadonlyMap<string, Uint8Array>;
  /** The languages of these states. */
  languages: readonly string[];
  /** The cache with the texts that are not sent. */
  cache?: CacheOptions;
}

/** A page, with its text if it is not in the cache. */
type SentPage = Omit<SearchPage, "sections"> & { text?: SearchText };

export interface ThreadRequest extends Omit<IndexRequest, "pages"> {
  pages: readonly SentPage[];
}

/** The messages to the thread: the request of each locale, and then, if it sent `planned`, the paths of the files that it should make. */
export type ThreadInput = { requests: readonly ThreadRequest[] } | { wanted: ReadonlySet<string> };

/** A file of an updated index. The output may have it. */
export interface PlannedFile {
  path: string;
  key: string;
}

/** The messages of the thread. States and files of each locale have their own messages, because they are large. */
export type ThreadOutput =
  | { locale: string; state: Uint8Array }
  | { locale: string; made: OutputFile[] }
  | { planned: PlannedFile[] }
  /** The cache does not have the text of a page. The thread cannot make the index. */
  | { lost: true };

export async function run({ states, languages, cache }: ThreadStart, port: MessagePort): Promise<void> {
  const send = (output: ThreadOutput) => port.postMessage(output);
  const nextInput = async () => (await once(port, "message"))[0] as ThreadInput;
  const asked = nextInput();
  const known = new Map([...states].map(([locale, bytes]) => [locale, decodeState(Buffer.from(bytes))]));
  for (const lang of languages) prepareDates(lang);
  const input = await asked;
  if (!("requests" in input)) throw new Error("the thread for the index has no request");
  try {
    const plans: { locale: string; plan: IndexPlan }[] = [];
    const textOf = textReader(cache);
    for (const { pages, ...request } of input.requests) {
      const { locale } = request;
      const whole: IndexRequest = { ...request, pages: pages.map((page) => withText(page, textOf)) };
      const state = known.get(locale) ?? emptyIndex;
      known.delete(locale);
      const plan = planIndex(whole, state);
      if (plan.isUpdate) plans.push({ locale, plan });
      else {
        sendState(port, locale, plan.state);
        for (const made of inGroups(makeIndexFiles(plan), filesPerMessage)) sendFiles(port, locale, made);
      }
    }
    if (plans.length === 0) return;
    const answered = nextInput();
    send({ planned: plans.flatMap(({ plan }) => plan.parts.map(({ path, key }) => ({ path, key }))) });
    // While the main thread looks which ones it has.
    for (const { locale, plan } of plans) if (!plan.isSame) sendState(port, locale, plan.state);
    const answer = await answered;
    const wanted = "wanted" in answer ? answer.wanted : new Set();
    for (const { locale, plan } of plans)
      sendFiles(
        port,
        locale,
        makeIndexFiles(plan, (path) => !wanted.has(path)),
      );
  } catch (error) {
    if (!(error instanceof LostText)) throw error;
    send({ lost: true });
  }
}

/** A message is in memory twice while it is sent. */
const filesPerMessage = 100;

function inGroups<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

class LostText extends Error {}

type TextOf = (textKey: string) => readonly Section[];

function textReader(options: CacheOptions | undefined): TextOf {
  const saved = savedTexts(options ? openCache(options) : noCache);
  return (textKey) => {
    const sections = saved.get(textKey);
    if (!sections) throw new LostText();
    return sections;
  };
}

/** A text that was sent is read once, and then dropped: all of them would double the memory of the thread. */
function withText(page: SentPage, textOf: TextOf): SearchPage {
  const { text: _, ...facts } = page;
  return withSections(facts, () => {
    const { text } = page;
    page.text = undefined;
    if (text) return decodeText(text);
    return page.textKey === "" ? [] : textOf(page.textKey);
  });
}

/** As bytes, which are transferred: texts would be in both heaps, and stay there until the next full collection. */
function sendFiles(port: MessagePort, locale: string, files: readonly OutputFile[]): void {
  const encoder = new TextEncoder();
  const made = files.map(({ content, ...file }) => ({
    ...file,
    content: typeof content === "string" ? encoder.encode(content) : content,
  }));
  const buffers = made.flatMap(({ content }) => ("buffer" in content ? (content.buffer as ArrayBuffer) : []));
  port.postMessage({ locale, made } satisfies ThreadOutput, buffers);
}

/** Transfers the bytes instead of copying them. */
function sendState(port: MessagePort, locale: string, known: IndexState): void {
  const state = encodeState(known);
  const isWhole = state.byteLength === state.buffer.byteLength;
  port.postMessage({ locale, state } satisfies ThreadOutput, isWhole ? [state.buffer as ArrayBuffer] : []);
}
