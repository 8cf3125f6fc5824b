/** The variables of the environment that code of a site reads: what is kept of a build depends on them as on that code. */

/** `process.env.NAME`, `process.env["NAME"]`, and everything else that could read any variable: `process` under another name, in parts, or imported. */
const uses = new RegExp(
  [
    /\bprocess\s*(?:\?\.|\.)\s*env\b(?:\s*(?:\?\.|\.)\s*([\w$]+)|\s*(?:\?\.)?\s*\[\s*(["'])([^"'\n\\]+)\2\s*\])?/,
    /\bprocess\s*(?:\?\.\s*)?\[/,
    /[=,({[?:]\s*(?:globalThis\s*(?:\?\.|\.)\s*)?process\s*(?=[;,)}\]?:|&\n]|$)/,
    /\bnode:process\b|\b(?:from|import|require)\s*\(?\s*["'`]process["'`]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** @returns names and values as a text: those that the code names, or all if it may read others. Empty for code that reads none. */
export function environmentIn(code: string): string {
  const found = [...code.matchAll(uses)].map(([, name, , quoted]) => name ?? quoted);
  if (found.length === 0) return "";
  const named = found.filter((name) => name !== undefined);
  const names = named.length < found.length ? Object.keys(process.env) : named;
  return JSON.stringify([...new Set(names)].sort().map((name) => [name, process.env[name]]));
}
