/** Links, images and mentions of proposals: each gets a slot, to be filled when the site is known. */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { diagnose } from "../../diagnostics/codes.js";
import type { DocumentLink, Position } from "../../shared/document.js";
import { slot } from "../../shared/slots.js";
import { escapeHtml } from "../../shared/text.js";
import { isExternalUrl, isPixelUrl, isSafeImageUrl, isSafeUrl, runsCode, unsafeSchemes } from "../../shared/url.js";
import { attribute, forEachInline, type MarkdownEnv, metaOf, own, type PositionFinder } from "./env.js";

/** Adds a link to the document's list and returns the slot for its URL. */
export function urlSlot(env: MarkdownEnv, link: DocumentLink): string {
  env.links.push(link);
  return slot("url", env.links.length - 1);
}

export function links(md: MarkdownIt): void {
  // The parser does not say what the URL is for; a link with a picture's URL is undone below.
  md.validateLink = (url) => !runsCode(url) || isPixelUrl(url);
  // The URL stays as it was written until it is known where it leads; encoding happens when the slot is filled.
  md.normalizeLink = (url) => url;
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

  md.core.ruler.before("anchor", "url_slots", (state) => {
    const env = own(state.env);
    forEachInline(state.tokens, env, (inline, _, finder) => {
      for (const token of inline.children ?? []) {
        if (token.type === "link_open") slotLink(env, token, finder);
        else if (token.type === "image")
          slotImage(env, token, finder, () =>
            md.renderer.renderInlineAsText(token.children ?? [], md.options, env as never),
          );
      }
    });
  });
  md.core.ruler.before("url_slots", "mentions", (state) => findMentions(state));
  md.core.ruler.before("mentions", "unsafe_urls", (state) => findUnsafeUrls(state));

  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index] as Token;
    const alt = escapeHtml(self.renderInlineAsText(token.children ?? [], options, env));
    const title = attribute(token, "title");
    const size = slot("image", metaOf<{ link: number }>(token).link);
    return `<img src="${attribute(token, "src")}" alt="${alt}"${title ? ` title="${escapeHtml(title)}"` : ""}${size} loading="lazy" decoding="async">`;
  };
  md.renderer.rules.mention = (tokens, index) => {
    const token = tokens[index] as Token;
    return slot("mention", metaOf<{ link: number }>(token).link, escapeHtml(token.content));
  };
}

function slotLink(env: MarkdownEnv, token: Token, finder: PositionFinder): void {
  const url = attribute(token, "href");
  if (!isSafeUrl(url, env.options.linkSchemes)) {
    token.attrs = [];
    reportUnsafe(env, url, finder.find(url));
    return;
  }
  // Of a bare URL and of `<url>` the text is the place.
  const position = !url ? finder.find("]()") : token.markup ? finder.find(url) : finder.findTarget(url);
  token.attrSet("href", urlSlot(env, { url, kind: "link", position }));
  if (isExternalUrl(url)) {
    token.attrSet("class", "external");
    token.attrSet("rel", "noopener");
  }
}

function slotImage(env: MarkdownEnv, token: Token, finder: PositionFinder, alt: () => string): void {
  const url = attribute(token, "src");
  if (!isSafeImageUrl(url, env.options.linkSchemes)) {
    reportUnsafe(env, url, finder.findTarget(url));
    Object.assign(token, { type: "text", content: alt(), children: null });
    return;
  }
  token.meta = { link: env.links.length };
  const position = url ? finder.findTarget(url) : finder.find("]()");
  token.attrSet("src", urlSlot(env, { url, kind: "image", position }));
}

const unsafeTarget = new RegExp(`\\]\\(\\s*<?((?:${[...unsafeSchemes].join("|")}):[^\\s)>]*)`, "gi");

/** What the parser would not take for a link is left as text, which nobody notices who does not read the page. */
function findUnsafeUrls(state: StateCore): void {
  const env = own(state.env);
  forEachInline(state.tokens, env, (inline, _, finder) => {
    if (inline.content.search(unsafeTarget) === -1) return;
    for (const { type, content } of inline.children ?? []) {
      if (type !== "text") continue;
      for (const [, url = ""] of content.matchAll(unsafeTarget)) reportUnsafe(env, url, finder.find(url));
    }
  });
}

export function reportUnsafe(env: MarkdownEnv, url: string, position: Position): void {
  env.diagnostics.push(
    diagnose("url-unsafe", "a URL of this kind is not allowed, so this is no link", {
      severity: "warning",
      file: env.path,
      ...position,
      length: url.length,
      help: "Write an https URL or a path, or add the scheme to linkSchemes in the configuration.",
    }),
  );
}

/** Splits text at "CIP-20" and its like; never inside links, code or headings. */
function findMentions(state: StateCore): void {
  const env = own(state.env);
  if (env.options.mentionLabels.length === 0) return;
  const labels = env.options.mentionLabels.map((label) => label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\w/@#.-])(${labels.join("|")})[-\u2010-\u2013 ](\\d{1,6})(?![\\w-]|\\.\\d)`, "g");
  forEachInline(state.tokens, env, (inline, index, finder) => {
    if (state.tokens[index - 1]?.type === "heading_open" || inline.content.search(pattern) === -1) return;
    let depth = 0;
    inline.children = (inline.children ?? []).flatMap((token) => {
      if (token.type === "link_open") depth++;
      else if (token.type === "link_close") depth--;
      else if (token.type === "html_inline")
        depth += /^<a[\s>]/i.test(token.content) ? 1 : /^<\/a>/i.test(token.content) ? -1 : 0;
      return token.type === "text" && depth <= 0 ? splitMentions(token, pattern, state, finder) : [token];
    });
  });
}

function splitMentions(token: Token, pattern: RegExp, state: StateCore, finder: PositionFinder): Token[] {
  const env = own(state.env);
  const parts: Token[] = [];
  let end = 0;
  const text = (content: string) => {
    if (content) parts.push(Object.assign(new state.Token("text", "", 0), { content, level: token.level }));
  };
  for (const match of token.content.matchAll(pattern)) {
    text(token.content.slice(end, match.index));
    const mention = new state.Token("mention", "", 0);
    mention.content = match[0];
    mention.meta = { link: env.links.length };
    env.links.push({
      url: match[0],
      kind: "mention",
      mention: { label: (match[1] ?? "").toUpperCase(), number: Number(match[2]) },
      position: finder.find(match[0]),
    });
    parts.push(mention);
    end = match.index + match[0].length;
  }
  text(token.content.slice(end));
  return parts;
}
