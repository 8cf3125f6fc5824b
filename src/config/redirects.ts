/**
 * `redirects`: rules in the configuration, or in a file of their own that `cipgen switch --write` can edit. The file is a mapping of old addresses to
 * new ones, in YAML or JSON, and is part of the configuration: what watches, records or reviews a configuration does the same with it.
 */
import { diagnose, unreadable } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { isLocalUrl, isSafeUrl } from "../shared/url.js";
import type { SiteConfig } from "./resolve.js";
import { formatPath } from "./wording.js";

/** One line of `redirects`. */
export interface RedirectRule {
  /** As it is written, with `:number` and the like, or `*`. */
  from: string;
  to: string;
  /** Its place in the file that `redirects` names; undefined in the configuration, where its key is the place. */
  place?: { line: number; column: number; length: number };
}

/** Says something about a rule at its place. */
export function aboutRule(
  { from, place }: RedirectRule,
  { redirectsFile }: Pick<SiteConfig, "redirectsFile">,
  configFile: string,
  message: string,
): { message: string; place: Pick<Diagnostic, "file" | "line" | "column" | "length"> } {
  if (!place || redirectsFile === undefined)
    return { message: `${formatPath(["redirects", from])}: ${message}`, place: { file: configFile } };
  return { message: `${from}: ${message}`, place: { file: redirectsFile, ...place } };
}

/** The parameters that a pattern may have; `*` is anything. */
const redirectParameters = ["number", "slug", "category", "status", "id"] as const;

/** @returns what is wrong with a rule by itself. */
function problemOf({ from, to }: RedirectRule): { message: string; help: string } | undefined {
  const problem = (message: string, help: string) => ({ message, help });
  if (!/^\/(?!\/)/.test(from) || /[?#\s\\]/.test(from) || /\/\.{1,2}(?:\/|$)/.test(from))
    return problem(
      "an old address is a path of this site: it starts with / and has no query, no # and no space",
      "Write it as /old/page: query and fragment are kept by themselves.",
    );
  if (from === "/") return problem("the home page cannot lead away", "Give another address, or write a home page.");
  if (!isSafeUrl(to) || (isLocalUrl(to) ? !/^\/(?!\/)/.test(to) : !/^https?:\/\/[^/]/i.test(to)) || /\s/.test(to))
    return problem(
      `${JSON.stringify(to)} is not an address that a redirect can lead to`,
      "Write a path of this site that starts with /, or an address with https://.",
    );
  const named = (text: string) => [...text.matchAll(parameter)].map(([, name = ""]) => name);
  const unknown = [...named(from), ...(isLocalUrl(to) ? named(to) : [])].find(
    (name) => !redirectParameters.some((known) => known === name),
  );
  if (unknown !== undefined)
    return problem(`:${unknown} is unknown`, `There are :${redirectParameters.join(", :")} and *.`);
  if (from.split("*").length > 2 || to.split("*").length > 2)
    return problem("there is more than one * in an address", "One * stands for any number of folders and names.");
  if (to.includes("*") && !from.includes("*"))
    return problem("* is only in the new address", "Write it into the old address, too.");
  if (from.includes("*") && named(from).length > 0)
    return problem("an address has parameters or *, not both", "Write * alone: it stands for any text.");
  return undefined;
}

/** A parameter of a pattern; a port (`:8080`) is not one. */
export const parameter = /:([a-z]\w*)/gi;

/** @returns an error for each rule that cannot be followed. */
export function checkRedirectRules(config: SiteConfig, configFile: string): Diagnostic[] {
  return config.redirects.flatMap((rule) => {
    const problem = problemOf(rule);
    if (!problem) return [];
    const { message, place } = aboutRule(rule, config, configFile, problem.message);
    return [diagnose("config-invalid", message, { ...place, help: problem.help })];
  });
}

/**
 * Reads the file that `redirects` names.
 * @param read its bytes, by path below the root; undefined where there is no such file.
 */
export async function withRedirectsFile(
  config: SiteConfig,
  configFile: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Result<SiteConfig | undefined>> {
  const { redirectsFile: file } = config;
  if (file === undefined) return { value: config, diagnostics: [] };
  const failed = (...diagnostics: Diagnostic[]) => ({ value: undefined, diagnostics });
  let bytes: Uint8Array | undefined;
  try {
    bytes = await read(file);
  } catch (error) {
    return failed(unreadable(file, String((error as NodeJS.ErrnoException).code)));
  }
  if (!bytes)
    return failed(
      diagnose("config-reference", `redirects: there is no file ${file}`, {
        file: configFile,
        help: `Create it. ${help}`,
      }),
    );
  const text = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const plain = plainRules(text);
  const rules = withoutDoubles(plain ? { value: plain, diagnostics: [] } : await yamlRules(text, file), file);
  if (rules.diagnostics.length > 0) return failed(...rules.diagnostics);
  const value = { ...config, redirects: rules.value };
  const problems = checkRedirectRules(value, configFile);
  return problems.length > 0 ? failed(...problems) : { value, diagnostics: [] };
}

/** A rule on a line of its own, as YAML or JSON. */
const plainLine =
  /^\s*(?:"([^"\\]*)"|(\/[^\s"'#,{}[\]]*)):\s+(?:"([^"\\]*)"|((?:\/|https?:\/\/)[^\s"'#,{}[\]]*))\s*(,?)\s*$/;

/** The usual form, without the library, which takes a third of a second for 10,000 lines. @returns undefined for any other. */
function plainRules(text: string): RedirectRule[] | undefined {
  const isJson = text.trimStart().startsWith("{");
  const rules: RedirectRule[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, quoted, bare, quotedTo, bareTo, comma] = plainLine.exec(line) ?? [];
    const from = quoted ?? bare;
    if (from === undefined && !(isJson ? /^\s*[{}]?\s*$/ : /^\s*(?:#.*)?$/).test(line)) return undefined;
    if (from === undefined) continue;
    if (comma !== "" && !isJson) return undefined;
    const place = {
      line: index + 1,
      column: line.search(/\S/) + 1,
      length: from.length + (quoted === undefined ? 0 : 2),
    };
    rules.push({ from, to: quotedTo ?? bareTo ?? "", place });
  }
  try {
    if (isJson) JSON.parse(text);
  } catch {
    return undefined;
  }
  return rules;
}

const help = 'Write "/old": "/new" on each line.';

/** JSON is YAML, too. */
async function yamlRules(text: string, file: string): Promise<Result<RedirectRule[]>> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  // The library compares each key with all others, which takes seconds for thousands.
  const document = parseDocument(text, { lineCounter: lines, schema: "failsafe", uniqueKeys: false });
  const at = (start: number, length = 1) => {
    const { line, col } = lines.linePos(start);
    return { line, column: col, length };
  };
  const wanted = (start: number) =>
    diagnose("config-invalid", "redirects are old addresses with the new ones", { file, ...at(start), help });
  const diagnostics: Diagnostic[] = document.errors.map(({ message, pos: [start] }) =>
    diagnose("config-syntax", message.split("\n")[0] ?? message, { file, ...at(start), help }),
  );
  const { contents } = document;
  if (diagnostics.length > 0 || contents === null) return { value: [], diagnostics };
  if (!isMap(contents)) return { value: [], diagnostics: [wanted(contents.range?.[0] ?? 0)] };
  const value = contents.items.flatMap(({ key, value: to }): RedirectRule[] => {
    const [start = 0, end = start] = isScalar(key) ? (key.range ?? []) : [];
    if (isScalar(key) && isScalar(to) && typeof key.value === "string" && typeof to.value === "string")
      return [{ from: key.value, to: to.value, place: at(start, Math.max(1, end - start)) }];
    diagnostics.push(wanted(start));
    return [];
  });
  return { value, diagnostics };
}

function withoutDoubles({ value, diagnostics }: Result<RedirectRule[]>, file: string): Result<RedirectRule[]> {
  const known = new Set<string>();
  const doubles = value.flatMap(({ from, place }) => {
    const isKnown = known.has(from);
    known.add(from);
    const details = { file, ...place, help: "Keep one of the two lines." };
    return isKnown ? [diagnose("config-syntax", `${from}: this address occurs twice`, details)] : [];
  });
  return { value, diagnostics: [...diagnostics, ...doubles] };
}

/** @returns the text of the file that `redirects` names with further rules at its end; all else stays as it is. */
export function addRules(text: string, rules: readonly Pick<RedirectRule, "from" | "to">[]): string {
  const lines = rules.map(({ from, to }) => ruleLine(from, to));
  const end = text.lastIndexOf("}");
  // A mapping in braces, of JSON or YAML; comments in YAML may have braces too.
  if (!/^\s*(?:#[^\n]*\n\s*)*\{/.test(text)) {
    const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    return `${before}${lines.join("\n")}\n`;
  }
  const before = text.slice(0, end).trimEnd();
  const comma = before.endsWith("{") || before.endsWith(",") ? "" : ",";
  return `${before}${comma}\n${lines.map((line) => `  ${line}`).join(",\n")}\n${text.slice(end)}`;
}

/** A rule as a line of the file, and of the configuration. */
export function ruleLine(from: string, to: string): string {
  return `${JSON.stringify(from)}: ${JSON.stringify(to)}`;
}
