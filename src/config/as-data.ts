/**
 * Reads a configuration without running it: the literals of its file, and the constants of this file that they name. Values that are
 * computed are left out. So the texts of a folder that nobody trusts yet can be checked, and none of its code runs.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findConfigFile } from "./find.js";
import { definitionOf, entriesOf, literalsOf, readSource, type Source, startOf, unquoted } from "./literal.js";
import { type LoadedConfig, loadConfig } from "./load.js";
import { resolveConfig } from "./resolve.js";

/** @param root of the site, absolute. @returns no configuration where what can be read is not a valid one. */
export async function readConfigAsData(root: string): Promise<LoadedConfig> {
  const file = findConfigFile(root);
  if (!file || file.endsWith(".json")) return loadConfig(root);
  const path = join(root, file);
  const text = await readFile(path, "utf8").catch(() => "");
  // What is wrong may be what was left out: only a configuration that runs can say so.
  return { value: resolveConfig(dataIn(text), file).value, diagnostics: [], files: [path] };
}

/** The value of a configuration as far as its text has it. */
export function dataIn(text: string): unknown {
  const source = readSource(text);
  const [first] = literalsOf(source, startOf(source), true);
  return first === undefined ? undefined : valueAt(source, first, 0);
}

/** Values are nested as deep as this, the constants that they name included. */
const deepest = 40;

function valueAt(source: Source, at: number, depth: number): unknown {
  const { text, code } = source;
  const sign = code[at] ?? "";
  if (depth > deepest || sign === "") return undefined;
  if (sign === "{") return objectAt(source, at, depth);
  if (sign === "[") return listAt(source, at, depth);
  if (`"'\``.includes(sign)) {
    const end = code.indexOf(sign, at + 1);
    const inner = text.slice(at + 1, end);
    const isWhole = end !== -1 && /^\s*(?:[,)\]};]|as\b|satisfies\b|$)/.test(code.slice(end + 1));
    return !isWhole || (sign === "`" && inner.includes("${")) ? undefined : unquoted(inner);
  }
  const word = /-?[\w$.]+/y;
  word.lastIndex = at;
  const [written = ""] = word.exec(code) ?? [];
  const next = code.slice(at + written.length).trimStart()[0] ?? "";
  if (/^-?\d/.test(written)) return Number(written.replaceAll("_", ""));
  if (written === "true" || written === "false") return written === "true";
  if (written === "null") return null;
  // A call, an operator: its result is not known.
  if (!/^[\w$]+$/.test(written) || !",)]};".includes(next)) return undefined;
  const definition = definitionOf(code, written);
  const start = definition === undefined ? -1 : definition + (code.slice(definition).search(/\S/) || 0);
  return start === -1 || code[start] === "(" ? undefined : valueAt(source, start, depth + 1);
}

function objectAt(source: Source, at: number, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const { name, isSpread, value } of entriesOf(source, at)) {
    if (isSpread) {
      const [literal] = literalsOf(source, value, false);
      if (literal !== undefined) Object.assign(result, valueAt(source, literal, depth + 1));
    } else if (name !== undefined && name !== "__proto__") {
      const read = valueAt(source, value, depth + 1);
      if (read !== undefined) result[name] = read;
    }
  }
  return result;
}

function listAt(source: Source, at: number, depth: number): unknown[] {
  return [...entriesOf(source, at)].flatMap(({ isSpread, value }) => {
    const [literal] = isSpread ? literalsOf(source, value, false) : [value];
    const read = literal === undefined ? undefined : valueAt(source, literal, depth + 1);
    if (isSpread) return Array.isArray(read) ? read : [];
    return read === undefined ? [] : [read];
  });
}
