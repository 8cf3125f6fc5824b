/**
 * Finds the place of a key in the text of a config file, to report problems there. The file was run, not parsed: this
 * reads literals, follows the file's own constants and functions to them (`literal.ts`), and stops at the last key that
 * it can see.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import { entriesOf, type LiteralEntry, literalsOf, readCode, type Source, startOf, unquoted } from "./literal.js";
import type { SiteConfig } from "./resolve.js";

/** Messages about the configuration begin with the path of a key: `navbar.items[0].to: …`, `["a b"]: …`. */
const keyPath = /^((?:[\w$-]+|\["(?:[^"\\]|\\.)*"\])(?:\.[\w$-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*): /;
/** One of its keys; the quotes of an odd one are around its first group. */
const pathKey = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g;

/** What a configuration knows of the places where its values were written. */
type Origins = Partial<Pick<SiteConfig, "extensions" | "writtenAt">>;

/** Diagnostics about values of a configuration with extensions, as they are about what was written: `head[1]` may be `extensions[0].head[1]`. */
export function asWritten(
  diagnostics: readonly Diagnostic[],
  { extensions = [], writtenAt = {} }: Origins,
): Diagnostic[] {
  const paths = Object.keys(writtenAt).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return [...diagnostics];
  return diagnostics.map((diagnostic) => {
    const path = keyPath.exec(diagnostic.message)?.[1] ?? "";
    const from = paths.find((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
    if (from === undefined) return diagnostic;
    const to = `${writtenAt[from]}${path.slice(from.length)}`;
    const { name } = extensions[Number(/^extensions\[(\d+)\]/.exec(to)?.[1])] ?? {};
    const whose = name === undefined ? "" : ` (in the extension "${name}")`;
    return { ...diagnostic, message: `${to}${diagnostic.message.slice(path.length)}${whose}` };
  });
}

const isUnplaced = ({ file, line }: Diagnostic, configFile: string) => file === configFile && line === undefined;

/** Adds places to diagnostics about the config file that have none. @param config as it was loaded. */
export async function placeInConfig(
  root: string,
  configFile: string,
  diagnostics: readonly Diagnostic[],
  config: Origins = {},
): Promise<Diagnostic[]> {
  if (!diagnostics.some((one) => isUnplaced(one, configFile))) return [...diagnostics];
  return placeInText(await readFile(join(root, configFile), "utf8").catch(() => ""), configFile, diagnostics, config);
}

/** The same for a config file whose text is known. A key that cannot be seen has the place where the configuration begins. */
export function placeInText(
  text: string,
  configFile: string,
  diagnostics: readonly Diagnostic[],
  config: Origins = {},
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (!isUnplaced(diagnostic, configFile)) return diagnostic;
    const [written = diagnostic] = asWritten([diagnostic], config);
    const path = keyPath.exec(written.message)?.[1];
    if (path === undefined) return written;
    return { ...written, ...(locateKey(text, path) ?? positionAt(text, startOf(readCode(text)))) };
  });
}

/** @returns the place of the key, or of the innermost one around it that can be seen. */
export function locateKey(text: string, path: string): { line: number; column: number; length: number } | undefined {
  const keys = [...path.matchAll(pathKey)].map(([whole, quoted]) => (quoted === undefined ? whole : unquoted(quoted)));
  const source = readCode(text);
  const found = findIn(source, literalsOf(source, startOf(source), true), keys, 0);
  if (!found) return undefined;
  return { ...positionAt(text, found.start), length: found.end - found.start };
}

interface Span {
  start: number;
  end: number;
}

/** Spreads of spreads are followed as far as this. */
const deepest = 20;

/** @param literals objects and lists that a value may be, the likeliest first. */
function findIn(source: Source, literals: readonly number[], keys: readonly string[], depth: number): Span | undefined {
  const [key, ...rest] = keys;
  if (key === undefined || depth > deepest) return undefined;
  for (const literal of literals) {
    const entries = [...entriesOf(source, literal)];
    const found = source.text[literal] === "[" ? inList(source, entries, key, rest) : inObject(entries, key, rest);
    if (found) return found;
  }
  return undefined;

  /** What is written later counts. */
  function inObject(entries: readonly LiteralEntry[], name: string, below: readonly string[]): Span | undefined {
    for (const entry of entries.toReversed()) {
      if (entry.isSpread) {
        const spread = findIn(source, literalsOf(source, entry.value, false), keys, depth + 1);
        if (spread) return spread;
      } else if (entry.name === name) {
        return findIn(source, literalsOf(source, entry.value, false), below, depth + 1) ?? entry.key;
      }
    }
    return undefined;
  }

  /** After a spread, nobody knows the number of an item. */
  function inList({ text }: Source, entries: readonly LiteralEntry[], index: string, below: readonly string[]) {
    const entry = entries[Number(index)];
    if (!entry || entries.slice(0, Number(index) + 1).some(({ isSpread }) => isSpread)) return undefined;
    const own = { start: entry.value, end: Math.min(entry.end, lineEnd(text, entry.value)) };
    return findIn(source, literalsOf(source, entry.value, false), below, depth + 1) ?? own;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
