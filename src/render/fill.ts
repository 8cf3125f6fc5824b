/** Fills the slots of a document's HTML for one locale. */

import type { LinkTarget } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { fillSlots } from "../shared/slots.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { type ImageSize, imageSizeOf } from "./image-size.js";
import { encode } from "./urls.js";
import { proposalTitle } from "./views/proposal-parts.js";

export function fillDocument(html: string, document: Document, context: RenderContext): string {
  const targets = context.site.targets.get(document) ?? [];
  const { urls, words, site } = context;
  return fillSlots(html, {
    url: (link) => escapeHtml(hrefOf(targets[link], context)),
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
    string: (key, text) => escapeHtml(words.t(key, { text: plainText(text) })),
  });
}

function hrefOf(target: LinkTarget | undefined, { urls }: RenderContext): string {
  switch (target?.kind) {
    case "route":
      return urls.page(target.route, target.suffix);
    case "file":
      return urls.file(target.path, target.suffix);
    case "proposal":
      return urls.page(target.proposal.route);
    case "raw":
      return encode(target.url);
    default:
      return "#";
  }
}

/** The text of a slot is HTML; i18next gets plain text, and its answer is escaped as a whole. */
function plainText(html: string): string {
  return html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? "",
  );
}
