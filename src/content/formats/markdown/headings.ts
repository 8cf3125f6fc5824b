/** Headings: GitHub's slugs, levels that reserve h1 for the page's title, a link to each heading, and the outline. */
import { slug } from "github-slugger";
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import anchor from "markdown-it-anchor";
import { stringPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { plainTitle } from "../../../shared/title.js";
import { charge } from "../budget.js";
import { attribute, envOf, isReservedId, type MarkdownEnv, metaOf, type RenderRules } from "./env.js";

/** Characters that each heading adds to the page, its outline, its data and the search index, besides its text. */
const headingCost = 600;

export function headings(md: MarkdownIt): void {
  // It follows the rule that turns an unclosed tag, such as `<name>` in a heading, into text, so that the slug contains it.
  md.core.ruler.after("unclosed_placeholders", "heading_levels", (state) => {
    dropTitle(state);
    levelHeadings(state);
  });
  const plugin: (md: MarkdownIt, options: object) => void = anchor as never;
  md.use(plugin, {
    slugifyWithState: (text: string, state: StateCore) => uniqueSlug(text, envOf(state.env)),
    getTokensText: plainText,
    uniqueSlugStartIndex: 1,
    tabIndex: false,
    permalink: (id: string, _options: unknown, state: StateCore, index: number) => {
      const inline = state.tokens[index + 1];
      const link = new state.Token("heading_link", "", 0);
      link.meta = { id, text: plainText(inline?.children ?? []) };
      inline?.children?.push(link);
    },
    callback: (token: Token, info: { slug: string; title: string }) => {
      const { env } = metaOf<{ env: MarkdownEnv }>(token);
      if (!charge(env, "html", headingCost, "this heading", token.map?.[0] ?? 0)) return;
      env.outline.push({ level: Number(token.tag.slice(1)), id: info.slug, text: info.title });
    },
  });
  const addAnchor = md.core.ruler.getRules("").at(-1);
  // The plugin searches all tokens for each heading, so it gets one heading at a time.
  md.core.ruler.at("anchor", (state) => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== "heading_open") continue;
      // The plugin's callback gets only the token, so the environment is stored on it.
      token.meta = { ...token.meta, env: state.env };
      addAnchor?.(Object.assign(Object.create(state), { tokens: [token, state.tokens[index + 1]] }));
    }
  });
}

/** A preview is on a page with others, so its headings are paragraphs. */
export const headingRules: RenderRules = {
  heading_open(tokens, index, env, out) {
    const token = tokens[index] as Token;
    if (env.isPreview) return out.html('<p class="preview-heading">');
    const id = attribute(token, "id");
    if (!id) return out.html(`<${token.tag}>`);
    env.anchors.push(id);
    out.open(token.tag, [` id="${escapeHtml(id)}"`]);
  },
  heading_close(tokens, index, env, out) {
    out.html(env.isPreview ? "</p>\n" : `</${tokens[index]?.tag}>\n`);
  },
  heading_link(tokens, index, env, out) {
    if (env.isPreview) return;
    const { id, text } = metaOf<{ id: string; text: string }>(tokens[index]);
    out.addParts([
      ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="`,
      stringPart("prose.headingLink", escapeHtml(text)),
      '">#</a>',
    ]);
  },
};

/** Numbers equal headings as GitHub does, from the last number on: the plugin would count from 1 for each of thousands of equal headings. */
function uniqueSlug(text: string, { slugs }: MarkdownEnv): string {
  const name = slugOf(text) || "section";
  const first = slugOf(isReservedId(name) ? `section-${name}` : name);
  let unique = first;
  while (slugs.has(unique)) {
    const number = (slugs.get(first) ?? 0) + 1;
    slugs.set(first, number);
    unique = `${first}-${number}`;
  }
  slugs.set(unique, 0);
  return unique;
}

/** `{#id}` or `{: #id }` at the end of a heading. */
const writtenId = /\{:?[ \t]*#([A-Za-z][\w:.-]*)[ \t]*\}[ \t]*$/;

/** Reads ids that authors give to headings, `## Title {#id}`, as Docusaurus, VitePress and MkDocs do. An id that is taken is ignored. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.after("inline", "heading_ids", ({ tokens, env }) => {
    const { slugs } = envOf(env);
    for (const [index, token] of tokens.entries()) {
      const last = token.type === "heading_open" ? tokens[index + 1]?.children?.at(-1) : undefined;
      const [source, id = ""] = (last?.type === "text" && writtenId.exec(last.content)) || [];
      if (!last || source === undefined) continue;
      last.content = last.content.slice(0, -source.length).trimEnd();
      if (slugs.has(id) || isReservedId(id)) continue;
      slugs.set(id, 0);
      token.attrSet("id", id);
    }
  });
}

/** Reads ASCII without the library, whose pattern for all of Unicode takes ten times as long. */
function slugOf(text: string): string {
  if (!/^[\0-\x7f]*$/.test(text)) return slug(text);
  return text
    .toLowerCase()
    .replace(/[^\w -]+/g, "")
    .replaceAll(" ", "-");
}

/** Removes an h1 before all other headings, because the page shows its title already, unless front matter has another title. */
function dropTitle(state: StateCore): void {
  const env = envOf(state.env);
  const index = state.tokens.findIndex(({ type }) => type === "heading_open");
  if (state.tokens[index]?.tag !== "h1") return;
  const text = plainText(state.tokens[index + 1]?.children ?? []);
  env.firstHeading = text;
  if (env.title !== undefined && plainTitle(env.title).toLowerCase() !== text.toLowerCase()) return;
  state.tokens.splice(index, 3);
  keepAnchor(text, "titleId", env);
}

/** Keeps the anchor of a heading that was removed: it became the page's title, or was above metadata. */
export function keepAnchor(text: string, field: "titleId" | "beginningId", env: MarkdownEnv): void {
  const id = uniqueSlug(text, env);
  env[field] = id;
  env.anchors.push(id);
}

/** Sets the levels of headings: h1 is the page's title, so a text begins at h2, and no level is skipped. */
function levelHeadings(state: StateCore): void {
  const open: number[] = [];
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index] as Token;
    if (token.type !== "heading_open") continue;
    const level = Number(token.tag.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const tag = `h${Math.min(6, open.length + 1)}`;
    token.tag = tag;
    const close = state.tokens[index + 2];
    if (close) close.tag = tag;
  }
}

/** @returns the text of inline tokens as a reader sees it, without raw HTML: for GitHub's slugs, search and the outline. */
export function plainText(tokens: readonly Pick<Token, "type" | "content" | "children">[]): string {
  let text = "";
  for (const { type, content, children } of tokens) {
    if (type === "softbreak" || type === "hardbreak") text += " ";
    else if (type === "image") text += plainText(children ?? []);
    else if (!type.startsWith("html_")) text += content;
  }
  return text.trim();
}
