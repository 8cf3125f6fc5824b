/**
 * The names of one text: hyperlink targets, footnotes, citations, substitutions and roles. Blocks declare them while they are read, and references
 * are resolved when the whole text has been read, because most targets are behind their references. Ids are those of docutils.
 */
import type { Token } from "markdown-it";
import { isReservedId, type MarkdownEnv } from "../markdown/env.js";

/** Where a name leads: to a URL, to an id of this text, or to what another name leads to. */
export type Target = { url: string } | { id: string } | { name: string };

export interface Note {
  id: string;
  /** What its references show. */
  label: string;
  isCitation: boolean;
  /** Whether it is an entry of a numbered list: citations and symbols are not. */
  isNumbered: boolean;
  /** Ids of its references, in order. */
  references: string[];
}

/** A role that a text has made of another one, by `.. role:: name(base)`. */
interface Role {
  base: string;
  /** Argument of `raw` and `code`. */
  format?: string;
}

export class Names {
  readonly targets = new Map<string, Target>();
  /** The targets of `__`, in order; each reference takes the next. */
  readonly anonymous: Target[] = [];
  anonymousUsed = 0;
  private readonly substitutions = new Map<string, Substitution>();
  /** Substitutions by a text, which is read when all blocks have been. */
  readonly pending: { name: string; text: string; line: number }[] = [];
  readonly roles = new Map<string, Role>();
  defaultRole = "";
  readonly notes = new Map<string, Note>();
  /** Footnotes `[#]` and `[*]` that have no reference yet, in order. */
  readonly unnamed: Record<"#" | "*", Note[]> = { "#": [], "*": [] };
  readonly unnamedUsed: Record<"#" | "*", number> = { "#": 0, "*": 0 };
  /** @param tokens of a substitution's text. */
  substitute(name: string, tokens: Token[]): void {
    this.substitutions.set(normalName(name), { tokens, length: lengthOf(tokens) });
  }

  substitution(name: string): Substitution | undefined {
    return this.substitutions.get(normalName(name));
  }

  private readonly ids = new Set<string>();
  private readonly counters = new Map<string, number>();

  /** Declares a target; of several with one name the first counts, but one that the author wrote comes before the title of a section. */
  declare(name: string, target: Target, isExplicit = true): void {
    const key = normalName(name);
    const knownTarget = this.targets.get(key);
    if (knownTarget && !(isExplicit && this.implicit.has(key))) return;
    this.targets.set(key, target);
    if (isExplicit) this.implicit.delete(key);
    else this.implicit.add(key);
  }

  private readonly implicit = new Set<string>();

  /** @returns undefined if nothing in this text has the name, or if names lead only to each other. */
  find(name: string): Exclude<Target, { name: string }> | undefined {
    let target = this.targets.get(normalName(name));
    for (let steps = 0; target && "name" in target; steps++)
      target = steps < 20 ? this.targets.get(normalName(target.name)) : undefined;
    return target as Exclude<Target, { name: string }> | undefined;
  }

  /** An id from a name that no other part of the page has. @param prefix of ids for names without letters. */
  idFor(name: string, prefix: string): string {
    const base = idOf(name);
    const first = base && isReservedId(base) ? `${prefix}-${base}` : base;
    if (first && !this.ids.has(first)) return this.take(first);
    return this.nextId(first || prefix);
  }

  nextId(prefix: string): string {
    for (;;) {
      const count = (this.counters.get(prefix) ?? 0) + 1;
      this.counters.set(prefix, count);
      const id = `${prefix}-${count}`;
      if (!this.ids.has(id)) return this.take(id);
    }
  }

  private take(id: string): string {
    this.ids.add(id);
    return id;
  }

  private number = 0;
  private symbol = 0;
  private readonly manualNumbers: ReadonlySet<string>;

  /** @param text the whole: numbers that authors gave by hand, anywhere in it, are no others' (docutils). */
  constructor(text: string) {
    this.manualNumbers = new Set([...text.matchAll(/^\s*\.\. \[(\d+)\]\s/gm)].map(([, digits = ""]) => digits));
  }

  /** @param label as it is written between the brackets. @returns undefined for a label that another note has. */
  declareNote(label: string): Note | undefined {
    const isCitation = !/^(?:\d+|#.*|\*)$/.test(label);
    const key = normalName(label.replace(/^#(?=.)/, ""));
    if (label !== "#" && label !== "*" && this.notes.has(key)) return undefined;
    const sign = label === "*" ? this.nextSymbol() : label.startsWith("#") ? this.nextNumber() : label;
    const id = isCitation ? this.idFor(label, "citation") : this.idFor(label.startsWith("#") ? key : "", "footnote");
    const note: Note = { id, label: sign, isCitation, isNumbered: /^\d{1,9}$/.test(sign), references: [] };
    if (label === "#" || label === "*") this.unnamed[label].push(note);
    else this.notes.set(key, note);
    if (label.startsWith("#")) this.notes.set(sign, note);
    if (label !== "#" && label !== "*") this.declare(key, { id }, label.startsWith("#") || isCitation);
    return note;
  }

  private nextNumber(): string {
    do this.number++;
    while (this.manualNumbers.has(`${this.number}`));
    return `${this.number}`;
  }

  private nextSymbol(): string {
    const symbols = "*†‡§¶#♠♥♦♣";
    const index = this.symbol++;
    const times = Math.floor(index / symbols.length) + 1;
    const symbol = symbols[index % symbols.length] ?? "*";
    return times <= maxSymbols ? symbol.repeat(times) : `${symbol}${times}`;
  }

  /** The note that a reference `[label]_` leads to, with the reference's own id. */
  referTo(label: string): { note: Note; id: string } | undefined {
    const note =
      label === "#" || label === "*"
        ? this.unnamed[label][this.unnamedUsed[label]++]
        : this.notes.get(normalName(label.replace(/^#/, "")));
    if (!note) return undefined;
    const id = this.nextId(note.isCitation ? "citation-reference" : "footnote-reference");
    note.references.push(id);
    return { note, id };
  }
}

/** How often a footnote's symbol is repeated; behind that is how often it would be. */
const maxSymbols = 9;

/** What a name stands for, and about how long it is in a page. */
interface Substitution {
  tokens: Token[];
  length: number;
}

/** Each token is an object, and at least a tag. */
const tokenLength = 8;

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { content, attrs, children }) => {
    const values = attrs?.reduce((length, [, value]) => length + String(value).length, 0) ?? 0;
    return sum + tokenLength + content.length + values + lengthOf(children ?? []);
  }, 0);
}

/** Names are compared without case and with single spaces. */
export const normalName = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** An id as docutils makes it: letters without accents and digits, with hyphens between them, from the first letter on. */
function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(
      /[øđħıłŧƀß]/g,
      (letter) => ({ ß: "sz", ø: "o", đ: "d", ħ: "h", ı: "i", ł: "l", ŧ: "t", ƀ: "b" })[letter] ?? "",
    )
    .normalize("NFKD")
    .replace(/[^\0-\x7f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
}

/** What the readers of one text share. */
export interface RstContext {
  env: MarkdownEnv;
  names: Names;
  /** Titles of sections by their labels, for references to them. */
  titles: Map<string, string>;
  /** Language of the literal blocks that follow. */
  language: string;
  make(type: string, tag: string, nesting: -1 | 0 | 1): Token;
}
