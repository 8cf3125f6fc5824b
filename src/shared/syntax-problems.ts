/** What is wrong with a file, in words for people: unresolved merge conflicts, invalid JSON, imports that lead to nothing. */
import { linesOf } from "./lines.js";

// Blocks of code between fences, for what looks at the lines of Markdown without parsing it.

const fence = /^\s*(`{3,}|~{3,})/;

/** @returns a function that is called with each line in turn, and says whether it is in such a block, with the fence that begins it. */
export function codeFences(): (line: string) => boolean {
  let open = "";
  return (line) => {
    const ticks = fence.exec(line)?.[1];
    if (ticks && open === "") open = ticks;
    else if (ticks?.startsWith(open) && /^[\s`~]*$/.test(line)) open = "";
    return open !== "";
  };
}

interface Conflict {
  /** From the first marker to the last, from 1. */
  line: number;
  end: number;
}

const markers = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/] as const;

/**
 * Finds only the three markers in this order: a line of equals signs alone underlines a heading.
 * @param hasFences fenced code may show markers, and is skipped.
 */
export function findConflicts(text: string, hasFences = false): Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const found: Conflict[] = [];
  let next = 0;
  let start = 0;
  const isCode = hasFences ? codeFences() : () => false;
  for (const [index, line] of linesOf(text).entries()) {
    if (isCode(line)) continue;
    if (markers[0].test(line)) [next, start] = [1, index + 1];
    else if (next > 0 && markers[next]?.test(line)) next++;
    if (next < markers.length) continue;
    found.push({ line: start, end: index + 1 });
    next = 0;
  }
  return found;
}

/** Whether a line is the first marker, for a parser that failed on it. */
export const beginsConflict = (line: string) => markers[0].test(line);

export const conflictMessage = "an unresolved merge conflict";
export const conflictHelp = "Keep one of the two versions, and remove the three markers.";

const space = /[ \t\n\r]*/y;
/** A token of JSON (RFC 8259) with the white space before it; strings contain no control characters. */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
const word = /^[\p{L}\p{N}_$.+-]+/u;

interface JsonProblem {
  offset: number;
  /** The problem in plain words: engines have many wordings, most of them for programmers. */
  message: string;
  help?: string;
}

/** @returns the first problem of a text; undefined if it is valid JSON. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const open: string[] = [];
  let wanted: Wanted = "value";
  /** Range of the last token. */
  let last = { start: 0, end: 0 };
  for (;;) {
    space.lastIndex = last.end;
    space.exec(text);
    const offset = space.lastIndex;
    if (offset === text.length) return wanted === "end" ? undefined : { offset, ...problemAtEnd(wanted, open) };
    token.lastIndex = offset;
    const [whole, sign, string] = token.exec(text) ?? [];
    const kind = sign ?? (string === undefined ? "scalar" : "string");
    const next: Wanted | undefined = whole === undefined ? undefined : step(kind, wanted, open);
    if (next === undefined) {
      const start = isOneWord(text, last, offset) ? last.start : offset;
      if (whole === undefined || start < offset) return { offset: start, ...problemOfText(text.slice(start), wanted) };
      const isAfterComma = text[last.start] === ",";
      return { offset, ...problemOfToken(kind, wanted, open, isAfterComma) };
    }
    last = { start: offset, end: token.lastIndex };
    wanted = next;
  }
}

/** Whether a valid token and the text after it are one word, such as `01` or `trueish`. */
function isOneWord(text: string, { start, end }: { start: number; end: number }, offset: number): boolean {
  return start < end && end === offset && word.test(text[start] ?? "") && word.test(text[end] ?? "");
}

type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | "," | "end";

/** @returns the tokens that may come next, or undefined if the token is not allowed here. */
function step(kind: string, wanted: Wanted, open: string[]): Wanted | undefined {
  const closed = () => (open.length === 0 ? "end" : ",");
  const isValue = kind === "string" || kind === "scalar";
  if (wanted.startsWith("value") && (isValue || "{[".includes(kind))) {
    if (isValue) return closed();
    open.push(kind);
    return kind === "{" ? "key or }" : "value or ]";
  }
  if (wanted.startsWith("key") && kind === "string") return ":";
  if (wanted === ":" && kind === ":") return "value";
  const isEnd = wanted === "," || wanted.endsWith(` ${kind}`);
  if (isEnd && (kind === "}" || kind === "]") && kind === closing(open)) {
    open.pop();
    return closed();
  }
  if (wanted === "," && kind === ",") return open.at(-1) === "{" ? "key" : "value";
  return undefined;
}

const closing = (open: readonly string[]) => (open.at(-1) === "{" ? "}" : "]");

type Problem = Omit<JsonProblem, "offset">;

function problemAtEnd(wanted: Wanted, open: readonly string[]): Problem {
  if (open.length === 0) return { message: "the file is empty" };
  const missing = wanted === ":" || wanted === "value" ? "a value" : `${closing(open)}`;
  return { message: `the file ends too early: ${missing} is missing`, help: "Complete it." };
}

/** @param rest the text from the first character that begins no token. */
function problemOfText(rest: string, wanted: Wanted): Problem {
  if (rest.startsWith('"') && /^"(?:[^"\\\n]|\\.)*"/.test(rest)) {
    const help = String.raw`Write \\ for a backslash and \t for a tab.`;
    return { message: "this text has a backslash or a control character that JSON does not allow", help };
  }
  if (rest.startsWith('"')) {
    const help = String.raw`Close it with ". A line break in a text is written \n.`;
    return { message: "this text is not closed on its line", help };
  }
  if (rest.startsWith("'")) return { message: "JSON has no single quotes", help: 'Write "text".' };
  if (/^(?:\/[/*]|#)/.test(rest)) return { message: "JSON has no comments", help: "Remove the comment." };
  const [written] = word.exec(rest) ?? [];
  if (written === undefined) {
    const help = "Remove it, or put quotes around the text that it belongs to.";
    return { message: `${JSON.stringify([...rest][0])} has no meaning in JSON`, help };
  }
  if (/^[-+.\d]/.test(written))
    return { message: `${written} is not a number in JSON`, help: "Write it as 12, -0.5 or 1e9." };
  return { message: `this ${wanted.startsWith("key") ? "key" : "text"} has no quotes`, help: `Write "${written}".` };
}

function problemOfToken(kind: string, wanted: Wanted, open: readonly string[], isAfterComma: boolean): Problem {
  const isEnd = kind === "}" || kind === "]";
  if (wanted === "end") return { message: "there is more text after the end", help: "Remove it." };
  if (isAfterComma && isEnd) return { message: `JSON allows no comma before ${kind}`, help: "Remove the comma." };
  if (isEnd && open.length > 0 && kind !== closing(open))
    return { message: `${closing(open)} is missing before ${kind}`, help: `Close the ${open.at(-1)} before it.` };
  if (wanted === ",") return { message: "a comma is missing here", help: "Put a comma between two entries." };
  if (wanted === ":") return { message: "a colon is missing here", help: 'Write "key": value.' };
  if (wanted.startsWith("key")) return { message: "a key is missing here", help: 'Write "key": value.' };
  return {
    message: "a value is missing here",
    help: "Write a text in quotes, a number, true, false, null, {…} or […].",
  };
}

/** @param text valid JSON. @returns keys that an object has twice, each with the offset of the second one, which parsers silently use. */
export function repeatedKeys(text: string): { key: string; offset: number }[] {
  token.lastIndex = 0;
  const found: { key: string; offset: number }[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, sign, string] = match;
    if (sign === "{" || sign === "[") open.push(sign === "{" ? new Set() : undefined);
    else if (sign === "}" || sign === "]") open.pop();
    const keys = open.at(-1);
    if (string === undefined || !keys || !/^\s*:/.test(text.slice(token.lastIndex, token.lastIndex + 1000))) continue;
    const key: string = JSON.parse(string);
    if (keys.has(key)) found.push({ key, offset: match.index + whole.length - string.length });
    keys.add(key);
  }
  return found;
}

/** Of the configuration, and of templates. @param text a message of the bundler. @returns undefined if it is about anything else. */
export function missingImport(text: string): { message: string; help: string } | undefined {
  const [, name] = /^Could not resolve "(.*)"$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(name))
    return {
      message: `there is no file ${name}`,
      help: "Correct its name, or its folder: it is relative to this file.",
    };
  const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  return { message: `the package ${packageName} is not installed`, help: `Install it: npm install ${packageName}` };
}
