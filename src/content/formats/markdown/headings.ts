/** Headings: GitHub's slugs, levels that reserve h1 for the page's title, a link to each heading, and the outline. */
import { slug } from "github-slugger";
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import anchor from "markdown-it-anchor";
import { stringPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { plainTitle } from "../../../shared/title.js";
import { charge } from "../budget.js";
import { attribute, envOf, isReservedId, type MarkdownEnv, metaOf, type RenderRules } from "./env.js";

/** Characters of the page, its outline, its data and the search index that each heading has besides its text. */
const headingCost = 600;

export function headings(md: MarkdownIt): void {
  // By then, a placeholder in the title is text.
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
    permalink: (
      id: string,
      _options: unknown,
      state: { tokens: TokenLike[]; Token: new (type: string, tag: string, nesting: 0) => TokenLike },
      index: number,
    ) => {
      const inline = state.tokens[index + 1];
      const link = new state.Token("heading_link", "", 0);
      link.meta = { id, text: plainText(inline?.children ?? []) };
      inline?.children?.push(link);
    },
    callback: (token: TokenLike, info: { slug: string; title: string }) => {
      const env = (token.meta as { env?: MarkdownEnv } | null)?.env;
      if (!env || !charge(env, "html", headingCost, "this heading", token.map?.[0] ?? 0)) return;
      env.outline.push({ level: Number(token.tag.slice(1)), id: info.slug, text: info.title });
    },
  });
  md.core.ruler.before("anchor", "heading_env", (state) => {
    // The plugin's callback gets only the token, so the token has a reference to the outline.
    for (const token of state.tokens) if (token.type === "heading_open") token.meta = { ...token.meta, env: state.env };
  });
}

/** A preview is on a page with others, so its headings are paragraphs. */
export const headingRules: RenderRules = {
  heading_open(tokens, index, env, out) {
    const token = tokens[index] as Token;
    if (env.preview) return out.html('<p class="preview-heading">');
    const id = attribute(token, "id");
    if (!id) return out.html(`<${token.tag}>`);
    env.anchors.push(id);
    out.open(token.tag, [` id="${escapeHtml(id)}"`]);
  },
  heading_close(tokens, index, env, out) {
    out.html(env.preview ? "</p>\n" : `</${tokens[index]?.tag}>\n`);
  },
  heading_link(tokens, index, env, out) {
    if (env.preview) return;
    const { id, text } = metaOf<{ id: string; text: string }>(tokens[index]);
    out.addParts([
      ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="`,
      stringPart("prose.headingLink", escapeHtml(text)),
      '">#</a>',
    ]);
  },
};

/** The slugs of a text, each with the last number that was added to it. */
const usedSlugs = new WeakMap<MarkdownEnv, Map<string, number>>();

/** For each of thousands of equal headings, the plugin would count from -1; as on GitHub, numbers continue from the last one. */
function uniqueSlug(text: string, env: MarkdownEnv): string {
  const used = usedSlugs.get(env) ?? new Map<string, number>();
  usedSlugs.set(env, used);
  const name = slugOf(text) || "section";
  const first = slugOf(isReservedId(name) ? `section-${name}` : name);
  let unique = first;
  while (used.has(unique)) {
    const number = (used.get(first) ?? 0) + 1;
    used.set(first, number);
    unique = `${first}-${number}`;
  }
  used.set(unique, 0);
  return unique;
}

const onlyAscii = /^[\0-\x7f]*$/;

const writtenId = /[ \t]*\{:?[ \t]*#([A-Za-z][\w:.-]*)[ \t]*\}[ \t]*$/;

/** Reads ids that authors give to headings, `## Title {#id}`, as Docusaurus, VitePress and MkDocs do. One that is taken is left out. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.after("inline", "heading_ids", ({ tokens, env: environment }) => {
    const env = envOf(environment);
    const used = usedSlugs.get(env) ?? new Map<string, number>();
    usedSlugs.set(env, used);
    for (const [index, token] of tokens.entries()) {
      const last = token.type === "heading_open" ? tokens[index + 1]?.children?.at(-1) : undefined;
      const [written, id = ""] = (last?.type === "text" && writtenId.exec(last.content)) || [];
      if (!last || written === undefined) continue;
      last.content = last.content.slice(0, -written.length);
      if (used.has(id) || isReservedId(id)) continue;
      used.set(id, 0);
      token.attrSet("id", id);
    }
  });
}

/** The library's pattern has all of Unicode, which takes ten times as long. */
function slugOf(text: string): string {
  if (!onlyAscii.test(text)) return slug(text);
  return text
    .toLowerCase()
    .replace(/[^\w -]+/g, "")
    .replaceAll(" ", "-");
}

/** A first h1 that repeats the page's title, or that is its title, is not shown twice. */
function dropTitle(state: StateCore): void {
  const env = envOf(state.env);
  const index = state.tokens.findIndex(({ type }) => type === "heading_open");
  if (state.tokens[index]?.tag !== "h1") return;
  const text = plainText(state.tokens[index + 1]?.children ?? []);
  env.firstHeading = text;
  if (env.title !== undefined && plainTitle(env.title).toLowerCase() !== text.toLowerCase()) return;
  state.tokens.splice(index, 3);
  nameTitle(text, env);
}

/** A heading that became the page's title keeps its anchor, and its slug counts among those of the text. */
export function nameTitle(text: string, env: MarkdownEnv): void {
  env.titleId = uniqueSlug(text, env);
  env.anchors.push(env.titleId);
}

/** A heading of metadata, which was taken out of the text, keeps its anchor as well. */
export function nameBeginning(text: string, env: MarkdownEnv): void {
  env.beginningId = uniqueSlug(text, env);
  env.anchors.push(env.beginningId);
}

/** h1 is the page's title, so a text begins at h2, and no level is skipped, whatever levels the author used. */
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

interface TokenLike {
  type: string;
  tag: string;
  content: string;
  children: TokenLike[] | null;
  meta: unknown;
  map?: [number, number] | null;
}

/** The text of inline tokens as a reader sees it: for GitHub's slugs, search and the outline. */
export function plainText(tokens: readonly Pick<TokenLike, "type" | "content" | "children">[]): string {
  let text = "";
  for (const { type, content, children } of tokens) {
    if (type === "softbreak" || type === "hardbreak") text += " ";
    else if (type === "text" || type === "code_inline" || type === "mention" || type === "math_inline") text += content;
    else if (type === "image") text += plainText(children ?? []);
    // What a rule of the site made of a text; the source of HTML is not one.
    else if (!type.startsWith("html_")) text += content;
  }
  return text.trim();
}
