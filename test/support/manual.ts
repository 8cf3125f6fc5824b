/** The README and the manual as data: their pages, the code that they show, their links, and the parts of them that are made from the program. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import GithubSlugger from "github-slugger";
import { codes } from "../../src/platform/diagnostics/codes.js";
import { rules } from "../../src/tools/lint/rules/index.js";
import { repositoryRoot } from "./site.js";

/** Relative to the repository. */
export const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(repositoryRoot, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].sort();

export const textOfPage = (page: string) => readFileSync(join(repositoryRoot, page), "utf8");

export interface CodeBlock {
  page: string;
  language: string;
  code: string;
  /** What is said before it. */
  before: string;
}

/** Blocks of code of a language, in order. */
export function codeBlocks(page: string, language: string): CodeBlock[] {
  const text = textOfPage(page);
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap((match) => {
    const [, indent = "", name = "", code = ""] = match;
    if (name !== language) return [];
    const lines = code.split("\n").map((line) => line.slice(indent.length));
    return [{ page, language, code: lines.join("\n"), before: text.slice(0, match.index) }];
  });
}

const withoutBlocks = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, "");
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, "code");

/** Relative links that lead nowhere: to no file, or to a heading that its page does not have. */
export function brokenLinks(page: string): string[] {
  const links = [...withoutCode(textOfPage(page)).matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]*)"/g)].map(
    ([, target, attribute]) => target ?? attribute ?? "",
  );
  return links.filter((target) => {
    if (/^\w+:/.test(target)) return false;
    const [path = "", fragment] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(repositoryRoot, file))) return true;
    return fragment !== undefined && !anchorsOf(file).includes(fragment);
  });
}

function anchorsOf(page: string): string[] {
  const slugger = new GithubSlugger();
  const headings = withoutBlocks(textOfPage(page)).matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = ""]) => slugger.slug(heading));
}

/** What is made from the program, by the name that its place has in a page. */
export function generatedParts(): Record<string, { page: string; text: string }> {
  return {
    configuration: { page: "docs/reference.md", text: configurationTable() },
    rules: { page: "docs/lint.md", text: ruleSections() },
    findings: { page: "docs/review.md", text: reviewFindings() },
  };
}

const place = (name: string) => new RegExp(`(<!-- generated: ${name} -->\\n)[\\s\\S]*?(<!-- /generated -->)`);

/** A page with a part in its place. */
export function withPart(page: string, name: string, text: string): string {
  return textOfPage(page).replace(place(name), (_, open, close) => `${open}\n${text}\n\n${close}`);
}

interface JsonSchema {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

function reviewFindings(): string {
  const ofReview = Object.entries(codes).filter(([code]) => code.startsWith("review-"));
  const rows = ofReview.map(([code, { severity, summary }]) => `| \`${code}\` | ${severity} | ${summary} |`);
  return ["| finding | severity | what it says |", "|---|---|---|", ...rows].join("\n");
}

function configurationTable(): string {
  const file = join(repositoryRoot, "dist/config.schema.json");
  if (!existsSync(file)) throw new Error("dist/config.schema.json is not there: npm run build");
  const schema = JSON.parse(readFileSync(file, "utf8")) as JsonSchema;
  const rows = new Set(rowsOf(schema, ""));
  return ["| key | type | by default | meaning |", "|---|---|---|---|", ...rows].join("\n");
}

/** A row for each key, and for those inside of it. Variants of a value have rows for the keys that each brings. */
function rowsOf(schema: JsonSchema, path: string): string[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((variant) => rowsOf(variant, path));
  const items = [schema.items ?? []].flat().flatMap((item) => rowsOf(item, `${path}[]`));
  const named = schema.additionalProperties;
  const others = typeof named === "object" ? rowsOf(named, path ? `${path}.<name>` : "<name>") : [];
  const keys = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const full = path ? `${path}.${key}` : key;
    const isRequired = schema.required?.includes(key) && inner.default === undefined;
    const usual = inner.default === undefined ? (isRequired ? "required" : "") : code(JSON.stringify(inner.default));
    return [`| \`${full}\` | ${typeOf(inner)} | ${usual} | ${cell(inner.description ?? "")} |`, ...rowsOf(inner, full)];
  });
  return [...keys, ...variants, ...items, ...others];
}

const longest = 60;
const cell = (text: string) => text.replace(/\|/g, "\\|");
const code = (text: string) => (text.length > longest ? "see below" : `\`${cell(text)}\``);

function typeOf({ type, enum: values, const: constant, anyOf, oneOf }: JsonSchema): string {
  if (constant !== undefined) return code(JSON.stringify(constant));
  if (values) return values.map((value) => code(JSON.stringify(value))).join(" \\| ");
  const variants = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(" \\| ");
  return type === "array" ? "list" : (type ?? "any");
}

function ruleSections(): string {
  return rules
    .map(({ id, severity, summary, help }) => {
      const examples = help.replace(/\n\n(Wrong|Right)/g, "\n\n$1").replace(/\n(Right)/g, "\n\n$1");
      return `### \`${id}\`\n\n${summary}. By default: ${severity}.\n\n${examples}`;
    })
    .join("\n\n");
}
