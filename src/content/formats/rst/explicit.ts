/** Explicit markup: what begins with two dots. Footnotes, citations, targets, substitutions, directives, and comments, which are anything else. */
import type { BlockReader } from "./blocks.js";
import { readDirective } from "./directives.js";
import { dedented, type Line, withoutIndent } from "./lines.js";
import type { Note, Target } from "./names.js";
import { normalName } from "./names.js";

const note = /^\.\. +\[([0-9]+|#[\w.+:-]*|\*|[\p{L}\p{N}](?:[\w.+:-]|[\p{L}\p{N}])*)\](?: +|$)/u;
const target = /^\.\. +_(?![ ]|_ )(?:`((?:[^`\\]|\\.)+)`|((?:[^:\\]|\\.|:(?! |$))+)):(?: +|$)/;
const anonymous = /^(?:\.\. +__:|__)(?: +|$)/;
const substitution = /^\.\. +\|(?![ |])((?:[^|\\]|\\.)*[^| \\])\| +([\w+.:-]+)::(?: +|$)/;
const directive = /^\.\. +([\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*) ?::(?: +|$)/u;

/** The lines of an explicit block from its mark on, without their indentation, and the index behind them. */
function explicitLines(lines: readonly Line[], index: number, length: number): { inner: Line[]; end: number } {
  let end = index + 1;
  while (end < lines.length && (lines[end]?.text.trim() === "" || lines[end]?.text.startsWith(" "))) end++;
  while (end > index + 1 && lines[end - 1]?.text.trim() === "") end--;
  const first = lines[index] as Line;
  const remainingLines = withoutIndent(lines.slice(index + 1, end));
  return { inner: [{ text: first.text.slice(length), at: first.at }, ...remainingLines], end };
}

/** @returns the index of the line behind the block. */
export function readExplicit(reader: BlockReader, lines: readonly Line[], index: number): number {
  const { text } = lines[index] as Line;
  const { names } = reader.context;
  const match =
    note.exec(text) ?? anonymous.exec(text) ?? target.exec(text) ?? substitution.exec(text) ?? directive.exec(text);
  // A comment without a text ends at the empty line behind it, so that it can end other blocks.
  if (!match) {
    const isEmpty = /^\.\. *$/.test(text) && (lines[index + 1]?.text.trim() ?? "") === "";
    return isEmpty ? index + 1 : explicitLines(lines, index, 2).end;
  }
  if (note.test(text)) {
    reader.flushLabels();
    return readNotes(reader, lines, index);
  }
  const { inner, end } = explicitLines(lines, index, match[0].length);
  if (anonymous.test(text)) names.anonymous.push(targetOf(inner));
  else if (target.test(text)) readTarget(reader, match[1] ?? match[2] ?? "", inner);
  else if (substitution.test(text)) readSubstitution(reader, match[1] ?? "", match[2] ?? "", inner);
  else if (!readDirective(reader, match[1] ?? "", inner)) showUnknown(reader, match[1] ?? "", inner);
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
  if (inner.every(({ text }) => text.trim() === "")) {
    reader.label(plain);
    return;
  }
  const leads = targetOf(inner);
  // Labels in a row lead to what the last of them does.
  for (const label of reader.takeLabels()) names.targets.set(normalName(label), leads);
  names.declare(plain, leads);
}

/** Footnotes or citations that follow each other are one list. */
function readNotes(reader: BlockReader, lines: readonly Line[], start: number): number {
  const { names } = reader.context;
  let index = start;
  let isList: boolean | undefined;
  while (index < lines.length) {
    const [mark, label = ""] = note.exec((lines[index] as Line).text) ?? [];
    if (mark === undefined) break;
    const ownNote = names.declareNote(label);
    const { inner, end } = explicitLines(lines, index, mark.length);
    if (!ownNote) {
      reader.report(
        "rst-syntax",
        `another footnote or citation has the label ${label}`,
        inner[0]?.at ?? 0,
        "Give it a label of its own.",
      );
      reader.paragraph(`[${label}]`, inner.slice(0, 1));
      reader.read(inner);
    } else {
      if (isList !== undefined && isList !== ownNote.isNumbered) closeNotes(reader, isList);
      if (isList !== ownNote.isNumbered) openNotes(reader, ownNote);
      isList = ownNote.isNumbered;
      writeNote(reader, ownNote, inner);
    }
    index = end;
    let next = index;
    while (next < lines.length && lines[next]?.text.trim() === "") next++;
    if (next >= lines.length || !note.test((lines[next] as Line).text)) break;
    index = next;
  }
  if (isList !== undefined) closeNotes(reader, isList);
  return index;
}

function openNotes(reader: BlockReader, { isNumbered }: Note): void {
  if (isNumbered) reader.push("rst_notes_open", "ol", 1);
  else reader.push("dl_open", "dl", 1);
}

function closeNotes(reader: BlockReader, isList: boolean): void {
  if (isList) reader.push("rst_notes_close", "ol", -1);
  else reader.push("dl_close", "dl", -1);
}

function writeNote(reader: BlockReader, ownNote: Note, inner: readonly Line[]): void {
  const tag = ownNote.isNumbered ? "li" : "dd";
  if (!ownNote.isNumbered) {
    reader.push("rst_citation_open", "dt", 1).meta = ownNote as never;
    reader.push("rst_citation_close", "dt", -1);
  }
  const open = reader.push(ownNote.isNumbered ? "rst_note_open" : "dd_open", tag, 1, inner);
  if (ownNote.isNumbered) open.meta = ownNote as never;
  reader.read(inner);
  const last = reader.tokens.at(-1)?.type === "paragraph_close" ? reader.tokens.pop() : undefined;
  reader.push("rst_note_back", "", 0).meta = ownNote as never;
  if (last) reader.tokens.push(last);
  reader.push(ownNote.isNumbered ? "rst_note_close" : "dd_close", tag, -1);
}

/** What a substitution stands for: the inline tokens of a text, of a picture, or of a character. */
function readSubstitution(reader: BlockReader, name: string, kind: string, inner: readonly Line[]): void {
  const { names, make } = reader.context;
  const text = inner
    .map((line) => line.text.trim())
    .join("\n")
    .trim();
  if (kind === "replace") {
    // It is read like the text of a paragraph; what it refers to is known when the text has been read.
    names.pending.push({ name, text, line: inner[0]?.at ?? 0 });
    return;
  }
  if (kind === "unicode") {
    const characters = text
      .split(/\s*\.\. /)[0]
      ?.split(/\s+/)
      .filter((word) => !word.startsWith(":"))
      .map((word) => {
        const [, code] =
          /^(?:0x|x|\\x|U\+?|u\+?|\\u|&#x)([0-9a-f]{1,6});?$/i.exec(word) ?? /^(\d{1,7})$/.exec(word) ?? [];
        if (code === undefined) return word;
        const value = Number.parseInt(code, /^\d+$/.test(word) ? 10 : 16);
        return value <= 0x10ffff ? String.fromCodePoint(value) : word;
      })
      .join("");
    names.substitute(name, [Object.assign(make("text", "", 0), { content: characters ?? "" })]);
    return;
  }
  const tokens = reader.readAside(() => readDirective(reader, kind, [...inner]));
  const image = tokens
    .flatMap((token) => token.children ?? [])
    .filter(({ type }) => type === "image" || type.startsWith("link_"));
  if (image.length > 0) names.substitute(name, image);
  else
    reader.report(
      "rst-unknown",
      `a substitution cannot be made by ${kind} here, so |${name}| is shown as its source`,
      inner[0]?.at ?? 0,
      "Use replace, unicode or image.",
    );
}

/** Nothing that an author wrote is lost: the options of an unknown directive are left out, its argument and content are shown. */
function showUnknown(reader: BlockReader, name: string, inner: readonly Line[]): void {
  reader.flushLabels();
  reader.report(
    "rst-unknown",
    `the directive ${name} is not known here, so its content is shown as text`,
    inner[0]?.at ?? 0,
    "Use one of docutils' own, or delete it.",
  );
  const lines = inner.filter(({ text }) => !/^:[\w-]+:(?: |$)/.test(text));
  reader.read(dedented(lines));
}
