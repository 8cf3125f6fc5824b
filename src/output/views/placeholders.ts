/** Fills the placeholders of a document for one locale. */
import { readFileSync, statSync } from "node:fs";
import { imageSize } from "image-size";
import type { Translator } from "../../config/strings.js";
import { secretMark } from "../../platform/secret-mark.js";
import type { Document } from "../../shared/document.js";
import { type Fillers, fillParts, type HtmlPart } from "../../shared/html-parts.js";
import { getOrAdd } from "../../shared/lazy.js";
import { escapeHtml, truncateText } from "../../shared/text.js";
import { isExternalUrl } from "../../shared/url.js";
import type { RenderContext } from "../../site/model/context.js";
import { proposalTitle } from "../../site/model/localized.js";
import type { Texts } from "../../site/model/site.js";

/** Maximum length of the title in a mention's tooltip, in characters: a text may have thousands of mentions. */
const maxTooltip = 200;

/** The HTML of a document on its own page. */
export function bodyHtml(document: Document, context: RenderContext, { bodies }: Pick<Texts, "bodies">): string {
  return fillParts(
    bodies.html(document),
    fillersOf(document, context, (url) => url),
  );
}

/** Makes an address that is relative to a page, such as `#use`, `?a=b` or `./lost`, valid on other pages. */
function addressFrom(page: string, url: string): string {
  if (/^[?#]/.test(url)) return page + url;
  const origin = "https://site.invalid";
  const isRelative = url !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(url) && URL.canParse(url, origin + page);
  return isRelative ? new URL(url, origin + page).href.slice(origin.length) : url;
}

/** The HTML of a document's preview, for other pages. */
export function fillPreview(document: Document, context: RenderContext): string {
  const page = context.urls.page(document.route);
  return fillParts(
    document.preview,
    fillersOf(document, context, (url) => addressFrom(page, url)),
  );
}

/** HTML of a document for feeds: with absolute URLs, and without the links of headings to themselves. */
export function fillAbsolute(parts: readonly HtmlPart[], document: Document, context: RenderContext): string {
  const { urls } = context;
  const page = urls.page(document.route);
  const base = urls.absolute(page);
  const fillers = fillersOf(document, context, (url) => {
    const address = addressFrom(page, url);
    // A broken link may still be relative.
    return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) || !URL.canParse(address, base)
      ? address
      : new URL(address, base).href;
  });
  const self = escapeHtml(base);
  return fillParts(parts, fillers)
    .replace(/ <a class="anchor" [^<>]*>#<\/a>/g, "")
    .replace(/<a\b[^<>]* href="(?=#)/g, (start) => start + self);
}

/** @param address makes the address of a link from one that is relative to the document's page. */
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
        const title = escapeHtml(truncateText(proposalTitle(target.proposal, context), maxTooltip));
        return `<a class="mention" href="${href}" title="${title}">${html}</a>`;
      }
      if (target.kind === "raw" && isExternalUrl(target.url))
        return `<a class="mention external" href="${href}" rel="noopener">${html}</a>`;
      const title = target.kind === "route" ? target.title : undefined;
      return `<a href="${href}">${title === undefined ? html : escapeHtml(truncateText(title, maxTooltip))}</a>`;
    },
    string: (key, html) => sentence(key, translator).join(html),
  };
}

/** Stands for the `{{text}}` of a string while it is looked up; no string of a locale contains it. */
const subjectMark = secretMark();
const sentences = new WeakMap<Translator, Map<string, string[]>>();

/**
 * A string of the interface as HTML, in the parts before and after its `{{text}}`. Memoized, because a page has dozens
 * of the same.
 */
function sentence(key: string, translator: Translator): string[] {
  const partsByKey = getOrAdd(sentences, translator, () => new Map<string, string[]>());
  return getOrAdd(partsByKey, key, () => escapeHtml(translator.t(key, { text: subjectMark })).split(subjectMark));
}

// Width and height of pictures, so that a page does not move while they load.

interface ImageSize {
  width: number;
  height: number;
}

const imageSizes = new Map<string, { time: number; size?: ImageSize }>();

/** @returns the size of a picture in pixels; undefined if the file is not a picture, or has no size. */
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
