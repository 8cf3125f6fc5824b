/**
 * Drafts of pages: the whole content of a page except the text of its document, which is large and rarely needed. The
 * key of a draft identifies the page, so that an existing page is neither filled nor rendered.
 */
import type { PageView } from "../shared/view.js";

/** The HTML of a page's own text. */
export interface Content {
  /** Contents with the same key are the same HTML. */
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

/** Content that needs no filling. */
export function plainContent(html: string): Content {
  return { key: () => html, prepare: () => undefined, html: () => html };
}

/** All inputs of a draft's page besides templates and strings, as text. */
export function draftKey(draft: PageDraft): string {
  const { content, ...view } = draft as PageDraft & { content?: Content };
  return JSON.stringify([view, content?.key()]);
}

/** @returns the view for the templates, with its content. */
export function finishDraft(draft: PageDraft): PageView | Promise<PageView> {
  if (!("content" in draft)) return draft;
  const { content, ...view } = draft;
  const finish = () => ({ ...view, contentHtml: content.html() }) as PageView;
  return content.prepare()?.then(finish) ?? finish();
}
