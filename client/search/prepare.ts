/** What a search in the dialog needs beside the dialog's code, and loads while that comes: the provider with its worker and the style sheet. */
import { hitsPerPage, type SearchSession, searchSession, snippetWords } from "./session.js";

/** Milliseconds without a key press before the query is sent. */
const typingPause = 120;

const prepared = new Map<string, Promise<SearchSession>>();

/**
 * Once for each language. A later call tries again what has failed.
 * @param ui is asked for already, see `searchSession`.
 */
export function prepare(uiHref: string, ui?: Promise<Response>): Promise<SearchSession> {
  const loading = prepared.get(uiHref) ?? load(uiHref, ui);
  prepared.set(uiHref, loading);
  loading.catch(() => prepared.delete(uiHref));
  return loading;
}

async function load(uiHref: string, ui?: Promise<Response>): Promise<SearchSession> {
  const session = await searchSession(uiHref, "modal", ui);
  session.provider.open?.();
  await addStylesheet(session.ui.stylesheet);
  return session;
}

/**
 * Asks the embedded index what is typed into the plain field, so that terms and titles come beside the dialog's code. Nothing shows the answer: the
 * dialog asks again, and fetches the texts.
 */
export async function askAhead(uiHref: string, field: HTMLInputElement): Promise<void> {
  const { ui, provider } = await searchSession(uiHref, "modal");
  if (ui.provider.kind !== "local") return;
  const ask = () => {
    const { value: query, isConnected } = field;
    if (query && isConnected)
      provider.search({ query, page: 0, hitsPerPage, snippetWords: snippetWords(), textFiles: 0 }).catch(() => {});
  };
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(ask, typingPause);
  });
  ask();
}

function addStylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.dataset.late = "";
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
}
