/** Fills the placeholders of a document for one locale. */

import type { Words } from "../i18n/strings.js";
import { proposalTitle } from "../model/localized.js";
import type { Document } from "../shared/document.js";
import { fillParts, type HtmlPart } from "../shared/html-parts.js";
import { secretMark } from "../shared/secret-mark.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { type ImageSize, imageSizeOf } from "./image-size.js";

/** The HTML of a document's own page. */
export function fillBody(document: Document, context: RenderContext): string {
  return fill(context.site.bodies.get(document).html, document, context, (url) => url);
}

/** The HTML of a preview, for a page of many: a link to one of the document's headings needs the document's address there. */
export function fillPreview(document: Document, context: RenderContext): string {
  const page = context.urls.page(document.route);
  return fill(document.preview, document, context, (url) => (url.startsWith("#") ? page + url : url));
}

/** The same to be read elsewhere, where a path of this site leads nowhere. */
export function fillAbsolutePreview(document: Document, context: RenderContext): string {
  const { urls } = context;
  const page = urls.page(document.route);
  return fill(document.preview, document, context, (url) => {
    if (url.startsWith("#")) return urls.absolute(page + url);
    return url.startsWith("/") && !url.startsWith("//") ? urls.absolute(url) : url;
  });
}

/** @param address what is written for a URL as the page of the document has it. */
function fill(
  parts: readonly HtmlPart[],
  document: Document,
  context: RenderContext,
  address: (url: string) => string,
): string {
  const targets = context.site.targets.get(document) ?? [];
  const { urls, words, site } = context;
  return fillParts(parts, {
    url: (link) => escapeHtml(address(urls.target(targets[link]))),
    image: (link) => {
      const target = targets[link];
      const file = target?.kind === "file" ? site.files.get(target.path) : undefined;
      const size: ImageSize | undefined = file && imageSizeOf(file.path);
      return size ? ` width="${size.width}" height="${size.height}"` : "";
    },
    mention: (link, html) => {
      const target = targets[link];
      if (target?.kind !== "proposal") return html;
      const title = escapeHtml(proposalTitle(target.proposal, context));
      const href = escapeHtml(address(urls.page(target.proposal.route)));
      return `<a class="mention" href="${href}" title="${title}">${html}</a>`;
    },
    string: (key, html) => sentence(key, words).join(html),
  });
}

/** Stands for what a sentence is about while it is cut; no string of a locale has it. */
const place = secretMark();
const sentences = new WeakMap<Words, Map<string, string[]>>();

/** A string of the interface as HTML, cut where its `{{text}}` goes: a page has dozens of the same, and looking one up is expensive. */
function sentence(key: string, words: Words): string[] {
  const known = sentences.get(words) ?? new Map<string, string[]>();
  sentences.set(words, known);
  const parts = known.get(key) ?? escapeHtml(words.t(key, { text: place })).split(place);
  known.set(key, parts);
  return parts;
}
