/** Notations of a site within a text: what a pattern matches becomes a link or another text. Names of emoji are such. */
import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";
import emoji from "markdown-it-emoji/lib/data/full.mjs";
import type { MarkdownConfig } from "../../config/index.js";

/** What a notation stands for. */
interface Meaning {
  text: string;
  href?: string | undefined;
  title?: string | undefined;
}

interface Notation {
  /** With the flags `g` and `u`. */
  pattern: RegExp;
  /** @returns undefined if a match stands for itself. */
  read(match: RegExpExecArray): Meaning | undefined;
}

/** `:o:` within `urn:o:1` or `a::o::b` is not one. */
const emojiNames: Notation = {
  pattern: /(?<![\w:/.-]):([a-z0-9_+-]+):(?![\w:/])/gu,
  read: ([, name = ""]) => (Object.hasOwn(emoji, name) ? { text: emoji[name] as string } : undefined),
};

function notationsOf(config: Pick<MarkdownConfig, "inline" | "emoji">): Notation[] {
  const own = config.inline.map(({ pattern, href, text = "$&", title }): Notation => {
    const filled = (template: string | undefined, match: RegExpExecArray) =>
      template?.replace(/\$(\$|&|\d)/g, (_, name: string) =>
        name === "$" ? "$" : ((name === "&" ? match[0] : match[Number(name)]) ?? ""),
      );
    return {
      pattern: new RegExp(pattern, "gu"),
      read: (match) => ({ text: filled(text, match) ?? "", href: filled(href, match), title: filled(title, match) }),
    };
  });
  return config.emoji ? [...own, emojiNames] : own;
}

/** Reads the notations before all other marks of Markdown, so that `$(5,EUR)` is not a formula and `[…@cb]` is not a link. */
export function notations(config: Pick<MarkdownConfig, "inline" | "emoji">): (md: MarkdownIt) => void {
  const all = notationsOf(config);
  return (md) => {
    if (all.length === 0) return;
    const readText = md.inline.ruler.getRules("")[0];
    const finders = new WeakMap<StateInline, Finder>();
    const finderOf = (state: StateInline) => {
      const finder = finders.get(state) ?? new Finder(state.src, all);
      finders.set(state, finder);
      return finder;
    };
    md.inline.ruler.at("text", (state, silent) => {
      const { pos } = state;
      if (!readText?.(state, silent)) return false;
      const next = finderOf(state).startAfter(pos);
      if (state.pos <= next) return true;
      if (!silent) state.pending = state.pending.slice(0, next - state.pos);
      state.pos = next;
      return true;
    });
    md.inline.ruler.before("text", "notations", (state, silent) => {
      const found = finderOf(state).at(state.pos);
      if (!found || state.pos + found.source.length > state.posMax) return false;
      if (!silent) write(state, found);
      state.pos += found.source.length;
      return true;
    });
  };
}

/** The same for the text of another format, whose parser is not Markdown's: its texts are divided. */
export function notationsInText(config: Pick<MarkdownConfig, "inline" | "emoji">): (md: MarkdownIt) => void {
  const all = notationsOf(config);
  return (md) => {
    if (all.length === 0) return;
    md.core.ruler.after("inline", "notations", (state) => {
      for (const inline of state.tokens)
        if (inline.type === "inline")
          inline.children = (inline.children ?? []).flatMap((token) =>
            token.type === "text" ? divided(token, all, state) : [token],
          );
    });
  };
}

function divided(token: Token, all: readonly Notation[], state: StateCore): Token[] {
  const { content, level } = token;
  const finder = new Finder(content, all);
  const parts: Token[] = [];
  const make = (type: string, tag: string, nesting: 0 | 1 | -1) => {
    const part = Object.assign(new state.Token(type, tag, nesting), { level });
    parts.push(part);
    return part;
  };
  let end = 0;
  for (let start = finder.startAfter(-1); start < content.length; start = finder.startAfter(Math.max(start, end - 1))) {
    const found = finder.at(start);
    if (!found) continue;
    if (start > end) make("text", "", 0).content = content.slice(end, start);
    end = start + found.source.length;
    writeMeaning(found, make);
  }
  if (end === 0) return [token];
  if (end < content.length) make("text", "", 0).content = content.slice(end);
  return parts;
}

interface Found extends Meaning {
  /** What was written. */
  source: string;
}

/** Finds the notations of a text, each pattern once from its start to its end. */
class Finder {
  /** The next match of each notation; null if there is none. */
  private readonly next: (RegExpExecArray | null)[];

  constructor(
    private readonly text: string,
    private readonly all: readonly Notation[],
  ) {
    this.next = all.map((_, index) => this.search(index, 0));
  }

  at(position: number): Found | undefined {
    for (const [index, notation] of this.all.entries()) {
      const match = this.from(index, position);
      const meaning = match?.index === position ? notation.read(match) : undefined;
      if (match && meaning) return { ...meaning, source: match[0] };
    }
    return undefined;
  }

  /** Where the next one may begin; the end of the text if there is none. */
  startAfter(position: number): number {
    let start = this.text.length;
    for (const index of this.all.keys()) start = Math.min(start, this.from(index, position + 1)?.index ?? start);
    return start;
  }

  /** The first match that begins at a place or after it. */
  private from(index: number, position: number): RegExpExecArray | null {
    const known = this.next[index];
    if (known && known.index < position) this.next[index] = this.search(index, position);
    return this.next[index] ?? null;
  }

  private search(index: number, start: number): RegExpExecArray | null {
    const { pattern } = this.all[index] as Notation;
    for (pattern.lastIndex = start; ; ) {
      const match = pattern.exec(this.text);
      if (match?.[0] !== "") return match;
      pattern.lastIndex++;
    }
  }
}

function write(state: StateInline, found: Found): void {
  if (found.href === undefined) state.pending += found.text;
  else writeMeaning(found, (type, tag, nesting) => state.push(type, tag, nesting));
}

function writeMeaning(
  { text, href, title, source }: Found,
  make: (type: string, tag: string, nesting: 0 | 1 | -1) => Token,
): void {
  if (href === undefined) {
    make("text", "", 0).content = text;
    return;
  }
  const open = make("link_open", "a", 1);
  open.attrs = [["href", href], ...(title === undefined ? [] : [["title", title] as [string, string]])];
  open.markup = "notation";
  open.info = source;
  make("text", "", 0).content = text;
  make("link_close", "a", -1).markup = "notation";
}
