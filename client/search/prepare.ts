/** What a search in the dialog needs beside the dialog's code, and loads while that comes: the provider with its worker and the style sheet. */
import { type SearchSession, searchSession } from "./session.js";

export { answerAhead } from "./ahead.js";

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
