/**
 * The roles of docutils and Sphinx: `` :name:`text` ``. Roles for functions and types of a programming language are shown as code, because their manuals
 * are on other sites.
 */
import { posix } from "node:path";
import type { Token } from "markdown-it";
import { normalName, type RstContext } from "./names.js";

/** A link to a URL, or to a label. */
interface RoleLink {
  text: string;
  target: string;
  isLabel?: boolean;
  /** Whether it shows the title of its target, if the target has one. */
  isUntitled?: boolean;
}

/** @param text without the marks of escapes. @param source with them. */
type RoleReader = (text: string, source: string, context: RstContext) => Token[] | RoleLink;

const element =
  (tag: string): RoleReader =>
  (text, _, { make }) => [
    make(`${tag}_open`, tag, 1),
    Object.assign(make("text", "", 0), { content: text }),
    make(`${tag}_close`, tag, -1),
  ];

const code: RoleReader = (text, _, { make }) => [Object.assign(make("code_inline", "", 0), { content: text })];
const plainText: RoleReader = (text, _, { make }) => [Object.assign(make("text", "", 0), { content: text })];
const literal: RoleReader = (_, source, context) => code(source, source, context);

/** Splits `title <target>`; a text without a target is its own target. */
function splitTitle(text: string): { title?: string; target: string } {
  const [, title, target] = /^([\s\S]+?)(?<!\s)\s*<([^<>]+)>$/.exec(text) ?? [];
  return title !== undefined && target !== undefined ? { title, target: target.trim() } : { target: text.trim() };
}

/** Shows a name of a program as code: `~os.path.join` as `join`, `!name` without its mark, and `title <name>` as its title. */
const programName: RoleReader = (text, source, context) => {
  const { title, target } = splitTitle(text);
  const name = target.replace(/^!/, "");
  const words = title ?? (name.startsWith("~") ? (name.split(".").at(-1) ?? name).replace(/^~/, "") : name);
  return code(words, source, context);
};

const call: RoleReader = (text, source, context) =>
  programName(/[<>()]/.test(text) ? text : `${text}()`, source, context);

const pep: RoleReader = (text, _, { env }) => {
  const { title, target } = splitTitle(text);
  const [, digits, fragment = ""] = /^(\d+)(#.*)?$/.exec(target) ?? [];
  if (digits === undefined) return { text: title ?? text, target: "https://peps.python.org/" };
  const id = digits.padStart(4, "0");
  // In a PEP, the link leads to the text of the other PEP in the same register.
  const isPep = /^pep-\d{4}\.(?:rst|txt)$/.test(posix.basename(env.path));
  const url = isPep ? `pep-${id}.rst${fragment}` : `https://peps.python.org/pep-${id}/${fragment}`;
  return { text: title ?? `PEP ${Number(digits)}${fragment && ` § ${fragment.slice(1)}`}`, target: url };
};

const rfc: RoleReader = (text) => {
  const { title, target } = splitTitle(text);
  const [, digits = "", fragment = ""] = /^(\d+)(#.*)?$/.exec(target) ?? [];
  return {
    text: title ?? `RFC ${target}`,
    target: `https://datatracker.ietf.org/doc/html/rfc${digits}.html${fragment}`,
  };
};

const linkTo =
  (url: string, label: string): RoleReader =>
  (text) => {
    const { title, target } = splitTitle(text);
    return { text: title ?? `${label}${target}`, target: `${url}${target}` };
  };

/** Shows the title, or the target without a link. */
const titleOnly: RoleReader = (text, source, context) => {
  const { title, target } = splitTitle(text);
  return plainText(title ?? target, source, context);
};

/** A target in another manual, `python:label`, to which no link can lead. */
const otherManual = /^[\w.-]+:\S/;

const reference: RoleReader = (text, source, context) => {
  const { title, target } = splitTitle(text);
  if (otherManual.test(target)) return titleOnly(text, source, context);
  const words = title ?? context.titles.get(normalName(target)) ?? target;
  return { text: words, target, isLabel: true, isUntitled: title === undefined };
};

const doc: RoleReader = (text, source, context) => {
  const { title, target } = splitTitle(text);
  if (otherManual.test(target)) return titleOnly(text, source, context);
  const path = /\.\w+$/.test(target) ? target : `${target}.rst`;
  return { text: title ?? posix.basename(target), target: path, isUntitled: title === undefined };
};

const abbreviation: RoleReader = (text, source, context) => {
  const [, short = text, long] = /^([\s\S]*?)(?<!\s)\s*\(([^()]*)\)$/.exec(text) ?? [];
  const tokens = element("abbr")(short, source, context) as Token[];
  if (long !== undefined) tokens[0]?.attrSet("title", long);
  return tokens;
};

const math: RoleReader = (_, source, { make }) => [
  Object.assign(make("math_inline", "math", 0), { content: source, markup: "$" }),
];

const cite = element("cite");

const roles: Readonly<Record<string, RoleReader>> = {
  "": cite,
  "title-reference": cite,
  title: cite,
  t: cite,
  emphasis: element("em"),
  strong: element("strong"),
  literal,
  code: literal,
  subscript: element("sub"),
  sub: element("sub"),
  superscript: element("sup"),
  sup: element("sup"),
  math,
  abbreviation,
  abbr: abbreviation,
  ab: abbreviation,
  acronym: abbreviation,
  kbd: element("kbd"),
  guilabel: element("strong"),
  menuselection: element("strong"),
  dfn: element("dfn"),
  program: element("strong"),
  command: element("strong"),
  file: code,
  samp: code,
  regexp: code,
  option: programName,
  envvar: programName,
  keyword: programName,
  token: programName,
  "pep-reference": pep,
  pep,
  "rfc-reference": rfc,
  rfc,
  ref: reference,
  numref: reference,
  doc,
  term: titleOnly,
  any: programName,
  eq: plainText,
  download: linkTo("", ""),
  "cpython-issue": linkTo("https://github.com/python/cpython/issues/", "python/cpython#"),
  "cpython-pr": linkTo("https://github.com/python/cpython/pull/", "python/cpython#"),
  pypi: linkTo("https://pypi.org/project/", ""),
  "ghc-ticket": linkTo("https://gitlab.haskell.org/ghc/ghc/-/issues/", "#"),
};

/** The languages of Sphinx, with which a role may begin: `:c:func:`. */
const languages = new Set("py c cpp js rst std".split(" "));
/** Roles for names of programs, and for names that are called. */
const nameRoles = new Set(
  (
    "attr class const data dec exc meth mod obj type var macro struct union enum enumerator member expr concept dir role " +
    "module exception attribute constant"
  ).split(" "),
);
const callRoles = new Set("func function meth method".split(" "));

/** @param text without the marks of escapes. @param source with them. @returns undefined for an unknown role. */
export function readRole(
  name: string,
  text: string,
  source: string,
  context: RstContext,
): { tokens: Token[] } | RoleLink | undefined {
  const result = findRole(name, context, 0)?.(text, source, context);
  return Array.isArray(result) ? { tokens: result } : result;
}

/** @param depth how many declared roles have led to this one, each to its base: a circle of roles must end. */
function findRole(name: string, context: RstContext, depth: number): RoleReader | undefined {
  const key = name.toLowerCase();
  const role = context.names.roles.get(key);
  if (role && depth < 9) {
    if (role.base === "raw") return rawRole(role.format ?? "");
    return role.base === "" || role.base === key ? plainText : findRole(role.base, context, depth + 1);
  }
  if (Object.hasOwn(roles, key)) return roles[key];
  // `external+py3.12:mod` names the manual that has the target.
  const [language = "", ...parts] = key.replace(/^external(?:\+[\w.-]+)?:/, "").split(":");
  const last = parts.at(-1) ?? language;
  if (parts.length > 0 && !languages.has(language)) return undefined;
  const isExternal = key.startsWith("external") || !Object.hasOwn(roles, last);
  if (isExternal && ["ref", "doc", "term"].includes(last)) return titleOnly;
  if (callRoles.has(last)) return call;
  if (nameRoles.has(last)) return programName;
  return last !== key && Object.hasOwn(roles, last) ? roles[last] : undefined;
}

/** Raw HTML passes the sanitizer like that of Markdown; raw text in another format is left out. */
const rawRole =
  (format: string): RoleReader =>
  (_, source, { make }) =>
    /\bhtml\b/.test(format) ? [Object.assign(make("html_inline", "", 0), { content: source })] : [];
