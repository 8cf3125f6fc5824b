/** The search provider in the page's language, and functions that the dialog and the search page share. */
import type {
  ProviderUi,
  Question,
  Reply,
  SearchAnswer,
  SearchProvider,
  SearchRequest,
  SearchUi,
} from "../../src/shared/search.js";
import { rootFile } from "../../src/shared/search-index.js";
import { fillText } from "../../src/shared/text.js";

interface LocalOptions {
  /** Address of the folder of the index, from `/`, with a slash at its end: `/search/en-US/`. */
  base: string;
  workerUrl: string;
}

interface Pending {
  request: SearchRequest;
  resolve(answer: SearchAnswer): void;
  reject(reason: unknown): void;
}

/**
 * Runs one query at a time, and answers only the newest: the promise of an older query rejects with an `AbortError` as
 * soon as there is a newer one, which is sent when the worker has finished the older one. Any other rejection means that
 * the worker or a file of the index cannot be loaded; the next query tries again.
 */
export function localProvider({ base, workerUrl }: LocalOptions): SearchProvider {
  let worker: Worker | undefined;
  /** The root file of the index for a new worker, which is loaded together with the worker's script. */
  let root: Promise<string | undefined> | undefined;
  /** The newest query, until it is answered. */
  let pending: Pending | undefined;
  /** Number of the query that the worker is answering, or 0. */
  let activeId = 0;
  let latestId = 0;

  const settle = (how: (waiting: Pending) => void) => {
    const waiting = pending;
    pending = undefined;
    if (waiting) how(waiting);
  };

  const start = (): Worker => {
    root = fetch(base + rootFile, { cache: "no-cache" }).then(
      (response) => (response.ok ? response.text() : undefined),
      () => undefined,
    );
    const newWorker = new Worker(workerUrl, { type: "module" });
    newWorker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      activeId = 0;
      if (data.id !== latestId) ask();
      else settle(({ resolve, reject }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error))));
    });
    newWorker.addEventListener("error", () => {
      newWorker.terminate();
      if (worker === newWorker) worker = undefined;
      activeId = 0;
      settle(({ reject }) => reject(new Error("the search cannot be started")));
    });
    return newWorker;
  };

  const send = async (question: Question) => {
    worker ??= start();
    const to = worker;
    const text = await root;
    root = undefined;
    to.postMessage({ ...question, root: text } satisfies Question);
  };

  const ask = () => {
    if (activeId !== 0 || !pending) return;
    activeId = latestId;
    send({ id: latestId, base, request: pending.request });
  };

  return {
    open() {
      send({ id: 0, base });
    },
    search(request) {
      settle(({ reject }) => reject(new DOMException("a newer question was asked", "AbortError")));
      return new Promise((resolve, reject) => {
        pending = { request, resolve, reject };
        latestId++;
        ask();
      });
    },
  };
}

export interface SearchSession {
  ui: SearchUi;
  provider: SearchProvider;
}

const sessions = new Map<string, Promise<SearchSession>>();

/**
 * Rejects if the `SearchUi` cannot be fetched; a later call tries again. The dialog and the search page are separate
 * scripts, each with its own session: in a shared session, a query of one would cancel that of the other.
 * @param uiHref address of the locale's `SearchUi`.
 * @param asked the response, if it was requested already.
 */
export function searchSession(uiHref: string, asked?: Promise<Response>): Promise<SearchSession> {
  const session = sessions.get(uiHref) ?? loadSession(uiHref, asked);
  sessions.set(uiHref, session);
  session.catch(() => sessions.delete(uiHref));
  return session;
}

async function loadSession(uiHref: string, asked = fetch(uiHref)): Promise<SearchSession> {
  const response = await asked;
  if (!response.ok) throw new Error(`${uiHref}: ${response.status}`);
  const ui: SearchUi = await response.json();
  return { ui, provider: await providerOf(ui.provider) };
}

async function providerOf(provider: ProviderUi): Promise<SearchProvider> {
  if (provider.kind === "local") return localProvider(provider);
  const { hostedProvider } = await import("./hosted.js");
  return hostedProvider(provider);
}

/** Snippets are shorter on small screens. */
export const snippetWords = (): number => (matchMedia("(max-width: 48rem)").matches ? 5 : 10);

export const hitsPerPage = 20;

/** Milliseconds without a key press before the query is sent. */
export const typingPause = 120;

/** Milliseconds before a search is reported as slow. */
export const stallThreshold = 300;

/** The note above results: the correction of the query, or that pages may lack a phrase. */
export const noteOf = (answer: SearchAnswer, sentences: { corrected?: string; unconfirmed?: string }): string =>
  answer.corrected
    ? fillText(sentences.corrected ?? "", { query: answer.query, shown: answer.corrected })
    : ((answer.unconfirmed && sentences.unconfirmed) ?? "");

/** Adds a `+` to the count in a sentence if there may be more results: `20+`. */
export const markAtLeast = (text: string, count: number, isLeast = false): string =>
  text.replace(String(count), count + (isLeast ? "+" : ""));
