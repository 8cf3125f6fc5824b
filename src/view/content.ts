/**
 * Drafts of pages: the whole content of a page except the text of its document, which is large and rarely needed. The
 * key of a draft identifies the page, so that an existing page is neither filled nor rendered.
 */

import { createHash, hash } from "node:crypto";
import type { Texts } from "../model/site.js";
import type { HeadView, PageView } from "../shared/view.js";

/** The HTML of a page's own text. */
export interface Content {
  /** Contents with the same key are the same HTML. */
  key(texts: Texts): string;
  /** What must be awaited before `html` may be called, if anything. */
  prepare(texts: Texts): Promise<void> | undefined;
  html(texts: Texts): string;
}

/** A view whose text is not filled in yet. */
export type Draft<V extends PageView> = V extends { contentHtml: string }
  ? Omit<V, "contentHtml"> & { content: Content }
  : V;

export type PageDraft = { kind: string; head?: HeadView; content?: Content };

/** Content that needs no filling. */
export function plainContent(html: string): Content {
  return { key: () => html, prepare: () => undefined, html: () => html };
}

/** The digest in keys for the parts that many views have; empty until it is needed. */
const sharedParts = new WeakMap<object, string>();

/**
 * Declares a part of views that many pages have (a footer, a card), so that it is not written again into the key of each
 * of them. The key looks for such parts among the values of a view, in arrays of these, and in its head.
 */
export function shared<T extends object>(part: T): T {
  sharedParts.set(part, "");
  return part;
}

/** All inputs of a draft's page besides templates and strings, as text. */
export function draftKey(draft: object, texts: Texts): string {
  const inputs: unknown[] = [];
  for (const name of Object.keys(draft)) {
    const value = (draft as Record<string, unknown>)[name];
    if (name === "content") inputs.push((value as Content).key(texts));
    else if (name === "head") inputs.push({ ...(value as HeadView), site: brief((value as HeadView).site) });
    else inputs.push(name, brief(value));
  }
  return JSON.stringify(inputs);
}

/** The digests of shared parts instead of their content. */
function brief(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = sharedParts.get(value);
  if (known) return known;
  if (known === undefined) return Array.isArray(value) ? value.map(ofShared) : value;
  const digest = keyDigest(JSON.stringify(value));
  sharedParts.set(value, digest);
  return digest;
}

const ofShared = (value: unknown) =>
  typeof value === "object" && value !== null && sharedParts.has(value) ? brief(value) : value;

/** @returns the view for the templates, with its content. */
export function finishDraft(draft: PageDraft, texts: Texts): PageView | Promise<PageView> {
  const { content, ...view } = draft;
  if (!content) return view as unknown as PageView;
  const finish = () => ({ ...view, contentHtml: content.html(texts) }) as unknown as PageView;
  return content.prepare(texts)?.then(finish) ?? finish();
}

// The digests that keys of files are made of.

/** @returns a digest of texts in their order; no two lists of texts have the same input. */
export function keyDigest(...parts: readonly (string | Uint8Array)[]): string {
  // One call for the few texts of nearly every key: the object of a hash costs more than hashing them.
  if (parts.every((part) => typeof part === "string"))
    return hash("sha256", `${parts.join("\0")}\0`, "base64url").slice(0, 32);
  const whole = createHash("sha256");
  for (const part of parts) whole.update(part).update("\0");
  return whole.digest("base64url").slice(0, 32);
}
