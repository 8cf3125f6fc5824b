/**
 * Finds the place of a key in the text of a config file, to report problems there. The file was run, not parsed, so
 * this reads only literals and stops at the last key that it can see: the value of a variable or a function within it has
 * no place.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import { escapePattern } from "../shared/text.js";

/** Messages about the configuration begin with the path of a key: `navbar.items[0].to: …`. */
const keyPath = /^([\w$-]+(?:\.[\w$-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*): /;
/** One of its keys; the quotes of an odd one are around its first group. */
const pathKey = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g;

/** Adds places to diagnostics about the config file that have none. */
export async function placeInConfig(
  root: string,
  configFile: string,
  diagnostics: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const isUnplaced = ({ file, line }: Diagnostic) => file === configFile && line === undefined;
  if (!diagnostics.some(isUnplaced)) return [...diagnostics];
  return placeInText(await readFile(join(root, configFile), "utf8").catch(() => ""), configFile, diagnostics);
}

/** The same for a config file whose text is known. */
export function placeInText(text: string, configFile: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const isUnplaced = ({ file, line }: Diagnostic) => file === configFile && line === undefined;
  return diagnostics.map((diagnostic) => {
    const path = keyPath.exec(diagnostic.message)?.[1];
    const place = path && isUnplaced(diagnostic) ? locateKey(text, path) : undefined;
    return { ...diagnostic, ...place };
  });
}

/** @returns the place of the key, or of the innermost one around it that can be seen. */
export function locateKey(text: string, path: string): { line: number; column: number; length: number } | undefined {
  const keys = [...path.matchAll(pathKey)].map(([whole, quoted]) => unescaped(quoted ?? whole));
  const found = find(text, skipSpace(text, startOf(text)), keys);
  if (!found) return undefined;
  return { ...positionAt(text, found.start), length: found.end - found.start };
}

/** Where the value of the configuration begins, or that of the constant that it is. */
function startOf(text: string): number {
  const code = text.replace(commentOrString, (part) => " ".repeat(part.length));
  const end = (found: RegExpExecArray | null) => found && found.index + found[0].length;
  const start = end(/\bdefineConfig\s*\(/.exec(code)) ?? end(/\bexport\s+default\b/.exec(code));
  if (start === null) return end(/^\uFEFF?/.exec(code)) ?? 0;
  const name = /^\s*([\w$]+)/.exec(code.slice(start))?.[1] ?? "";
  const constant = new RegExp(`\\b(?:const|let|var)\\s+${escapePattern(name)}\\s*(?::[^=]*)?=`);
  return (name && end(constant.exec(code))) || start;
}

const commentOrString = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

interface Span {
  start: number;
  end: number;
}

/** @param at where a value begins. */
function find(text: string, at: number, [key, ...rest]: readonly string[]): Span | undefined {
  if (key === undefined || !"{[".includes(text[at] ?? " ")) return undefined;
  const isList = text[at] === "[";
  for (let index = 0, next = skipSpace(text, at + 1); next < text.length && !"}]".includes(text[next] ?? ""); index++) {
    const name = isList
      ? undefined
      : /^(?:[\w$]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.exec(text.slice(next, next + 200))?.[0];
    const colon = name === undefined ? next : skipSpace(text, next + name.length);
    const value = name !== undefined && text[colon] === ":" ? skipSpace(text, colon + 1) : colon;
    const end = skipValue(text, value);
    if ((isList ? String(index) : name && unescaped(name.replace(/^["']|["']$/g, ""))) === key) {
      const own = name === undefined ? { start: value, end: Math.min(end, lineEnd(text, value)) } : undefined;
      return find(text, value, rest) ?? own ?? { start: next, end: next + (name?.length ?? 1) };
    }
    next = skipSpace(text, text[end] === "," ? end + 1 : end);
    if (next <= value && text[end] !== ",") break;
  }
  return undefined;
}

const unescaped = (text: string) => text.replace(/\\(.)/g, "$1");

/** Spaces and comments. */
function skipSpace(text: string, at: number): number {
  const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

/** The comma or the bracket that ends the value. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = skipSpace(text, start);
  while (at < text.length) {
    const character = text[at] ?? "";
    if ("\"'`".includes(character)) at = endOfString(text, at);
    else if ("{[(".includes(character)) depth++;
    else if ("}])".includes(character) && depth-- === 0) return at;
    else if (character === "," && depth === 0) return at;
    at = skipSpace(text, at + 1);
  }
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === "\\" ? 2 : 1;
  return at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
