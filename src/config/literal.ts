/**
 * Reads a config file as far as it takes to find where its values are written: its literals, and the ways from an expression
 * to one. It is not a parser of the language: what it does not know, it does not see.
 */
import { escapePattern } from "../shared/text.js";

export interface Source {
  text: string;
  /** The text with spaces in place of comments, and of what is between quotes. */
  code: string;
}

const commentOrString =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[(,=:[!&|?{};]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

export function readCode(text: string): Source {
  const code = text.replace(commentOrString, (part) => {
    const [quote = ""] = part;
    return `"'\``.includes(quote) ? quote + " ".repeat(part.length - 2) + quote : " ".repeat(part.length);
  });
  return { text, code };
}

/** Where the value of the configuration begins. */
export function startOf({ code }: Source): number {
  const renamed = /\bexport\s*\{[^}]*?([\w$]+)\s+as\s+default\b/.exec(code)?.[1];
  const named = renamed === undefined ? undefined : definitionOf(code, renamed);
  const exported = /\bexport\s+default\b|\bmodule\.exports\s*=(?!=)|\bexports\.default\s*=(?!=)/.exec(code);
  return skipSpace(code, named ?? (exported ? exported.index + exported[0].length : 0));
}

/** An expression may be this many steps away from its literal. */
const maxSteps = 20;

/**
 * Where the objects and lists begin that an expression may be, the likeliest first: within parentheses, types and `await`, in the
 * constant or the result of the function that it names, in the function that is called at once.
 * @param seesArguments whether the result of an unknown function is probably what it is given: of `defineConfig` it is.
 */
export function literalsOf({ code }: Source, start: number, seesArguments: boolean): number[] {
  let at = start;
  for (let step = 0; step < maxSteps; step++) {
    at = skipSpace(code, at);
    const sign = code[at] ?? "";
    if ("{[".includes(sign)) return sign === "" ? [] : [at];
    const next = sign === "(" ? insideOf(code, at) : sign === "<" ? afterType(code, at) : undefined;
    if (next !== undefined) {
      at = next;
      continue;
    }
    const word = wordAt(code, at);
    if (word === undefined) return [];
    const after = skipSpace(code, at + word.length);
    if (word === "await" || word === "async") at = after;
    else if (word === "function") at = resultOf(code, code.indexOf("(", after));
    else if (code.startsWith("=>", after)) at = bodyOf(code, after + 2);
    else {
      const name = /[\w$.]+/y;
      name.lastIndex = at;
      const [whole = word] = name.exec(code) ?? [];
      const call = skipSpace(code, at + whole.length);
      const definition = whole === word ? definitionOf(code, word) : undefined;
      if (definition !== undefined) at = definition;
      else if (code[call] === "(" && seesArguments)
        return [...entriesOf({ code, text: code }, call)]
          .reverse()
          .flatMap(({ value }) => literalsOf({ code, text: code }, value, step < maxSteps / 2));
      else return [];
    }
  }
  return [];
}

/** Where the value of a constant begins, or the parameters of a function. */
function definitionOf(code: string, name: string): number | undefined {
  const own = escapePattern(name);
  const found =
    new RegExp(String.raw`\b(?:const|let|var)\s+${own}\s*(?::[^=]*)?=(?!=)`).exec(code) ??
    new RegExp(String.raw`\bfunction\s+${own}\s*(?=\()`).exec(code);
  return found ? found.index + found[0].length : undefined;
}

/** @param open the parenthesis. @returns where its content begins, or if it has the parameters of a function the function's result. */
function insideOf(code: string, open: number): number {
  const after = code.slice(endOf(code, open) + 1);
  return /^\s*(?::[^={]*)?(?:=>|\{)/.test(after) ? resultOf(code, open) : open + 1;
}

/** @param open the parenthesis before the parameters of a function. */
function resultOf(code: string, open: number): number {
  const close = endOf(code, open) + 1;
  const arrow = /^\s*(?::[^={]*)?=>/.exec(code.slice(close));
  return bodyOf(code, arrow ? close + arrow[0].length : code.indexOf("{", close));
}

/** @returns where the value of a function's body begins: of a block that of its last `return`. */
function bodyOf(code: string, start: number): number {
  const at = skipSpace(code, start);
  if (code[at] !== "{") return at;
  let depth = 0;
  let result = code.length;
  for (let next = at + 1; next < code.length && depth >= 0; next++) {
    const sign = code[next] ?? "";
    if ("{[(".includes(sign)) depth++;
    else if ("}])".includes(sign)) depth--;
    else if (depth === 0 && sign === "r" && isReturn(code, next)) result = next + "return".length;
  }
  return result;
}

function isReturn(code: string, at: number): boolean {
  const word = /\breturn\b/y;
  word.lastIndex = at;
  return word.test(code);
}

/** @param open the sign that opens a type assertion. */
function afterType(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "<") depth++;
    else if (code[at] === ">" && --depth === 0) return at + 1;
  }
  return code.length;
}

/** An entry of an object, a list or arguments. */
export interface LiteralEntry {
  /** Undefined for an item. */
  name?: string;
  /** Its name as it is written. */
  key: { start: number; end: number };
  isSpread: boolean;
  /** Where its value begins, or the name of a short form. */
  value: number;
  /** After its value. */
  end: number;
}

const keyName = /(?:(?:get|async)\s+(?=[\w$"']))?([\w$]+|"[^"]*"|'[^']*')/y;

/** @param open the bracket that opens it. */
export function* entriesOf({ text, code }: Source, open: number): Generator<LiteralEntry> {
  const isObject = code[open] === "{";
  let next = skipSpace(code, open + 1);
  while (next < code.length && !"}])".includes(code[next] ?? "")) {
    const isSpread = code.startsWith("...", next);
    keyName.lastIndex = next;
    const written = isObject && !isSpread ? (keyName.exec(code)?.[1] ?? undefined) : undefined;
    const end = written === undefined ? next : keyName.lastIndex;
    const start = end - (written?.length ?? 0);
    const colon = skipSpace(code, end);
    const isPair = written !== undefined && code[colon] === ":";
    const isMethod = written !== undefined && code[colon] === "(";
    const value = isPair ? skipSpace(code, colon + 1) : isMethod ? colon : isSpread ? next + 3 : start;
    const last = endOfValue(code, Math.max(value, end));
    const own = written === undefined ? undefined : text.slice(start, end);
    const name = own !== undefined && /^["']/.test(own) ? unquoted(own.slice(1, -1)) : own;
    yield { name, key: { start, end: Math.max(end, start + 1) }, isSpread, value, end: last };
    const following = skipSpace(code, code[last] === "," ? last + 1 : last);
    // What cannot be read has no entries after it.
    if (following <= next) return;
    next = following;
  }
}

/** @param escaped what is between quotes. */
export function unquoted(escaped: string): string {
  try {
    return JSON.parse(`"${escaped.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"')}"`);
  } catch {
    // Other escapes than those of JSON are rare.
    return escaped;
  }
}

function wordAt(code: string, at: number): string | undefined {
  const word = /[\w$]+/y;
  word.lastIndex = at;
  return word.exec(code)?.[0];
}

function skipSpace(code: string, at: number): number {
  const space = /[\s\uFEFF]*/y;
  space.lastIndex = at;
  return at + (space.exec(code)?.[0].length ?? 0);
}

/** The comma or the bracket that ends a value. */
function endOfValue(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const sign = code[at] ?? "";
    if ("{[(".includes(sign)) depth++;
    else if ("}])".includes(sign) && depth-- === 0) return at;
    else if (sign === "," && depth === 0) return at;
  }
  return code.length;
}

/** The bracket that closes the one at `open`. */
function endOf(code: string, open: number): number {
  let at = endOfValue(code, open + 1);
  while (code[at] === ",") at = endOfValue(code, at + 1);
  return at;
}
