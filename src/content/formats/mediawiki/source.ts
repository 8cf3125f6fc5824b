/**
 * The first pass over a MediaWiki text, as in MediaWiki's preprocessor: comments are removed, and the content of tags
 * that is not plain wiki text (`<pre>`, `<nowiki>`, `<ref>` …) is replaced by markers. Only then can the rest be read
 * line by line, because such content may contain anything on many lines.
 */

/** The content that a marker replaces. */
export interface Piece {
  /** In lower case. */
  tag: string;
  attributes: ReadonlyMap<string, string>;
  content: string;
  /** Its source, with the tags. */
  raw: string;
  /** Number of notes around it. */
  depth: number;
  /** Its lines in the text, from 0, without the end. */
  map: [start: number, end: number];
}

/** A line without comments and pieces; it may come from several lines of the text. */
export interface Line {
  text: string;
  map: [start: number, end: number];
}

/** A control character that no text contains: the file's reader replaces it. */
const mark = "\x7f";
export const pieceMarker = /\x7f(\d+)\x7f/g;

const opening = /<!--|<(nowiki|pre|source|syntaxhighlight|math|ref|references|poem)((?:\s[^<>]*?)?)(\/?)>/gi;
const truncation = /^<!--\s*truncate\s*-->$/;

/**
 * Linear in the length of the text: a missing end tag is searched for only once.
 * @param pieces gets the replaced content; a marker has its index.
 * @param firstLine number of the text's first line, from 0.
 * @param depth number of notes around the text; deeply nested notes remain text.
 */
export function readSource(text: string, pieces: Piece[], firstLine = 0, depth = 0): Line[] {
  const clean = text.replaceAll(mark, "\uFFFD");
  const builder = new LineBuilder(firstLine);
  const closings = new Map<string, RegExp | undefined>();
  const notes = depth < maxNoteDepth ? pairNotes(clean) : new Map<number, Closing>();
  let end = 0;
  for (let tagMatch = findFrom(opening, clean, 0); tagMatch; tagMatch = findFrom(opening, clean, tagMatch.next)) {
    const { match, index } = tagMatch;
    const [open, name, attributes = "", slash] = match;
    const tag = name?.toLowerCase() ?? "!--";
    const start = index + open.length;
    const close = slash
      ? { index: start, length: 0 }
      : tag === "ref"
        ? notes.get(index)
        : findClosing(clean, start, tag, closings);
    const named = readAttributes(attributes);
    // An unclosed tag is text, except for the list of references and a reference to a named note, which are often
    // written so.
    if (!close && tag !== "references" && !(tag === "ref" && named.has("name"))) {
      tagMatch.next = start;
      continue;
    }
    builder.add(clean.slice(end, index));
    end = close ? close.index + close.length : start;
    tagMatch.next = end;
    const raw = clean.slice(index, end);
    const line = builder.lineNumber;
    const newlines = raw.split("\n").length - 1;
    if (tag === "!--" && !truncation.test(raw)) {
      builder.skip(newlines, true);
      continue;
    }
    builder.append(`${mark}${pieces.length}${mark}`);
    builder.skip(newlines, false);
    const content = close ? clean.slice(start, close.index) : "";
    pieces.push({ tag, attributes: named, depth, content, raw, map: [line, line + newlines + 1] });
  }
  builder.add(clean.slice(end));
  return builder.finish();
}

interface Found {
  match: RegExpExecArray;
  index: number;
  /** Where to continue. */
  next: number;
}

function findFrom(pattern: RegExp, text: string, from: number): Found | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match ? { match, index: match.index, next: match.index + match[0].length } : undefined;
}

const noteTag = /<(\/?)ref(?:\s[^<>]*?)?(\/?)>/gi;
const maxNoteDepth = 3;

/**
 * The end tag of each `<ref>`, by the index of its start tag. Notes may be nested, and an unclosed start tag must not take another one's end tag.
 */
function pairNotes(text: string): Map<number, Closing> {
  const pairs = new Map<number, Closing>();
  const open: number[] = [];
  for (const { 0: tag, 1: ends, 2: isEmpty, index } of text.matchAll(noteTag)) {
    if (!ends && !isEmpty) open.push(index);
    const start = ends ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, { index, length: tag.length });
  }
  return pairs;
}

interface Closing {
  index: number;
  length: number;
}

function findClosing(
  text: string,
  from: number,
  tag: string,
  closings: Map<string, RegExp | undefined>,
): Closing | undefined {
  if (!closings.has(tag)) closings.set(tag, tag === "!--" ? /-->/g : new RegExp(`</${tag}\\s{0,9}>`, "gi"));
  const pattern = closings.get(tag);
  const closingMatch = pattern && findFrom(pattern, text, from);
  if (!closingMatch) closings.set(tag, undefined);
  return closingMatch ? { index: closingMatch.index, length: closingMatch.match[0].length } : undefined;
}

/** `a="1" b='2' c=3`; keys in lower case. */
export function readAttributes(text: string): Map<string, string> {
  const pattern = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>|]+))/gi;
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single, bare] of text.slice(0, 2000).matchAll(pattern))
    attributes.set(key.toLowerCase(), double ?? single ?? bare ?? "");
  return attributes;
}

/** Collects lines with their numbers in the text. */
class LineBuilder {
  private readonly lines: Line[] = [];
  private text = "";
  private start: number;
  private hadComment = false;

  constructor(public lineNumber: number) {
    this.start = lineNumber;
  }

  add(text: string): void {
    const [first = "", ...furtherLines] = text.split("\n");
    this.text += first;
    for (const line of furtherLines) {
      this.end();
      this.lineNumber++;
      this.start = this.lineNumber;
      this.text = line;
    }
  }

  append(text: string): void {
    this.text += text;
  }

  /** Lines of the text in the line that is being collected. */
  skip(newlines: number, isComment: boolean): void {
    this.lineNumber += newlines;
    if (isComment) this.hadComment = true;
  }

  finish(): Line[] {
    this.end();
    return this.lines;
  }

  /** A line that consists of a comment is removed; an empty line would end a paragraph. */
  private end(): void {
    if (!this.hadComment || this.text.trim() !== "")
      this.lines.push({ text: this.text, map: [this.start, this.lineNumber + 1] });
    this.hadComment = false;
    this.text = "";
  }
}
