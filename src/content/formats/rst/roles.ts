/** The roles of docutils and Sphinx, in one table: `` :name:`text` ``. Those of languages name functions and types, whose manuals are elsewhere: they are code. */

import { posix } from "node:path";
import type { Token } from "markdown-it";
import { normalName, type RstContext } from "./names.js";

/** A link to a URL, or to a label. */
interface RoleLink {
  text: string;
  target: string;
  isLabel?: boolean;
  /** Whether the title of its target is its text, if there is one. */
  isUntitled?: boolean;
}

type Read = (text: string, source: string, context: RstContext) => Token[] | RoleLink;

const element =
  (tag: string): Read =>
  (text, _, { make }) => [
    make(`${tag}_open`, tag, 1),
    Object.assign(make("text", "", 0), { content: text }),
    make(`${tag}_close`, tag, -1),
  ];

const code: Read = (text, _, { make }) => [Object.assign(make("code_inline", "", 0), { content: text })];
const plain: Read = (text, _, { make }) => [Object.assign(make("text", "", 0), { content: text })];

/** `text <target>`: both; the text alone is its own target. */
function titled(text: string): { title?: string; target: string } {
  const [, title, target] = /^([\s\S]+?)\s*<([^<>]+)>$/.exec(text) ?? [];
  return title !== undefined && target !== undefined ? { title, target: target.trim() } : { target: text.trim() };
}

/** A name of a program: `~os.path.join` is shown as `join`, `!name` is not a link, and a title in front of it is shown alone. */
const object: Read = (text, source, context) => {
  const { title, target } = titled(text);
  const name = target.replace(/^!/, "");
  const words = title ?? (name.startsWith("~") ? (name.split(".").at(-1) ?? name).replace(/^~/, "") : name);
  return code(words, source, context);
};

const call: Read = (text, source, context) => object(/[<>()]/.test(text) ? text : `${text}()`, source, context);

const pep: Read = (text, _, { env }) => {
  const { title, target } = titled(text);
  const [, digits, fragment = ""] = /^(\d+)(#.*)?$/.exec(target) ?? [];
  if (digits === undefined) return { text: title ?? text, target: "https://peps.python.org/" };
  const id = digits.padStart(4, "0");
  // Beside other PEPs the text itself is meant.
  const isOwn = /^pep-\d{4}\.(?:rst|txt)$/.test(posix.basename(env.path));
  const url = isOwn ? `pep-${id}.rst${fragment}` : `https://peps.python.org/pep-${id}/${fragment}`;
  return { text: title ?? `PEP ${Number(digits)}${fragment && ` § ${fragment.slice(1)}`}`, target: url };
};

const rfc: Read = (text) => {
  const { title, target } = titled(text);
  const [, digits = "", fragment = ""] = /^(\d+)(#.*)?$/.exec(target) ?? [];
  return {
    text: title ?? `RFC ${target}`,
    target: `https://datatracker.ietf.org/doc/html/rfc${digits}.html${fragment}`,
  };
};

const linkTo =
  (url: string, label: string): Read =>
  (text) => {
    const { title, target } = titled(text);
    return { text: title ?? `${label}${target}`, target: `${url}${target}` };
  };

/** What another manual has (`python:label`) has no page here. */
const elsewhere = /^[\w.-]+:\S/;

const reference: Read = (text, source, context) => {
  const { title, target } = titled(text);
  if (elsewhere.test(target)) return plain(title ?? target, source, context);
  const words = title ?? context.titles.get(normalName(target)) ?? target;
  return { text: words, target, isLabel: true, isUntitled: title === undefined };
};

const doc: Read = (text, source, context) => {
  const { title, target } = titled(text);
  if (elsewhere.test(target)) return plain(title ?? target, source, context);
  const path = /\.\w+$/.test(target) ? target : `${target}.rst`;
  return { text: title ?? posix.basename(target), target: path, isUntitled: title === undefined };
};

const abbreviation: Read = (text, source, context) => {
  const [, short = text, long] = /^([\s\S]*?)\s*\(([^()]*)\)$/.exec(text) ?? [];
  const tokens = element("abbr")(short, source, context) as Token[];
  if (long !== undefined) tokens[0]?.attrSet("title", long);
  return tokens;
};

const math: Read = (_, source, { make }) => [
  Object.assign(make("math_inline", "math", 0), { content: source, markup: "$" }),
];

const keys: Read = element("kbd");
const cite: Read = element("cite");

const roles: Readonly<Record<string, Read>> = {
  "": cite,
  "title-reference": cite,
  title: cite,
  t: cite,
  emphasis: element("em"),
  strong: element("strong"),
  literal: (_, source, context) => code(source, source, context),
  code: (_, source, context) => code(source, source, context),
  subscript: element("sub"),
  sub: element("sub"),
  superscript: element("sup"),
  sup: element("sup"),
  math,
  abbreviation,
  abbr: abbreviation,
  ab: abbreviation,
  acronym: abbreviation,
  kbd: keys,
  guilabel: element("strong"),
  menuselection: element("strong"),
  dfn: element("dfn"),
  program: element("strong"),
  command: element("strong"),
  file: code,
  samp: code,
  regexp: code,
  option: object,
  envvar: object,
  keyword: object,
  token: object,
  "pep-reference": pep,
  pep,
  "rfc-reference": rfc,
  rfc,
  ref: reference,
  numref: reference,
  doc,
  term: (text, source, context) => {
    const { title, target } = titled(text);
    return plain(title ?? target, source, context);
  },
  any: object,
  eq: plain,
  download: (text) => {
    const { title, target } = titled(text);
    return { text: title ?? target, target };
  },
  "cpython-issue": linkTo("https://github.com/python/cpython/issues/", "python/cpython#"),
  "cpython-pr": linkTo("https://github.com/python/cpython/pull/", "python/cpython#"),
  pypi: linkTo("https://pypi.org/project/", ""),
  "ghc-ticket": linkTo("https://gitlab.haskell.org/ghc/ghc/-/issues/", "#"),
};

/** The languages that Sphinx knows; a role may begin with one: `:c:func:`. */
const languages = new Set("py c cpp js rst std".split(" "));
const objects = new Set(
  (
    "attr class const data dec exc meth mod obj type var macro struct union enum enumerator member expr concept dir role " +
    "module exception attribute constant"
  ).split(" "),
);
const calls = new Set("func function meth method".split(" "));

/** @param text without the marks of escapes. @param source as it was written. @returns undefined for a role that is not known. */
export function readRole(
  name: string,
  text: string,
  source: string,
  context: RstContext,
): { tokens: Token[] } | RoleLink | undefined {
  const read = roleNamed(name, context, 0);
  const role = read?.(text, source, context);
  return Array.isArray(role) ? { tokens: role } : role;
}

function roleNamed(name: string, context: RstContext, depth: number): Read | undefined {
  const key = name.toLowerCase();
  const role = context.names.roles.get(key);
  if (role && depth < 9) {
    if (role.base === "raw") return rawRole(role.format ?? "");
    return role.base === "" || role.base === key ? plain : roleNamed(role.base, context, depth + 1);
  }
  if (Object.hasOwn(roles, key)) return roles[key];
  // `external+py3.12:mod`: the manual that the name is in.
  const [language, ...parts] = key.replace(/^external(?:\+[\w.-]+)?:/, "").split(":");
  const last = parts.at(-1) ?? language ?? "";
  if (parts.length > 0 && !languages.has(language ?? "")) return undefined;
  if (["ref", "doc", "term"].includes(last))
    return (content, written, to) => plain(titled(content).title ?? titled(content).target, written, to);
  if (calls.has(last)) return call;
  if (objects.has(last)) return object;
  return last !== key && Object.hasOwn(roles, last) ? roles[last] : undefined;
}

/** HTML passes the sanitizer like any other; another format is for another kind of output. */
const rawRole =
  (format: string): Read =>
  (_, source, { make }) =>
    /\bhtml\b/.test(format) ? [Object.assign(make("html_inline", "", 0), { content: source })] : [];
