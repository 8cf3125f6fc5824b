/**
 * Reads settings of an old site as data, within a budget: a stranger wrote them, and constants and joined texts can make of a few lines more than any
 * machine holds. A key that costs more than a person writes has no value, and neither has one with an alias; both are reported.
 */
import { parse as parseToml } from "smol-toml";
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { linesOf } from "../../../shared/lines.js";

/** A value that is not known without running the file, or that costs too much. */
export interface Unread {
  /** `themeConfig.prism.theme`; empty for the whole file. */
  key: string;
  line: number;
  /** What is written: `a function`. */
  description: string;
}

export interface OldData {
  /** A key whose value is unknown is missing. */
  value: unknown;
  unread: Unread[];
  /** The line of each key at the top; in a file of lines, of any key. */
  lines: ReadonlyMap<string, number>;
}

/** What is said of a key that costs too much. */
export const tooLarge = "larger than what a person writes";

/** Letters of a file. */
const longestFile = 200_000;
const deepest = 60;
/** Letters of one text. */
const longestText = 5000;
/** Limits of a key at the top, and of all keys. */
const maxOfKey = { values: 20_000, letters: 1_000_000 };
const maxOfAll = { values: 60_000, letters: 3_000_000 };

class BudgetSpent extends Error {}

/** Counts the values and letters that a file makes. */
export class Budget {
  private readonly all = { ...maxOfAll };
  private ofCurrentKey = { ...maxOfKey };

  /** @returns what is read of a key at the top; undefined if it costs too much. */
  ofKey<T>(read: () => T): { value: T } | undefined {
    this.ofCurrentKey = { ...maxOfKey };
    try {
      return { value: read() };
    } catch (error) {
      if (error instanceof BudgetSpent) return undefined;
      throw error;
    }
  }

  /** @param depth of the value. @param text that was made for it. */
  spend(depth: number, text = ""): void {
    for (const allowance of [this.ofCurrentKey, this.all]) {
      allowance.values--;
      allowance.letters -= text.length;
      if (allowance.values < 0 || allowance.letters < 0 || depth > deepest || text.length > longestText)
        throw new BudgetSpent();
    }
  }
}

export const isTooLong = (text: string) => text.length > longestFile;

export function unreadFile(description: string, line = 1): OldData {
  return { value: undefined, unread: [{ key: "", line, description }], lines: new Map() };
}

/** YAML without aliases. Tags of other programs (`!!python/name:…`) are texts. */
export function readYaml(text: string): OldData {
  if (isTooLong(text)) return unreadFile(tooLarge);
  const counter = new LineCounter();
  const unread: Unread[] = [];
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
    const { contents } = document;
    if (!isMap(contents)) return unreadFile("no settings");
    contents.items = contents.items.filter(({ key, value }) => {
      let hasAlias = false;
      const Alias = () => {
        hasAlias = true;
        return visit.BREAK;
      };
      if (isNode(value)) visit(value, { Alias });
      const name = isScalar(key) ? String(key.value).slice(0, longestName) : "";
      const [start = 0] = (isNode(key) && key.range) || [];
      if (hasAlias)
        unread.push({ key: name, line: counter.linePos(start).line, description: "an alias of another value" });
      return !hasAlias;
    });
    const read = withinBudget(document.toJS(), text);
    return { ...read, unread: [...unread, ...read.unread] };
  } catch {
    // The parser recurses, so thousands of brackets exhaust its stack.
    return unreadFile(tooLarge);
  }
}

export function readToml(text: string): OldData {
  if (isTooLong(text)) return unreadFile(tooLarge);
  try {
    return withinBudget(parseToml(text), text);
  } catch (error) {
    const { line = 1, message } = error as { line?: number; message: string };
    return unreadFile(`no TOML: ${message.split("\n")[0]}`, line);
  }
}

/** Letters of a key that messages show. */
export const longestName = 60;

/** What a parser made of a file, as far as the budget allows. @param text of the file. */
function withinBudget(value: object, text: string): OldData {
  const budget = new Budget();
  const lines = keyLines(text);
  const unread: Unread[] = [];
  const copy = (inner: unknown, depth: number): unknown => {
    budget.spend(depth, typeof inner === "string" ? inner : "");
    if (typeof inner !== "object" || inner === null) return inner;
    if (Array.isArray(inner)) return inner.map((member) => copy(member, depth + 1));
    return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, copy(member, depth + 1)]));
  };
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const read = budget.ofKey(() => copy(inner, 1));
    if (!read) unread.push({ key: key.slice(0, longestName), line: lines.get(key) ?? 1, description: tooLarge });
    return read ? [[key, read.value]] : [];
  });
  return { value: Object.fromEntries(entries), unread, lines };
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
