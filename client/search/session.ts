/** The search provider in the page's language, and what the dialog and the search page have in common. */
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
 * One query runs at a time, and only the newest is answered: the promise of an older one rejects with an `AbortError`
 * as soon as there is a newer one, which is sent when the worker has finished the older. Any other rejection means that
 * the worker or a file of the index cannot be loaded; the next query tries again.
 */
export function localProvider({ base, workerUrl }: LocalOptions): SearchProvider {
  let worker: Worker | undefined;
  /** The index's root file for a new worker: it comes beside the worker's script, not after it. */
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
    const started = new Worker(workerUrl, { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      activeId = 0;
      if (data.id !== latestId) ask();
      else settle(({ resolve, reject }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error))));
    });
    started.addEventListener("error", () => {
      started.terminate();
      if (worker === started) worker = undefined;
      activeId = 0;
      settle(({ reject }) => reject(new Error("the search cannot be started")));
    });
    return started;
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
 * Rejects if the `SearchUi` cannot be fetched; a later call tries again. The dialog and the search page are separate scripts, each with its own
 * session: in a shared one, a query of one would drop that of the other.
 * @param uiHref address of the locale's `SearchUi`.
 * @param asked the response, if it was asked for already.
 */
export function searchSession(uiHref: string, asked?: Promise<Response>): Promise<SearchSession> {
  const session = sessions.get(uiHref) ?? begin(uiHref, asked);
  sessions.set(uiHref, session);
  session.catch(() => sessions.delete(uiHref));
  return session;
}

async function begin(uiHref: string, asked = fetch(uiHref)): Promise<SearchSession> {
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

/** What is said above results: the correction of the query, or why pages may lack a phrase. */
export const noteOf = (answer: SearchAnswer, sentences: { corrected?: string; unconfirmed?: string }): string =>
  answer.corrected
    ? fillText(sentences.corrected ?? "", { query: answer.query, shown: answer.corrected })
    : ((answer.unconfirmed && sentences.unconfirmed) ?? "");

/** A sentence with its count, which gets a `+` if there may be more, in every language: `20+`. */
export const sayingAtLeast = (text: string, count: number, isLeast = false): string =>
  text.replace(String(count), count + (isLeast ? "+" : ""));
