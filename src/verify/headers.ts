/** Compares the headers of answers with those that a build asks for, and finds those that change what a reader sees. */
import type { HeaderDifference } from "../shared/api.js";

/** With lower-case names. */
export type AskedHeaders = Readonly<Record<string, string | undefined>>;

/** Collects the differences of many files: a host that does not send a header sends it with no file. */
export class HeaderReport {
  private readonly found = new Map<string, HeaderDifference>();

  compare(path: string, asked: AskedHeaders, sent: AskedHeaders): void {
    for (const [name, expected] of Object.entries(asked)) {
      if (expected === undefined) continue;
      const isType = name === "content-type";
      const found = sent[name];
      if (found === undefined) this.add(path, { name, expected, severity: "warning" });
      else if (isType && !isSameType(expected, found)) this.add(path, { name, expected, found, severity: "error" });
      else if (!isType && !isSameValue(expected, found)) this.add(path, { name, expected, found, severity: "warning" });
    }
    for (const [name, isHarmful] of Object.entries(harmful)) {
      const found = sent[name];
      if (found !== undefined && asked[name] === undefined && isHarmful(found))
        this.add(path, { name, found, severity: "error" });
    }
  }

  get differences(): HeaderDifference[] {
    return [...this.found.values()];
  }

  private add(path: string, difference: Omit<HeaderDifference, "paths">): void {
    const key = JSON.stringify([difference.name, difference.expected, difference.found]);
    const known = this.found.get(key);
    if (!known) this.found.set(key, { ...difference, paths: [path] });
    else if (known.paths.at(-1) !== path) known.paths.push(path);
  }
}

/** Headers with which a browser shows something else than the file; a host sends none of them by itself. */
const harmful: Record<string, (value: string) => boolean> = {
  refresh: () => true,
  "content-disposition": (value) => /^\s*attachment/i.test(value),
  link: (value) => /\brel\s*=\s*"?[^";]*\bstylesheet\b/i.test(value),
};

/** Types by which browsers do the same. */
const sameTypes: RegExp[] = [
  /^(text|application)\/(x-)?(java|ecma)script$/,
  /^((text|application)\/xml|application\/(rss|atom|opensearchdescription)\+xml)$/,
  /^(application|text)\/json$|^application\/(?:manifest|feed)\+json$/,
  /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  /^text\/(plain|markdown|x-markdown|csv)$/,
  /^(application|font)\/(x-)?font-|^font\//,
];

/** Types of unknown content, which browsers save. */
const opaque = /^(application\/octet-stream|binary\/octet-stream)$/;
/** Types that run or are shown as pages. */
const active = /html|xml|script|css|pdf/;

function isSameType(expected: string, found: string): boolean {
  const [wanted, sent] = [typeOf(expected), typeOf(found)];
  if (sent.charset !== undefined && !/^(utf-?8|us-ascii)$/.test(sent.charset) && wanted.charset !== undefined)
    return false;
  if (wanted.name === sent.name || sameTypes.some((same) => same.test(wanted.name) && same.test(sent.name)))
    return true;
  // Each host knows other extensions.
  return opaque.test(wanted.name) && sent.name !== "" && !active.test(sent.name);
}

function typeOf(value: string): { name: string; charset?: string } {
  const [, name = "", charset] = /^\s*([^;\s]*)(?:.*?;\s*charset\s*=\s*"?([^\s;"]+))?/i.exec(value) ?? [];
  return { name: name.toLowerCase(), ...(charset && { charset: charset.toLowerCase() }) };
}

/** Whether each part is sent, in whatever order: a host may add parts of its own. */
function isSameValue(expected: string, found: string): boolean {
  const sent = new Set(partsOf(found));
  return partsOf(expected).every((part) => sent.has(part));
}

const partsOf = (value: string) => value.split(",").map((part) => part.trim().replace(/\s+/g, " ").toLowerCase());
