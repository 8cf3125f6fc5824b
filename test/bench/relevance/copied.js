/**
 * What engineers paste, drawn by a seed from the texts of a register: lines of code, of JSON and of prose, abbreviations with their definitions,
 * errors and opcodes. Right is each text that has the line, or that defines the name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines with fewer words are a name, which other classes have. */
const leastWords = 3;
const perKind = { code: 240, json: 120, prose: 120, abbreviation: 60, error: 60, opcode: 60 };

/** @param folder of texts named `eip-1.md`. @returns queries like those that people judged: half of them for tuning. */
export function copiedQueries(folder, hrefOf, seed = 1) {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ href: hrefOf(name.replace(/\.md$/, "")), text: readFileSync(join(folder, name), "utf8") }));
  const random = randomOf(seed);
  const folded = texts.map(({ href, text }) => ({ href, text: fold(text) }));
  const found = texts.map(({ href, text }) => ({ href, ...partsOf(text) }));
  return Object.entries(perKind).flatMap(([kind, count]) => {
    const byLine = new Map();
    for (const { href, [kind]: lines } of found)
      for (const line of lines) byLine.set(line, (byLine.get(line) ?? new Set()).add(href));
    // One line of a text at a time, so that long ones do not give most of them.
    const pools = shuffled(
      found.map(({ [kind]: lines }) => shuffled([...new Set(lines)], random)),
      random,
    );
    const taken = new Set();
    for (let round = 0; taken.size < count && pools.some((pool) => pool.length > round); round++)
      for (const pool of pools) if (pool.length > round && taken.size < count) taken.add(pool[round]);
    return [...taken].map((query, index) => ({
      kind: `copied ${kind}`,
      split: index % 2 === 0 ? "dev" : "held",
      query,
      answers: isLine.has(kind)
        ? folded.filter(({ text }) => text.includes(fold(query))).map(({ href }) => href)
        : [...byLine.get(query)],
    }));
  });
}

/** Of these kinds every text that has the line is right. */
const isLine = new Set(["code", "json", "prose"]);

const fold = (text) => text.replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\s+/g, " ");

function partsOf(text) {
  const parts = { code: [], json: [], prose: [], abbreviation: [], error: [], opcode: [] };
  const body = text.replace(/^---\n.*?\n---\n/s, "");
  let fence = "";
  for (const raw of body.split("\n")) {
    const line = raw.trim();
    const [, mark = "", info = ""] = /^(```+|~~~+)\s*(\w*)/.exec(line) ?? [];
    if (mark) {
      fence = fence ? "" : info || "text";
      continue;
    }
    const words = line.match(/[A-Za-z0-9]+/g) ?? [];
    if (fence && words.length >= leastWords && line.length <= 200) {
      const isJson = /^json/i.test(fence) || /^"[^"]+"\s*:/.test(line);
      if (isJson) parts.json.push(line);
      else if (fence !== "mermaid" && fence !== "math") parts.code.push(line);
    }
    for (const [, name] of fence ? line.matchAll(/^error\s+(\w{6,})\s*\(/g) : []) parts.error.push(name);
    if (fence || /^[|#<[]|^\s*[-*\d]/.test(line)) continue;
    for (const [, short] of line.matchAll(/[A-Z][\w-]+ [A-Z][\w-]+ \(([A-Z]{3,6})\)/g)) parts.abbreviation.push(short);
    if (words.length >= 9 && !line.startsWith("This file was moved"))
      parts.prose.push(line.replace(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, "$1"));
  }
  const [, title = ""] = /^title: (.*)$/m.exec(text) ?? [];
  for (const [, name] of title.matchAll(/\b([A-Z][A-Z0-9]{4,}) (?:opcode|instruction)/g)) parts.opcode.push(name);
  return parts;
}

function shuffled(all, random) {
  const list = [...all];
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

/** Mulberry32. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
