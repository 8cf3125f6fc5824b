/** Fills the placeholders of a document for one locale. */
import { readFileSync, statSync } from "node:fs";
import { imageSize } from "image-size";
import type { Translator } from "../../config/strings.js";
import { secretMark } from "../../platform/secret-mark.js";
import type { Document } from "../../shared/document.js";
import { type Fillers, fillParts, type HtmlPart } from "../../shared/html-parts.js";
import { escapeHtml, truncateText } from "../../shared/text.js";
import { isExternalUrl } from "../../shared/url.js";
import type { RenderContext } from "../../site/model/context.js";
import { proposalTitle } from "../../site/model/localized.js";
import type { Texts } from "../../site/model/site.js";

/** Characters of a title beside a mention, which a text may have thousands of. */
const longestTip = 200;

/** The text of a document's own page. */
export function bodyHtml(document: Document, context: RenderContext, { bodies }: Pick<Texts, "bodies">): string {
  return fill(bodies.html(document), document, context, (url) => url);
}

/** Fills HTML of a document for another page: links to the document's own page need its address there. */
function fillElsewhere(parts: readonly HtmlPart[], document: Document, context: RenderContext): string {
  const page = context.urls.page(document.route);
  return fill(parts, document, context, (url) => addressFrom(page, url));
}

/** An address that is relative to its page, such as `#use`, `?a=b` or `./lost`, as other pages need it. */
function addressFrom(page: string, url: string): string {
  if (/^[?#]/.test(url)) return page + url;
  const origin = "https://site.invalid";
  const isRelative = url !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(url) && URL.canParse(url, origin + page);
  return isRelative ? new URL(url, origin + page).href.slice(origin.length) : url;
}

/** The HTML of a preview, for a page with many proposals. */
export function fillPreview(document: Document, context: RenderContext): string {
  return fillElsewhere(document.preview, document, context);
}

/** HTML of a document for readers outside the site: with absolute URLs, and without the links of headings to themselves. */
export function fillAbsolute(parts: readonly HtmlPart[], document: Document, context: RenderContext): string {
  const { urls } = context;
  const page = urls.page(document.route);
  const base = urls.absolute(page);
  const html = fill(parts, document, context, (url) => {
    const address = addressFrom(page, url);
    // A link that leads nowhere may be relative.
    return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) || !URL.canParse(address, base)
      ? address
      : new URL(address, base).href;
  });
  const self = escapeHtml(base);
  return html
    .replace(/ <a class="anchor" [^<>]*>#<\/a>/g, "")
    .replace(/<a\b[^<>]* href="(?=#)/g, (start) => start + self);
}

function fill(
  parts: readonly HtmlPart[],
  document: Document,
  context: RenderContext,
  address: (url: string) => string,
): string {
  return fillParts(parts, fillersOf(document, context, address));
}

/** @param address writes the address of a URL that is relative to the document's page. */
function fillersOf(document: Document, context: RenderContext, address: (url: string) => string): Fillers {
  const targets = context.site.targets.get(document) ?? [];
  const { urls, translator, site } = context;
  return {
    url: (link) => escapeHtml(address(urls.target(targets[link]))),
    image: (link, scale = 100) => {
      const target = targets[link];
      const file = target?.kind === "file" ? site.files.get(target.path) : undefined;
      const size: ImageSize | undefined = file && imageSizeOf(file.path);
      const scaled = (pixels: number) => Math.max(1, Math.round((pixels * scale) / 100));
      return size ? ` width="${scaled(size.width)}" height="${scaled(size.height)}"` : "";
    },
    mention: (link, html) => {
      const target = targets[link];
      if (!target || target.kind === "none") return html;
      const href = escapeHtml(address(urls.target(target)));
      if (target.kind === "proposal") {
        const title = escapeHtml(truncateText(proposalTitle(target.proposal, context), longestTip));
        return `<a class="mention" href="${href}" title="${title}">${html}</a>`;
      }
      if (target.kind === "raw" && isExternalUrl(target.url))
        return `<a class="mention external" href="${href}" rel="noopener">${html}</a>`;
      const title = target.kind === "route" ? target.title : undefined;
      return `<a href="${href}">${title === undefined ? html : escapeHtml(truncateText(title, longestTip))}</a>`;
    },
    string: (key, html) => sentence(key, translator).join(html),
  };
}

/** A temporary subject of a sentence, at which it is cut; no string of a locale contains it. */
const subjectMark = secretMark();
const sentences = new WeakMap<Translator, Map<string, string[]>>();

/**
 * A string of the interface as HTML, in the parts before and after its `{{text}}`. Memoized, because a page has dozens
 * of the same.
 */
function sentence(key: string, translator: Translator): string[] {
  const partsByKey = sentences.get(translator) ?? new Map<string, string[]>();
  sentences.set(translator, partsByKey);
  const parts = partsByKey.get(key) ?? escapeHtml(translator.t(key, { text: subjectMark })).split(subjectMark);
  partsByKey.set(key, parts);
  return parts;
}

// Width and height of pictures, so that a page does not move while they load.

interface ImageSize {
  width: number;
  height: number;
}

const imageSizes = new Map<string, { time: number; size?: ImageSize }>();

/** @returns undefined if it is not a picture, or has no size. */
export function imageSizeOf(path: string): ImageSize | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  const before = imageSizes.get(path);
  if (before?.time === time) return before.size;
  const size = readSize(path);
  imageSizes.set(path, { time, size });
  return size;
}

function readSize(path: string): ImageSize | undefined {
  try {
    const { width, height } = imageSize(readFileSync(path));
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
  } catch {
    return undefined;
  }
}
