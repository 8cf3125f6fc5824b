/**
 * The names of one text: hyperlink targets, footnotes, citations, substitutions and roles. Blocks declare them while they are read. References are
 * resolved when the whole text has been read, because most targets are after their references. Ids are those of docutils.
 */
import type { Token } from "markdown-it";
import { isReservedId, type MarkdownEnv } from "../markdown/env.js";

/** The target of a name: a URL, an id of this text, or the target of another name. */
export type Target = { url: string } | { id: string } | { name: string };

export interface Note {
  id: string;
  /** The text of its references. */
  label: string;
  isCitation: boolean;
  /** Whether it is in a numbered list. Citations and notes with symbols are not. */
  isNumbered: boolean;
  /** Ids of its references, in order. */
  references: string[];
}

/** A role that a text declares by `.. role:: name(base)`. */
interface Role {
  base: string;
  /** The option `format` of a role based on `raw`. */
  format?: string;
}

export class Names {
  readonly targets = new Map<string, Target>();
  /** Names in `targets` that an explicit target may replace: titles of sections, and footnotes that their author numbered. */
  private readonly implicit = new Set<string>();
  /** The targets of references with `__`, in the order of the references. */
  readonly anonymous: Target[] = [];
  anonymousUsed = 0;
  private readonly substitutions = new Map<string, Substitution>();
  /** Substitutions whose text is read when all blocks have been read. */
  readonly pending: { name: string; text: string; line: number }[] = [];
  readonly roles = new Map<string, Role>();
  defaultRole = "";
  private readonly notes = new Map<string, Note>();
  /** Footnotes `[#]` and `[*]`, in the order of their declarations: the nth reference leads to the nth. */
  private readonly unnamed: Record<"#" | "*", Note[]> = { "#": [], "*": [] };
  /** The number of references to them so far. */
  private readonly unnamedUsed: Record<"#" | "*", number> = { "#": 0, "*": 0 };
  private readonly ids = new Set<string>();
  private readonly counters = new Map<string, number>();
  private lastNumber = 0;
  private symbolCount = 0;
  private readonly manualNumbers: ReadonlySet<string>;

  /** @param text the whole text: docutils gives no footnote a number that the author has written anywhere in it. */
  constructor(text: string) {
    this.manualNumbers = new Set([...text.matchAll(/^ *\.\. +\[(\d+)\]\s/gm)].map(([, digits = ""]) => digits));
  }

  /** Declares a substitution. @param tokens of the text that replaces the name. */
  substitute(name: string, tokens: Token[]): void {
    this.substitutions.set(normalName(name), { tokens, length: lengthOf(tokens) });
  }

  substitution(name: string): Substitution | undefined {
    return this.substitutions.get(normalName(name));
  }

  /** Declares a target. The first of several with one name counts, but an explicit target replaces an implicit one. */
  declare(name: string, target: Target, isExplicit = true): void {
    const key = normalName(name);
    if (this.targets.has(key) && !(isExplicit && this.implicit.has(key))) return;
    this.targets.set(key, target);
    if (isExplicit) this.implicit.delete(key);
    else this.implicit.add(key);
  }

  /** @returns undefined if nothing in this text has the name, or if names lead only to each other. */
  find(name: string): Exclude<Target, { name: string }> | undefined {
    let target = this.targets.get(normalName(name));
    for (let steps = 0; target && "name" in target; steps++)
      target = steps < 20 ? this.targets.get(normalName(target.name)) : undefined;
    return target as Exclude<Target, { name: string }> | undefined;
  }

  /** @returns an id, made from the name, that is unique in the text. @param prefix begins the id of a name that has no letters or whose id is reserved. */
  idFor(name: string, prefix: string): string {
    const base = idOf(name);
    const first = base && isReservedId(base) ? `${prefix}-${base}` : base;
    if (!first || this.ids.has(first)) return this.nextId(first || prefix);
    this.ids.add(first);
    return first;
  }

  private nextId(prefix: string): string {
    for (;;) {
      const count = (this.counters.get(prefix) ?? 0) + 1;
      this.counters.set(prefix, count);
      const id = `${prefix}-${count}`;
      if (this.ids.has(id)) continue;
      this.ids.add(id);
      return id;
    }
  }

  /** @param label the text between the brackets. @returns undefined if another note has the label. */
  declareNote(label: string): Note | undefined {
    const isCitation = !/^(?:\d+|#.*|\*)$/.test(label);
    const hasAutoNumber = label.startsWith("#");
    const key = normalName(label.replace(/^#(?=.)/, ""));
    const isUnnamed = label === "#" || label === "*";
    if (!isUnnamed && this.notes.has(key)) return undefined;
    const numberOrLabel = hasAutoNumber ? this.nextNumber() : label;
    const shownLabel = label === "*" ? this.nextSymbol() : numberOrLabel;
    const id = isCitation ? this.idFor(label, "citation") : this.idFor(hasAutoNumber ? key : "", "footnote");
    const isNumbered = /^\d{1,9}$/.test(shownLabel);
    const note: Note = { id, label: shownLabel, isCitation, isNumbered, references: [] };
    if (isUnnamed) this.unnamed[label].push(note);
    else {
      this.notes.set(key, note);
      this.declare(key, { id }, hasAutoNumber || isCitation);
    }
    if (hasAutoNumber) this.notes.set(shownLabel, note);
    return note;
  }

  private nextNumber(): string {
    do this.lastNumber++;
    while (this.manualNumbers.has(`${this.lastNumber}`));
    return `${this.lastNumber}`;
  }

  private nextSymbol(): string {
    const symbols = "*†‡§¶#♠♥♦♣";
    const index = this.symbolCount++;
    const times = Math.floor(index / symbols.length) + 1;
    const symbol = symbols[index % symbols.length] ?? "*";
    return times <= maxRepeats ? symbol.repeat(times) : `${symbol}${times}`;
  }

  /** Adds a reference `[label]_` to its note. @returns the note and the id of the reference; undefined if no note has the label. */
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

/** The maximum number of times that a footnote's symbol is repeated; a number replaces further repetitions. */
const maxRepeats = 9;

/** The text that replaces a name, and its approximate length on a page. */
interface Substitution {
  tokens: Token[];
  length: number;
}

/** The length that each token adds, because it is at least a tag. */
const tokenLength = 8;

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { content, attrs, children }) => {
    const values = attrs?.reduce((length, [, value]) => length + String(value).length, 0) ?? 0;
    return sum + tokenLength + content.length + values + lengthOf(children ?? []);
  }, 0);
}

/** @returns the form of a name in which names are compared: lower case, with single spaces. */
export const normalName = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** @returns an id by the rules of docutils: letters without accents and digits, with hyphens between them, from the first letter on. */
function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(
      /[æœøđħıłŧƀß]/g,
      (letter) => ({ æ: "ae", œ: "oe", ß: "sz", ø: "o", đ: "d", ħ: "h", ı: "i", ł: "l", ŧ: "t", ƀ: "b" })[letter] ?? "",
    )
    .normalize("NFKD")
    .replace(/[^\0-\x7f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
}

/** The state that the readers of one text share. */
export interface RstContext {
  env: MarkdownEnv;
  names: Names;
  /** Titles of sections by their labels, for references to them. */
  titles: Map<string, string>;
  /** Language of the literal blocks that follow. */
  language: string;
  make(type: string, tag: string, nesting: -1 | 0 | 1): Token;
}
