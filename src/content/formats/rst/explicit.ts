/** Explicit markup, which begins with two dots: footnotes, citations, targets, substitutions and directives. Any other block with two dots is a comment. */
import type { BlockReader } from "./blocks.js";
import { readDirective } from "./directives.js";
import { blockLines, dedented, firstNumber, isBlank, type Line, skipBlank, trimmedSource } from "./lines.js";
import type { Note, Target } from "./names.js";
import { normalName } from "./names.js";

/** `.. [1]`, `.. [#name]`, `.. [*]` or `.. [CIT2002]` */
const noteMark = /^\.\. +\[([0-9]+|#[\w.+:-]*|\*|[\p{L}\p{N}][\w.+:\p{L}\p{N}-]*)\](?: +|$)/u;
/** `.. _name:` or `` .. _`a name`: `` */
const targetMark = /^\.\. +_(?![ ]|_ )(?:`((?:[^`\\]|\\.)+)`|((?:[^:\\]|\\.|:(?! |$))+)):(?: +|$)/;
/** `.. __:` or `__` */
const anonymousMark = /^(?:\.\. +__:|__)(?: +|$)/;
/** `.. |name| directive::` */
const substitutionMark = /^\.\. +\|(?![ |])((?:[^|\\]|\\.)*[^| \\])\| +([\w+.:-]+)::(?: +|$)/;
/** `.. name::` */
const directiveMark = /^\.\. +([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*) ?::(?: +|$)/u;

/** @returns the index of the line after the block. */
export function readExplicit(reader: BlockReader, lines: readonly Line[], index: number): number {
  const { text } = lines[index] as Line;
  if (noteMark.test(text)) {
    reader.flushLabels();
    return readNotes(reader, lines, index);
  }
  const patterns = [anonymousMark, targetMark, substitutionMark, directiveMark];
  const pattern = patterns.find((mark) => mark.test(text));
  const [mark = "..", first = "", second = ""] = pattern?.exec(text) ?? [];
  // A comment without a text ends at the empty line after it, so that it can end other blocks.
  if (!pattern && /^\.\. *$/.test(text) && isBlank(lines[index + 1])) return index + 1;
  const isTarget = pattern === anonymousMark || pattern === targetMark;
  // A target ends at the first empty line, and an indented block after it is a quotation.
  const { inner, end } = blockLines(lines, index, mark.length, false, isTarget);
  if (pattern === anonymousMark) reader.context.names.anonymous.push(targetOf(inner));
  else if (pattern === targetMark) readTarget(reader, first || second, inner);
  else if (pattern === substitutionMark) readSubstitution(reader, first, second, inner);
  else if (pattern && !readDirective(reader, first, inner)) showUnknown(reader, first, inner);
  return end;
}

const unescaped = (text: string) => text.replace(/\\([\s\S])/g, "$1");

function targetOf(inner: readonly Line[]): Target {
  const text = inner.map((line) => line.text.trim()).join("");
  const [, quoted, bare] = /^(?:`([^`]+)`_|([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*)_)$/u.exec(text) ?? [];
  const name = quoted ?? bare;
  return name === undefined ? { url: unescaped(text.replace(/\s+/g, "")) } : { name };
}

function readTarget(reader: BlockReader, name: string, inner: readonly Line[]): void {
  const { names } = reader.context;
  const plain = unescaped(name);
  if (inner.every(isBlank)) {
    reader.label(plain);
    return;
  }
  const target = targetOf(inner);
  // Consecutive labels lead to the target of the last one.
  for (const label of reader.takeLabels()) names.targets.set(normalName(label), target);
  names.declare(plain, target);
}

/** Reads consecutive footnotes or citations as one list. */
function readNotes(reader: BlockReader, lines: readonly Line[], start: number): number {
  const { names } = reader.context;
  let index = start;
  /** The kind of the open list. */
  let isNumbered: boolean | undefined;
  while (index < lines.length) {
    const [mark, label = ""] = noteMark.exec((lines[index] as Line).text) ?? [];
    if (mark === undefined) break;
    const note = names.declareNote(label);
    const { inner, end } = blockLines(lines, index, mark.length);
    if (!note) {
      const message = `another footnote or citation has the label ${label}`;
      reader.report("rst-syntax", message, inner, "Give it a label of its own.");
      reader.paragraph(`[${label}]`, inner.slice(0, 1));
      reader.read(inner);
    } else {
      if (isNumbered !== note.isNumbered) {
        if (isNumbered !== undefined) pushList(reader, isNumbered, -1);
        pushList(reader, note.isNumbered, 1);
      }
      isNumbered = note.isNumbered;
      writeNote(reader, note, inner);
    }
    index = end;
    const next = skipBlank(lines, end);
    if (!noteMark.test(lines[next]?.text ?? "")) break;
    index = next;
  }
  if (isNumbered !== undefined) pushList(reader, isNumbered, -1);
  return index;
}

/** Begins or ends a list of notes. */
function pushList(reader: BlockReader, isNumbered: boolean, nesting: 1 | -1): void {
  const [type, tag] = isNumbered ? ["rst_notes", "ol"] : ["dl", "dl"];
  reader.push(`${type}_${nesting === 1 ? "open" : "close"}`, tag, nesting);
}

function writeNote(reader: BlockReader, note: Note, inner: readonly Line[]): void {
  const [type, tag] = note.isNumbered ? ["rst_note", "li"] : ["dd", "dd"];
  if (!note.isNumbered) {
    reader.push("rst_citation_open", "dt", 1).meta = note as never;
    reader.push("rst_citation_close", "dt", -1);
  }
  reader.push(`${type}_open`, tag, 1, inner).meta = note as never;
  reader.read(inner);
  const last = reader.tokens.at(-1)?.type === "paragraph_close" ? reader.tokens.pop() : undefined;
  reader.push("rst_note_back", "", 0).meta = note as never;
  if (last) reader.tokens.push(last);
  reader.push(`${type}_close`, tag, -1);
}

/** Declares a substitution: a text, a picture, or characters by their codes. */
function readSubstitution(reader: BlockReader, name: string, kind: string, inner: readonly Line[]): void {
  const { names, make } = reader.context;
  const text = trimmedSource(inner).trim();
  if (kind === "replace") {
    // It may refer to names that the text declares further down, so it is read later.
    names.pending.push({ name, text, line: firstNumber(inner) });
    return;
  }
  if (kind === "unicode") {
    names.substitute(name, [Object.assign(make("text", "", 0), { content: readCharacters(text) })]);
    return;
  }
  reader.flushLabels();
  const tokens = reader.readAside(() => readDirective(reader, kind, inner));
  const image = tokens
    .flatMap((token) => token.children ?? [])
    .filter(({ type }) => type === "image" || type.startsWith("link_"));
  if (image.length > 0) {
    names.substitute(name, image);
    return;
  }
  const message = `a substitution cannot be made by ${kind} here, so |${name}| is shown as its source`;
  reader.report("rst-unknown", message, inner, "Use replace, unicode or image.");
}

/** Reads words and codes of characters, `0xA9` or `U+00A9` or `169`, up to a comment; options are left out. */
function readCharacters(text: string): string {
  const [source = ""] = text.split(".. ");
  const characters = source
    .split(/\s+/)
    .filter((word) => !word.startsWith(":"))
    .map((word) => {
      const [, hexadecimal, decimal] =
        /^(?:(?:0x|x|\\x|U\+?|u\+?|\\u|&#x)([0-9a-f]{1,6});?|(\d{1,7}))$/i.exec(word) ?? [];
      const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : word;
    });
  return characters.join("");
}

/** Shows the argument and the content of an unknown directive, so that no text of an author is lost; its options are left out. */
function showUnknown(reader: BlockReader, name: string, inner: readonly Line[]): void {
  reader.flushLabels();
  const message = `the directive ${name} is not known here, so its content is shown as text`;
  reader.report("rst-unknown", message, inner, "Use a directive of docutils, or delete it.");
  const firstBlank = inner.findIndex((line, index) => index > 0 && isBlank(line));
  const isOption = (text: string, index: number) =>
    (firstBlank === -1 || index < firstBlank) && /^:[\w-]+:(?: |$)/.test(text);
  const lines = inner.filter(({ text }, index) => !isOption(text, index));
  reader.read(dedented(lines));
}
