/** Finds the position of a key in the text of a config file: exactly in JSON, and in code by the key's text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Diagnostic } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import { escapePattern } from "../shared/text.js";
import { type Origins, withWrittenPaths } from "./extensions.js";
import { keyPathOf } from "./wording.js";

/** A key, the index of an item, or a quoted key in a key path. */
const pathKey = /\[(\d+|"(?:[^"\\]|\\.)*")\]|[^.[\]]+/g;

/** Adds positions to diagnostics about the config file that have none. @param config the loaded configuration. */
export async function placeInConfig(
  root: string,
  configFile: string,
  diagnostics: readonly Diagnostic[],
  config: Origins = {},
): Promise<Diagnostic[]> {
  if (!diagnostics.some((diagnostic) => lacksPlace(diagnostic, configFile))) return [...diagnostics];
  return placeInText(await readFile(join(root, configFile), "utf8").catch(() => ""), configFile, diagnostics, config);
}

const lacksPlace = ({ file, line }: Diagnostic, configFile: string) => file === configFile && line === undefined;

/** Like `placeInConfig`, for a caller that has the text of the config file. */
export function placeInText(
  text: string,
  configFile: string,
  diagnostics: readonly Diagnostic[],
  config: Origins = {},
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (!lacksPlace(diagnostic, configFile)) return diagnostic;
    const [written = diagnostic] = withWrittenPaths([diagnostic], config);
    const path = keyPathOf(written.message);
    return path === "" ? written : { ...written, ...locateKey(text, path, configFile.endsWith(".json")) };
  });
}

/** @returns the position of the key, or of the innermost key around it that is in the text, or of the configuration's beginning. */
export function locateKey(
  text: string,
  path: string,
  isJson: boolean,
): { line: number; column: number; length?: number } {
  const keys = [...path.matchAll(pathKey)].map(([key, quoted]): string | number => (quoted ? JSON.parse(quoted) : key));
  const { offset, length } = isJson ? findInJson(text, keys) : findInCode(text, keys);
  return { ...positionAt(text, offset), ...(length > 0 && { length }) };
}

function findInJson(text: string, keys: readonly (string | number)[]): { offset: number; length: number } {
  const root = parseTree(text);
  for (let depth = keys.length; root && depth > 0; depth--) {
    const value = findNodeAtLocation(root, keys.slice(0, depth));
    const node = value?.parent?.type === "property" ? value.parent.children?.[0] : value;
    if (node) return { offset: node.offset, length: typeof keys[depth - 1] === "number" ? 0 : node.length };
  }
  return { offset: Math.max(0, text.search(/\S/)), length: 0 };
}

/** Searches for each key after the key around it. The index of an item has no text. */
function findInCode(text: string, keys: readonly (string | number)[]): { offset: number; length: number } {
  let span = { offset: Math.max(0, text.search(/\bexport\s+default\b/)), length: 0 };
  for (const key of keys.filter((step) => typeof step === "string")) {
    const written = `(?<![\\w$.-])(?:${escapePattern(key)}|"${escapePattern(JSON.stringify(key).slice(1, -1))}"|'${escapePattern(key)}')(?=\\s*[:(])`;
    const pattern = new RegExp(written, "g");
    pattern.lastIndex = span.offset + span.length;
    const match = pattern.exec(text) ?? (span.length === 0 ? new RegExp(written).exec(text) : null);
    if (!match) break;
    span = { offset: match.index, length: match[0].length };
  }
  return span;
}
