/**
 * Raw HTML in Markdown: allowed elements stay, and any other tag is shown as text, because its author probably means text: `<Word>` is a placeholder
 * in many proposals.
 */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import type { Position } from "../../../shared/document.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { escapeHtml } from "../../../shared/text.js";
import { envOf, type MarkdownEnv, PositionFinder, paragraphTokens, type RenderRule, type RenderRules } from "./env.js";
import { emptyTags, mayHave, reportShownAsText } from "./sanitize.js";

/** Whether HTML is only one comment. */
function isComment(html: string): boolean {
  const text = html.trim();
  return text.startsWith("<!--") && text.indexOf("-->") === text.length - 3;
}

export function rawHtml(md: MarkdownIt): void {
  md.core.ruler.after("block", "html_placeholders", placeholderBlocks);
  md.core.ruler.after("inline", "unclosed_placeholders", unclosedPlaceholders);
}

const writeHtml: RenderRule = (tokens, index, _, out) => {
  const { content = "" } = tokens[index] ?? {};
  if (!isComment(content)) out.html(content);
};

export const rawHtmlRules: RenderRules = { html_block: writeHtml, html_inline: writeHtml };

function isAllowedTag(html: string, { options }: MarkdownEnv): boolean {
  const name = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>])/i.exec(html.trimStart())?.[1];
  return html.trimStart().startsWith("<!--") || (name !== undefined && mayHave(name.toLowerCase(), options));
}

/** Makes an HTML block a paragraph if it begins with a tag that is not allowed. */
function placeholderBlocks(state: StateCore): void {
  const isPlaceholder = ({ type, content }: Token) => type === "html_block" && !isAllowedTag(content, envOf(state.env));
  if (!state.tokens.some(isPlaceholder)) return;
  state.tokens = state.tokens.flatMap((token) => (isPlaceholder(token) ? paragraphOf(token, state) : [token]));
}

/** The lines of an HTML block as a paragraph whose inline tokens are still to be parsed. */
const paragraphOf = ({ content, map, level }: Token, state: StateCore): Token[] =>
  paragraphTokens(state, content.trim(), { map, level });

/** A tag in the text: `<name …>` or `</name>`. */
interface Tag {
  token: Token;
  /** Its source. */
  text: string;
  /** Index in the token's content. */
  index: number;
  name: string;
  isEndTag: boolean;
}

/** Elements that may lack an end tag. */
const endIsOptional = new Set("caption colgroup dd dt li p rp rt tbody td tfoot th thead tr".split(" "));
/** A comment, an end tag or a start tag. Comments hide the tags in them; as in browsers, an unclosed comment reaches to the end of the text. */
const tagOrComment =
  /<!--(?:[\s\S]*?-->|[\s\S]*$)|<\/([a-z][a-z0-9-]*)[^<>]*>|<([a-z][a-z0-9-]*)(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/gi;

function tagsOf(token: Token): Tag[] {
  return [...token.content.matchAll(tagOrComment)].flatMap(({ 0: text, 1: endName, 2: startName, index }) => {
    const name = (endName ?? startName)?.toLowerCase();
    return name === undefined ? [] : [{ token, text, index, name, isEndTag: endName !== undefined }];
  });
}

/** Open tags; of those with the same name, the innermost is last. */
class OpenTags {
  private readonly byName = new Map<string, Tag[]>();

  open(tag: Tag): void {
    getOrAdd(this.byName, tag.name, () => []).push(tag);
  }

  /** @returns whether a tag was open. */
  close({ name }: Tag): boolean {
    return this.byName.get(name)?.pop() !== undefined;
  }

  tags(): Tag[] {
    return [...this.byName.values()].flat();
  }
}

/**
 * Whether a tag without an end tag is a placeholder, such as `Option<Details>`, `<Col>` or `<address or name>`: it has no attributes with values, and
 * needs an end tag or is capitalized.
 */
function isUnclosedPlaceholder({ text, name }: Tag): boolean {
  // The name, and words after it that have no values.
  const words = /^<[a-z0-9-]+((?:\s+[^\s=<>/]+)*)\s*\/?>$/i.exec(text);
  if (!words) return false;
  if (emptyTags.has(name)) return /^<[A-Z][a-z]+>$/.test(text);
  return !endIsOptional.has(name) || (!words[1] && isCapitalized(text));
}

function isCapitalized(text: string): boolean {
  return text !== text.toLowerCase();
}

/**
 * Makes unclosed tags text: as elements they would vanish and contain the rest of the page. The end tag of a block may be in any later block
 * (`<details>`, a blank line, Markdown). The end tag of an inline element must be in the same paragraph; that of an element in lower case may also
 * be in a later block where it closes no other tag.
 */
function unclosedPlaceholders(state: StateCore): void {
  const env = envOf(state.env);
  const blocks = new OpenTags();
  const inlines = new OpenTags();
  const placeholders: Tag[] = [];
  const findTag = tagFinder(env);
  for (const token of state.tokens) {
    if (token.type === "html_block") {
      for (const tag of tagsOf(token)) {
        if (!tag.isEndTag) blocks.open(tag);
        else if (!blocks.close(tag)) inlines.close(tag);
      }
      continue;
    }
    if (!token.children) continue;
    let openTags: OpenTags | undefined;
    for (const child of token.children) {
      if (child.type !== "html_inline") continue;
      openTags ??= new OpenTags();
      if (!isAllowedTag(child.content, env)) {
        child.type = "text";
        reportShownAsText(env, child.content, findTag(child.content, token));
        continue;
      }
      for (const tag of tagsOf(child)) {
        if (!tag.isEndTag) openTags.open(tag);
        else if (!openTags.close(tag) && !blocks.close(tag)) inlines.close(tag);
      }
    }
    for (const tag of openTags?.tags() ?? []) {
      if (isCapitalized(tag.text)) placeholders.push(tag);
      else inlines.open(tag);
    }
  }
  showTagsAsText(state, [...placeholders, ...inlines.tags(), ...blocks.tags()].filter(isUnclosedPlaceholder));
}

/** @returns a function that finds the position of a tag in the block of `text`, after the tag that it found before. */
function tagFinder(env: MarkdownEnv): (tag: string, text: Token) => Position {
  let finder: PositionFinder | undefined;
  let lines = "";
  return (tag, { map }) => {
    if (!finder || lines !== `${map}`) finder = new PositionFinder(env, ...(map ?? [0, 1]));
    lines = `${map}`;
    return finder.find(tag);
  };
}

function showTagsAsText(state: StateCore, placeholders: readonly Tag[]): void {
  const inBlocks = new Map<Token, Tag[]>();
  for (const tag of placeholders) {
    if (tag.token.type === "html_inline") tag.token.type = "text";
    else getOrAdd(inBlocks, tag.token, () => []).push(tag);
  }
  if (inBlocks.size === 0) return;
  state.tokens = state.tokens.flatMap((token) => {
    const tags = inBlocks.get(token);
    if (!tags) return [token];
    const beginning = token.content.search(/\S/);
    if (tags.some(({ index }) => index === beginning)) {
      const texts = new Set(tags.map(({ text }) => text));
      const paragraph = paragraphOf(token, state);
      for (const { content, children } of paragraph) {
        if (children) state.md.inline.parse(content, state.md, state.env, children);
        for (const child of children ?? [])
          if (
            child.type === "html_inline" &&
            (texts.has(child.content) || !isAllowedTag(child.content, envOf(state.env)))
          )
            child.type = "text";
      }
      return paragraph;
    }
    const starts = new Set(tags.map(({ index }) => index));
    token.content = token.content.replace(tagOrComment, (text, ...groups) =>
      starts.has(groups.at(-2)) ? escapeHtml(text) : text,
    );
    return [token];
  });
}

/** Whether any raw HTML is left for the sanitizer. */
export function hasRawHtml(tokens: readonly Token[]): boolean {
  for (const { type, content, children } of tokens) {
    if ((type === "html_block" || type === "html_inline") && !isComment(content)) return true;
    if (children && hasRawHtml(children)) return true;
  }
  return false;
}
