/** The `_headers` file of a site: which headers its host sends with which paths, in the form that Netlify and Cloudflare Pages read. */

import { hostPattern } from "../shared/host-pattern.js";

export interface HeaderRule {
  matches(pathname: string): boolean;
  headers: [name: string, value: string][];
}

/** The server itself sets length and encoding of the content. */
const own = new Set(["content-length", "content-encoding", "transfer-encoding", "connection", "date", "server"]);

export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    if (!/^\s/.test(line)) {
      const pattern = hostPattern(line.trim());
      rules.push({ matches: (pathname) => pattern.test(pathname), headers: [] });
      continue;
    }
    const [, name = "", value = ""] = /^\s*([\w-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line) ?? [];
    if (name && !own.has(name.toLowerCase())) rules.at(-1)?.headers.push([name.toLowerCase(), value]);
  }
  return rules;
}

/** All matching rules apply; values of the same header are joined. */
export function headersFor(pathname: string, rules: readonly HeaderRule[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const rule of rules) {
    if (!rule.matches(pathname)) continue;
    for (const [name, value] of rule.headers) {
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
  }
  return headers;
}
