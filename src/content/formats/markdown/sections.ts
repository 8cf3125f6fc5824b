/** The section under each heading, for search: its text, the names that its code declares or uses, and the code, because readers search for pasted lines. */
import type { Token } from "markdown-it";
import type { Section } from "../../../shared/document.js";
import { foldSpaces } from "../../../shared/text.js";
import { languageOf } from "./code.js";
import { attribute } from "./env.js";
import { plainText } from "./headings.js";

interface CodeNames {
  /** Functions, events, errors, types, constants, and ids in hexadecimal digits. */
  declared: string[];
  /** Other names of several words, and names of calls. */
  used: string[];
}

const maxNames = 200;
const maxNameLength = 64;
/** Characters of a block of code in which names are read. */
const maxCode = 100_000;
/** Characters of a section's code that are searched line by line: longer code is data, such as test vectors. */
const maxSearchedCode = 16_000;

/** A declaration in one of the languages of proposals: `function transfer(…)`, `def transfer(…)`, `type Transfer {`. */
const keywords =
  /\b(?:function|event|error|struct|interface|contract|library|enum|modifier|class|def|type|message|service|rpc|trait|fn|func|const|constant|static|macro|typedef)[ \t]+(?:\w+[ \t]+(?==|:|constant))?([A-Za-z_]\w*)/g;
/** An assignment at the beginning of a line: `MAX_SIZE = 5`, `bytes4 constant MAGIC = …`, `MAX_SIZE: uint64 = 5`, `"maxFee": …`. */
const assignments =
  /^[ \t]*(?:[\w[\]]+[ \t]+){0,4}?["']?([A-Za-z_]\w*)["']?[ \t]*(?::[ \t]*[\w[\], .]{1,60})?(?::?=(?!=)|:[ \t]*$)/gm;
const identifiers = /[A-Za-z_]\w{3,}/g;
const calls = /\b([A-Za-z_]\w{3,})\s*\(/g;
/** Hexadecimal ids: selectors of functions, ids of interfaces, magic values, hashes. */
const hexadecimal = /\b0x[0-9a-fA-F]{8,64}\b/g;
const severalWords = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

/** A phrase that introduces a name: "a new opcode `BLOBHASH`", "adds the method `eth_chainId`". */
const introduction =
  /\b(?:new|add(?:s|ed|ing)?|introduc(?:es?|ed|ing)|defin(?:es?|ed|ing))\s+(?:[\w-]+\s+){0,4}?`([A-Za-z_]\w*)(?:\([^`]*)?`/gi;

/** The names that a sentence in Markdown declares. */
export function introducedNames(sentence: string): CodeNames {
  if (!sentence.includes("`")) return nothing;
  const declared = new Set<string>();
  addMatches(introduction, sentence, declared);
  return declared.size > 0 ? { declared: limitNames(declared), used: [] } : nothing;
}

/** Adds the names in the first group of a global pattern. */
function addMatches(pattern: RegExp, text: string, names: Set<string>, minimumLength = 3): void {
  // Unlike `matchAll`, this allocates nothing for a text without a match, and most texts have none.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const name = match[1] ?? "";
    if (name.length >= minimumLength) names.add(name);
  }
}

/** @returns the name that a heading or the first cell of a row declares, if the text is only that name. @param isCode whether it is written as code. */
export function titledNames(text: string, isCode: boolean): CodeNames {
  const [, name = ""] = /^\s*([A-Za-z_]\w{2,})(?:\s*\(.*\))?\s*$/.exec(text) ?? [];
  return name && (isCode || severalWords.test(name)) ? { declared: limitNames(new Set([name])), used: [] } : nothing;
}

const nothing: CodeNames = { declared: [], used: [] };

/** The names in one block of code, each once, in order. */
export function codeNames(code: string): CodeNames {
  const text = code.slice(0, maxCode);
  const declared = new Set<string>();
  addMatches(keywords, text, declared);
  addMatches(assignments, text, declared);
  for (const id of text.match(hexadecimal) ?? []) declared.add(id.toLowerCase());
  const used = new Set<string>();
  for (const name of new Set(text.match(identifiers))) if (severalWords.test(name)) used.add(name);
  addMatches(calls, text, used, 1);
  for (const name of declared) used.delete(name);
  return { declared: limitNames(declared), used: limitNames(used) };
}

/** Joins the names of several blocks; a name that one of them declares is declared. */
function joinNames(blocks: readonly CodeNames[]): CodeNames {
  const declared = new Set(blocks.flatMap((names) => names.declared));
  const used = new Set(blocks.flatMap((names) => names.used).filter((name) => !declared.has(name)));
  return { declared: limitNames(declared), used: limitNames(used) };
}

function limitNames(names: ReadonlySet<string>): string[] {
  return [...names].filter(({ length }) => length <= maxNameLength).slice(0, maxNames);
}

interface OpenSection extends Section {
  parts: string[];
  names: CodeNames[];
  blocks: string[];
}

export function sectionsOf(tokens: readonly Token[]): Section[] {
  const first: OpenSection = { id: "", level: 1, heading: "", text: "", parts: [], names: [], blocks: [] };
  const sections = [first];
  let section = first;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if ((token.type === "fence" && !/^(?:math|mermaid)$/.test(languageOf(token.info))) || token.type === "code_block") {
      addNames(section, codeNames(token.content));
      section.blocks.push(token.content);
    }
    if (token.type !== "inline") continue;
    const before = tokens[index - 1];
    const text = plainText(token.children ?? []);
    if (before?.type === "heading_open") {
      const level = Number(before.tag.slice(1));
      section = { id: attribute(before, "id"), level, heading: text, text: "", parts: [], names: [], blocks: [] };
      sections.push(section);
      addNames(section, titledNames(text, isCode(token)));
    } else if (text) {
      section.parts.push(text);
      const isFirstCell = before?.type === "td_open" && tokens[index - 2]?.type === "tr_open";
      addNames(section, isFirstCell ? titledNames(text, isCode(token)) : introducedNames(token.content));
    }
  }
  return sections.map(closeSection);
}

function addNames(section: OpenSection, names: CodeNames): void {
  if (names.declared.length > 0 || names.used.length > 0) section.names.push(names);
}

/** Whether a text is only code in backquotes. */
function isCode({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === "code_inline";
}

function closeSection({ parts, names, blocks, ...section }: OpenSection): Section {
  const code = blocks.join("\n").slice(0, maxSearchedCode);
  const { declared, used } = names.length > 0 ? joinNames(names) : nothing;
  return {
    ...section,
    text: foldSpaces(parts.join(" ")),
    ...(declared.length > 0 && { declared }),
    ...(used.length > 0 && { used }),
    ...(code.trim() !== "" && { code }),
  };
}
