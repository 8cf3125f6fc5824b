/** Fills the slots of a document's HTML for one locale. */

import type { Words } from "../i18n/strings.js";
import { proposalTitle } from "../model/localized.js";
import type { Document } from "../shared/document.js";
import { fillSlots } from "../shared/slots.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { type ImageSize, imageSizeOf } from "./image-size.js";

export function fillDocument(html: string, document: Document, context: RenderContext): string {
  const targets = context.site.targets.get(document) ?? [];
  const { urls, words, site } = context;
  return fillSlots(html, {
    url: (link) => escapeHtml(urls.target(targets[link])),
    image: (link) => {
      const target = targets[link];
      const file = target?.kind === "file" ? site.files.get(target.path) : undefined;
      const size: ImageSize | undefined = file && imageSizeOf(file.path);
      return size ? ` width="${size.width}" height="${size.height}"` : "";
    },
    mention: (link, text) => {
      const target = targets[link];
      if (target?.kind !== "proposal") return text;
      const title = escapeHtml(proposalTitle(target.proposal, context));
      return `<a class="mention" href="${escapeHtml(urls.page(target.proposal.route))}" title="${title}">${text}</a>`;
    },
    string: (key, text) => sentence(key, words).join(text),
  });
}

/** A preview stands on other pages, where a link to one of the document's headings needs the document's address. */
export function fillPreview(document: Document, context: RenderContext): string {
  const page = escapeHtml(context.urls.page(document.route));
  return fillDocument(document.preview, document, context).replace(/ href="#/g, () => ` href="${page}#`);
}

const sentences = new WeakMap<Words, Map<string, string[]>>();

/** A string of the interface as HTML, cut where its `{{text}}` goes: a page has dozens of the same, and looking one up is dear. */
function sentence(key: string, words: Words): string[] {
  const known = sentences.get(words) ?? new Map<string, string[]>();
  sentences.set(words, known);
  const parts = known.get(key) ?? escapeHtml(words.t(key, { text: "\0" })).split("\0");
  known.set(key, parts);
  return parts;
}
