/**
 * Pages as drafts: everything that a page shows but the text of its document, which is large and rarely wanted. A draft tells by its key what
 * the page will be, so that a page which is there already is neither filled nor rendered.
 */
import type { PageView } from "../shared/view.js";

/** The HTML of a page's own text. */
export interface Content {
  /** Two contents of one key are the same HTML. */
  key(): string;
  /** What must be awaited before `html` may be called, if anything. */
  prepare(): Promise<void> | undefined;
  html(): string;
}

/** A view whose text is not filled in yet. */
export type Draft<V extends PageView> = V extends { contentHtml: string }
  ? Omit<V, "contentHtml"> & { content: Content }
  : V;

export type PageDraft = Draft<PageView>;

/** Content that is known as it is. */
export function plainContent(html: string): Content {
  return { key: () => html, prepare: () => undefined, html: () => html };
}

/** Everything that a draft's page depends on beside templates and strings, as text. */
export function draftKey(draft: PageDraft): string {
  const { content, ...view } = draft as PageDraft & { content?: Content };
  return JSON.stringify([view, content?.key()]);
}

/** @returns the view that templates are given, once what it needs is there. */
export function finishDraft(draft: PageDraft): PageView | Promise<PageView> {
  if (!("content" in draft)) return draft;
  const { content, ...view } = draft;
  const finish = () => ({ ...view, contentHtml: content.html() }) as PageView;
  return content.prepare()?.then(finish) ?? finish();
}
