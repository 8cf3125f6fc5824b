/**
 * The first pass over a MediaWiki text, as in MediaWiki's preprocessor: it removes comments, and replaces tags whose content is not plain wiki text
 * (`<pre>`, `<nowiki>`, `<ref>` …) with markers. Then the text can be read line by line: the content of such a tag may have many lines.
 */

/** Lines of the text, from 0, without the end. */
export type Span = [start: number, end: number];

/** A tag with its content, which a marker replaces. */
export interface Piece {
  /** The tag's name in lower case; `!--` for a comment. */
  tag: string;
  attributes: ReadonlyMap<string, string>;
  content: string;
  /** Its source, with the tags. */
  raw: string;
  /** Number of notes around it. */
  depth: number;
  map: Span;
}

/** A line without comments and pieces; it may come from several lines of the text. */
export interface Line {
  text: string;
  map: Span;
}

/** A control character, which is replaced where a text contains it. */
const mark = "\x7f";
export const pieceMarker = /\x7f(\d+)\x7f/g;

const opening = /<!--|<(nowiki|pre|source|syntaxhighlight|math|ref|references|poem)((?:\s[^<>]*?)?)(\/?)>/gi;
const truncation = /^<!--\s*truncate\s*-->$/;

/**
 * Replaces tags with markers. The time is linear in the length of the text, because a missing end tag is searched for only once.
 * @param pieces gets the pieces; a marker has the index of its piece.
 * @param firstLine number of the text's first line, from 0.
 * @param depth number of notes around the text; deeply nested notes remain text.
 */
export function readSource(text: string, pieces: Piece[], firstLine = 0, depth = 0): Line[] {
  const clean = text.replaceAll(mark, "\uFFFD");
  const builder = new LineBuilder(firstLine);
  const missingTags = new Set<string>();
  const notes = depth < maxNoteDepth ? pairNotes(clean) : new Map<number, EndTag>();
  const findEndTag = (tag: string, index: number, start: number): EndTag | undefined => {
    if (tag === "ref") return notes.get(index);
    if (missingTags.has(tag)) return undefined;
    const match = execFrom(tag === "!--" ? /-->/g : new RegExp(`</${tag}\\s{0,9}>`, "gi"), clean, start);
    if (!match) missingTags.add(tag);
    return match ? { index: match.index, length: match[0].length } : undefined;
  };
  let end = 0;
  let next = 0;
  for (let match = execFrom(opening, clean, 0); match; match = execFrom(opening, clean, next)) {
    const { 0: open, 1: name, 2: attributeText = "", 3: slash, index } = match;
    const tag = name?.toLowerCase() ?? "!--";
    const start = index + open.length;
    const close = slash ? { index: start, length: 0 } : findEndTag(tag, index, start);
    const attributes = readAttributes(attributeText);
    // An unclosed tag is text. Authors often leave the list of notes and a reference to a named note unclosed, so those are read.
    if (!close && tag !== "references" && !(tag === "ref" && attributes.has("name"))) {
      next = start;
      continue;
    }
    builder.add(clean.slice(end, index));
    end = close ? close.index + close.length : start;
    next = end;
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
    pieces.push({ tag, attributes, depth, content, raw, map: [line, line + newlines + 1] });
  }
  builder.add(clean.slice(end));
  return builder.finish();
}

function execFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

interface EndTag {
  index: number;
  length: number;
}

const noteTag = /<(\/?)ref(?:\s[^<>]*?)?(\/?)>/gi;
const maxNoteDepth = 3;

/** Finds the end tag of each `<ref>`: notes may be nested, and an end tag belongs to the nearest start tag. @returns end tags by the index of the start tag. */
function pairNotes(text: string): Map<number, EndTag> {
  const pairs = new Map<number, EndTag>();
  const open: number[] = [];
  for (const { 0: tag, 1: ends, 2: isEmpty, index } of text.matchAll(noteTag)) {
    if (!ends && !isEmpty) open.push(index);
    const start = ends ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, { index, length: tag.length });
  }
  return pairs;
}

/** Reads `a="1" b='2' c=3`. @returns values by name, in lower case. */
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

  /** Counts line ends of the text that do not end the line that is being collected. */
  skip(newlines: number, isComment: boolean): void {
    this.lineNumber += newlines;
    if (isComment) this.hadComment = true;
  }

  finish(): Line[] {
    this.end();
    return this.lines;
  }

  /** Ends a line, and removes it if it was only a comment, because an empty line would end a paragraph. */
  private end(): void {
    if (!this.hadComment || this.text.trim() !== "")
      this.lines.push({ text: this.text, map: [this.start, this.lineNumber + 1] });
    this.hadComment = false;
    this.text = "";
  }
}
