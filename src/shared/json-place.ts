/** Finds where a text is not valid JSON: engines report it in many ways or not at all. */

/** A token of JSON (RFC 8259), white space before it; a text holds no control characters. */
const token =
  /\s*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** @returns offset of the first invalid token; the text's length if something is missing at its end. */
export function jsonErrorOffset(text: string): number {
  token.lastIndex = 0;
  const open: string[] = [];
  let wanted = "value";
  for (;;) {
    const from = token.lastIndex;
    const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    const [whole, sign, string] = token.exec(text) ?? [];
    if (whole === undefined) return start;
    const kind = sign ?? (string === undefined ? "scalar" : "string");
    const next = step(kind, wanted, open);
    if (next === undefined) return start;
    wanted = next;
  }
}

/** @returns the tokens that may come next, or undefined if the token is not allowed here. */
function step(kind: string, wanted: string, open: string[]): string | undefined {
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
  if (isEnd && (kind === "}" || kind === "]") && open.at(-1) === (kind === "}" ? "{" : "[")) {
    open.pop();
    return closed();
  }
  if (wanted === "," && kind === ",") return open.at(-1) === "{" ? "key" : "value";
  return undefined;
}

/** @param text valid JSON. @returns keys that an object has twice, each with the offset of the second one: parsers use it without a word. */
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

/** Line and column of an offset, from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

/** An engine's message without its own form of the place. */
export function jsonMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/^Unexpected end|Unterminated string in JSON/.test(message)) return "the file ends too early";
  return `this is not JSON: ${message.replace(/,? ?(?:\.\.\.)?"[\s\S]*"(?:\.\.\.)? is not valid JSON$/, "").replace(/ in JSON at position \d+.*$/s, "")}`;
}
