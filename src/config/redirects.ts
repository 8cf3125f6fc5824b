/**
 * The rules of `redirects`: in the configuration, or in a JSON file that `cipgen switch --write` can edit. The file is a part of the configuration,
 * so it is watched and reviewed like it.
 */
import { type Node, parseTree } from "jsonc-parser";
import { diagnose, unreadableFile } from "../platform/diagnostics/codes.js";
import { findJsonProblem, findRepeatedKeys } from "../platform/diagnostics/json-problems.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import { isLocalUrl, isSafeUrl } from "../shared/url.js";
import type { SiteConfig } from "./resolve.js";
import { formatPath } from "./wording.js";

/** One line of `redirects`. */
export interface RedirectRule {
  /** As it is written, with `:number` and the like. */
  from: string;
  to: string;
  /** Its location in the file that `redirects` names; undefined for a rule in the configuration, which is found by its key. */
  location?: { line: number; column: number; length: number };
}

/** The message and location of a diagnostic about a rule. */
export function aboutRule(
  { from, location }: RedirectRule,
  { redirectsFile }: Pick<SiteConfig, "redirectsFile">,
  configFile: string,
  message: string,
): { message: string; location: Pick<Diagnostic, "file" | "line" | "column" | "length"> } {
  if (!location || redirectsFile === undefined)
    return { message: `${formatPath(["redirects", from])}: ${message}`, location: { file: configFile } };
  return { message: `${from}: ${message}`, location: { file: redirectsFile, ...location } };
}

/** The parameters that an address may have. */
const redirectParameters = ["number", "slug", "category", "status", "id"] as const;

/** The problem of a rule, if it has one that does not depend on the site. */
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
  const named = (text: string) =>
    [...text.matchAll(parameter)].map(([, name = ""]) => name.replace(/^number\d$/, "number"));
  const unknown = [...named(from), ...(isLocalUrl(to) ? named(to) : [])].find(
    (name) => !redirectParameters.some((redirectParameter) => redirectParameter === name),
  );
  if (unknown !== undefined) return problem(`:${unknown} is unknown`, `There are :${redirectParameters.join(", :")}.`);
  if (from.includes("*"))
    return problem("an old address has no *", "Name each address, or let the host redirect a whole folder.");
  return undefined;
}

/** A parameter of a pattern; a port (`:8080`) is not one. */
export const parameter = /:([a-z]\w*)/gi;

/** @returns an error for each rule that cannot be followed. */
export function checkRedirectRules(config: SiteConfig, configFile: string): Diagnostic[] {
  return config.redirects.flatMap((rule) => {
    const problem = problemOf(rule);
    if (!problem) return [];
    const { message, location } = aboutRule(rule, config, configFile, problem.message);
    return [diagnose("config-invalid", message, { ...location, help: problem.help })];
  });
}

/**
 * Reads the file that `redirects` names.
 * @param read gives the bytes of a file by its path below the root; undefined if there is no such file.
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
    return failed(unreadableFile(file, String((error as NodeJS.ErrnoException).code)));
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
  const rules = readRules(text, file);
  if (rules.diagnostics.length > 0) return failed(...rules.diagnostics);
  const value = { ...config, redirects: rules.value };
  const problems = checkRedirectRules(value, configFile);
  return problems.length > 0 ? failed(...problems) : { value, diagnostics: [] };
}

const help = 'Write { "/old": "/new" }, with all redirects in it.';

function readRules(text: string, file: string): Result<RedirectRule[]> {
  const problem = findJsonProblem(text);
  const problems = problem ? [problem] : findRepeatedKeys(text);
  if (problems.length > 0) {
    const diagnostics = problems.map(({ message, offset, help }) =>
      diagnose("config-syntax", message, { file, ...positionAt(text, offset), help }),
    );
    return { value: [], diagnostics };
  }
  const root = parseTree(text);
  const positionOf = placesIn(text);
  const wrong = (node: Node) =>
    diagnose("config-invalid", "a redirect is an old address with the new one", {
      file,
      ...positionOf(node),
      help,
    });
  if (root?.type !== "object") return { value: [], diagnostics: root ? [wrong(root)] : [] };
  const diagnostics: Diagnostic[] = [];
  const value = (root.children ?? []).flatMap(({ children = [] }): RedirectRule[] => {
    const [key, to] = children;
    if (key && typeof to?.value === "string") return [{ from: key.value, to: to.value, location: positionOf(key) }];
    if (key) diagnostics.push(wrong(key));
    return [];
  });
  return { value, diagnostics };
}

/** @returns a function that gives the positions of nodes in their order. Counting the lines before each anew would take seconds for thousands. */
function placesIn(text: string): (node: Node) => { line: number; column: number; length: number } {
  let [line, start] = [1, 0];
  return ({ offset, length }) => {
    for (let end = text.indexOf("\n", start); end !== -1 && end < offset; end = text.indexOf("\n", start)) {
      line++;
      start = end + 1;
    }
    return { line, column: offset - start + 1, length };
  };
}

/** @returns the text of the file that `redirects` names with further rules at its end. */
export function addRules(text: string, rules: readonly Pick<RedirectRule, "from" | "to">[]): string {
  const added = Object.fromEntries(rules.map(({ from, to }) => [from, to]));
  return rulesText({ ...JSON.parse(text), ...added });
}

/** The text of a file of redirects, a line for each. */
export const rulesText = (rules: Readonly<Record<string, string>>): string => `${JSON.stringify(rules, null, 2)}\n`;

/** A rule as a line of the file, and of the configuration. */
export function ruleLine(from: string, to: string): string {
  return `${JSON.stringify(from)}: ${JSON.stringify(to)}`;
}
