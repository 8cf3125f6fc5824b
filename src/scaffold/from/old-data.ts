/**
 * Reads settings of an old site as data, within a budget: a stranger wrote them, and constants, aliases and joined texts can make of a few lines more
 * than any machine holds. A key that costs more than a person writes has no value, and is reported.
 */
import { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { linesOf } from "../../shared/lines.js";

/** A value that is not known without running the file, or that costs too much. */
export interface Unread {
  /** `themeConfig.prism.theme`; empty for the whole file. */
  key: string;
  line: number;
  /** What is written: `a function`. */
  what: string;
  /** The package or file that it is imported from. */
  module?: string;
}

export interface OldData {
  /** A key whose value is unknown is missing. */
  value: unknown;
  unread: Unread[];
  /** The line of each key: by its path in a script, else by its name. */
  lines: ReadonlyMap<string, number>;
}

/** What is said of a key that costs too much. */
export const tooLarge = "larger than what a person writes";

/** Letters of a file. */
const longestFile = 200_000;
const deepest = 60;
/** Letters of one text. */
const longestText = 5000;
/** Of a key at the top, and of all. */
const mostOfKey = { values: 20_000, letters: 1_000_000 };
const mostOfAll = { values: 60_000, letters: 3_000_000 };

class BudgetSpent extends Error {}

/** Counts the values and letters that a file makes. */
export class Budget {
  private readonly all = { ...mostOfAll };
  private own = { ...mostOfKey };

  /** @returns what is read of a key at the top; undefined if it costs too much. */
  ofKey<T>(read: () => T): { value: T } | undefined {
    this.own = { ...mostOfKey };
    try {
      return { value: read() };
    } catch (error) {
      if (error instanceof BudgetSpent) return undefined;
      throw error;
    }
  }

  /** @param depth of the value. @param text that was made for it. */
  spend(depth: number, text = ""): void {
    for (const left of [this.own, this.all]) {
      left.values--;
      left.letters -= text.length;
      if (left.values < 0 || left.letters < 0 || depth > deepest || text.length > longestText) throw new BudgetSpent();
    }
  }
}

export const isTooLong = (text: string) => text.length > longestFile;

export function unreadFile(what: string, line = 1): OldData {
  return { value: undefined, unread: [{ key: "", line, what }], lines: new Map() };
}

/** YAML. Tags of other programs (`!!python/name:…`) are texts. */
export function readYaml(text: string): OldData {
  if (isTooLong(text)) return unreadFile(tooLarge);
  const counter = new LineCounter();
  let contents: Node | null;
  try {
    // The library compares each key with all others, and says what is wrong with all lines.
    const document = parseDocument(text, {
      logLevel: "silent",
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: counter,
    });
    const [error] = document.errors;
    if (error) return unreadFile("no YAML", counter.linePos(error.pos[0]).line);
    contents = document.contents;
  } catch {
    // The parser recurses, so thousands of brackets exhaust its stack.
    return unreadFile(tooLarge);
  }
  return new YamlReader(counter).read(contents);
}

class YamlReader {
  private readonly budget = new Budget();
  private readonly unread: Unread[] = [];
  private readonly lines = new Map<string, number>();
  private readonly anchors = new Map<string, Node>();
  /** Nodes that are being read: an alias of one of these would have no end. */
  private readonly open = new Set<unknown>();

  constructor(private readonly counter: LineCounter) {}

  read(contents: Node | null): OldData {
    const { unread, lines } = this;
    if (isMap(contents)) return { value: this.map(contents, "", 0), unread, lines };
    const read = this.budget.ofKey(() => this.valueOf(contents, "", 0));
    return read ? { value: read.value, unread, lines } : unreadFile(tooLarge);
  }

  private lineOf(node: unknown): number {
    const [start = 0] = (node as Node | undefined)?.range ?? [];
    return this.counter.linePos(start).line;
  }

  private valueOf(node: unknown, key: string, depth: number): unknown {
    this.budget.spend(depth, key);
    if (isAlias(node)) return this.alias(node, key, depth);
    if (isScalar(node)) {
      this.budget.spend(depth, String(node.value));
      if (node.anchor) this.anchors.set(node.anchor, node);
      return node.value;
    }
    if (!isMap(node) && !isSeq(node)) return undefined;
    if (node.anchor) this.anchors.set(node.anchor, node);
    this.open.add(node);
    try {
      return isMap(node) ? this.map(node, key, depth) : this.list(node.items, node.tag, key, depth);
    } finally {
      this.open.delete(node);
    }
  }

  private alias(node: Alias, key: string, depth: number): unknown {
    const target = this.anchors.get(node.source);
    if (target !== undefined && !this.open.has(target)) return this.valueOf(target, key, depth + 1);
    const what = target ? "an alias of what it is in" : "an alias of nothing that was read";
    this.unread.push({ key, line: this.lineOf(node), what });
    return undefined;
  }

  private list(items: readonly unknown[], tag: string | undefined, key: string, depth: number): unknown {
    const values = items.flatMap((item, index) => {
      if (isScalar(item) && typeof item.value === "string") this.note(item.value, item);
      const value = this.valueOf(item, `${key}[${index}]`, depth + 1);
      return value === undefined ? [] : [value];
    });
    // `!ENV [NAME, "default"]` of MkDocs: the default.
    if (tag !== "!ENV") return values;
    return values.length > 1 ? values.at(-1) : undefined;
  }

  private map(node: { items: readonly { key: unknown; value: unknown }[] }, key: string, depth: number) {
    const entries = node.items.flatMap((pair): [string, unknown][] => {
      if (!isScalar(pair.key)) return [];
      const name = String(pair.key.value);
      const path = key ? `${key}.${name}` : name;
      if (name.length <= longestText) this.note(name, pair.key);
      const read = () => this.valueOf(pair.value, path, depth + 1);
      const result = key === "" && depth === 0 ? this.budget.ofKey(read) : { value: read() };
      if (!result) this.unread.push({ key: name.slice(0, longestName), line: this.lineOf(pair.key), what: tooLarge });
      return result?.value === undefined ? [] : [[name, result.value]];
    });
    return Object.fromEntries(entries);
  }

  private note(name: string, node: unknown): void {
    if (!this.lines.has(name)) this.lines.set(name, this.lineOf(node));
  }
}

/** Letters of a key that messages show. */
const longestName = 60;

/** What a parser of TOML or JSON made of a file, as far as the budget allows. @param text of the file. */
export function withinBudget(value: unknown, text: string): OldData {
  const budget = new Budget();
  const lines = keyLines(text);
  const unread: Unread[] = [];
  const copy = (inner: unknown, depth: number): unknown => {
    budget.spend(depth, typeof inner === "string" ? inner : "");
    if (typeof inner !== "object" || inner === null) return inner;
    if (Array.isArray(inner)) return inner.map((one) => copy(one, depth + 1));
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, copy(one, depth + 1)]));
  };
  const entries = Object.entries(Object(value)).flatMap(([key, inner]) => {
    const read = budget.ofKey(() => copy(inner, 1));
    if (!read) unread.push({ key: key.slice(0, longestName), line: lines.get(key) ?? 1, what: tooLarge });
    return read ? [[key, read.value] as const] : [];
  });
  return {
    value: Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries),
    unread,
    lines,
  };
}

/** The first line of each key in a file of lines. */
function keyLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of linesOf(text).entries()) {
    const [, header, name = header?.split(".").at(-1)] =
      /^(?:\[+([\w.-]{1,100})\]|["']?([\w.-]{1,100})["']?[ \t]{0,9}[:=])/.exec(line.trim()) ?? [];
    if (name !== undefined && !lines.has(name)) lines.set(name, index + 1);
  }
  return lines;
}
