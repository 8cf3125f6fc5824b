/** The checks of a site's own configuration, as rules beside those of the program. */
import * as z from "zod";
import type { LinkedSite } from "../../build/link.js";
import type { SiteConfig } from "../../config/index.js";
import { callSite, SiteCodeError } from "../../config/index.js";
import { flatten } from "../../content/parse/fields.js";
import { proposalDataOf, siteData } from "../../output/views/site-data.js";
import { codes } from "../../platform/diagnostics/codes.js";
import type { Position } from "../../shared/document.js";
import type { Check, CheckedField, CheckedText, CheckOptions, PlacedText } from "../../shared/extension.js";
import type { LocaleContext } from "../../site/model/context.js";
import type { Site } from "../../site/model/site.js";
import type { LintFile } from "./file.js";
import type { Finding, Rule } from "./rule.js";
import { rules } from "./rules/index.js";

/** The rules of the program and those of a site. */
export function rulesOf({ checks }: Pick<SiteConfig, "checks">): Rule[] {
  return [...rules, ...checks.rules.map(ruleOf)];
}

/** Whether an id is one of the program's, of a rule or of a problem that a build finds. */
export function isTaken(id: string): boolean {
  return Object.hasOwn(codes, id) || rules.some((rule) => rule.id === id);
}

const contexts = new WeakMap<Site, LocaleContext>();

/** Gives checks the data of a site, in its default language. */
export function keepContext({ site, contexts: all }: Pick<LinkedSite, "site" | "contexts">): void {
  const context = all.find(({ locale }) => locale === site.config.defaultLocale) ?? all[0];
  if (context) contexts.set(site, context);
}

function ruleOf(check: Check): Rule {
  const { id, severity, summary, help, scope, dependsOnSite = false, fixes = false } = check;
  return {
    id,
    severity,
    summary,
    help,
    scope,
    dependsOnSite,
    ...(fixes && { fixes }),
    options: optionsOf(check),
    check(file, site, options) {
      const context = contexts.get(site);
      if (!context) throw new Error("checks need the context of a site");
      const [caller, about] = [`the check "${id}"`, `, called for ${file.path},`];
      const text = viewOf(file, context);
      const checkFindings = callSite(
        caller,
        check.check,
        () => check.check(text, siteData(context), options as CheckOptions),
        about,
      );
      return findingsOf(checkFindings, file, check, caller + about);
    },
  };
}

/** A strict schema: keys and types are those of the defaults. */
function optionsOf({ options = {} }: Check): z.ZodType {
  const typeOf = (usual: CheckOptions[string]): z.ZodType => {
    if (typeof usual === "string") return z.string();
    if (typeof usual === "number") return z.number();
    return typeof usual === "boolean" ? z.boolean() : z.array(z.string());
  };
  const entries = Object.entries(options).map(([key, usual]) => [key, typeOf(usual).default(usual)]);
  return z.strictObject(Object.fromEntries(entries));
}

function viewOf(file: LintFile, context: LocaleContext): CheckedText {
  const { path, text, lines, kind, locale, proposal } = file;
  return {
    path,
    text,
    lines,
    kind,
    ...(locale !== undefined && { locale }),
    ...(proposal && { proposal: proposalDataOf(proposal, context) }),
    field: (key) => fieldOf(file, key),
    get headings() {
      return file.structure().headings.map(({ level, text: words, position }) => ({ level, text: words, ...position }));
    },
    get links() {
      return file.structure().links.map(({ text: words, url, position }) => ({ text: words, url, ...position }));
    },
  };
}

function fieldOf(file: LintFile, key: string): CheckedField | undefined {
  const entry = file.fieldOfKey(key);
  if (!entry) return undefined;
  const { position, length } = entry.value;
  const placed = (text: string, start: Position, size: number): PlacedText => ({ text, ...start, length: size });
  const values = flatten(entry.value).map((value) => placed(value.text, value.position, value.length));
  return { key: entry.key, values, ...placed(values.map(({ text }) => text).join(", "), position, length) };
}

/** @returns what a function of the site found, checked: its code may not be type-checked. */
function findingsOf(findings: unknown, { text, lines }: LintFile, { fixes }: Check, caller: string): Finding[] {
  const wrong = (problem: string) => new SiteCodeError(`${caller} ${problem}`);
  if (!Array.isArray(findings)) throw wrong("must return a list of { message, line, column }");
  const isWhole = (value: unknown, from: number, to: number) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  return findings.map((finding: Partial<Finding> | undefined): Finding => {
    const { message, line, column, length, help, edits = [] } = finding ?? {};
    if (typeof message !== "string" || message === "") throw wrong("must return findings with a message");
    if (!isWhole(line, 1, Math.max(1, lines.length)) || !isWhole(column, 1, Number.MAX_SAFE_INTEGER))
      throw wrong(
        `found "${message}" at line ${line}, column ${column}: the text has lines 1 to ${lines.length}, and columns begin with 1`,
      );
    if ((length !== undefined && !isWhole(length, 0, text.length)) || !["string", "undefined"].includes(typeof help))
      throw wrong(
        `found "${message}" with a length that is not a number within the text, or a help that is not a text`,
      );
    const isEdit = ({ start, end, text: by }: (typeof edits)[number]) =>
      isWhole(start, 0, text.length) && isWhole(end, start, text.length) && typeof by === "string";
    if (!Array.isArray(edits) || !edits.every(isEdit))
      throw wrong(`found "${message}" with edits that are not a list of { start, end, text } within the text`);
    if (edits.length > 0 && !fixes)
      throw wrong(`found "${message}" with edits, but the check does not say fixes: true`);
    return { message, line: line as number, column: column as number, length, help, edits };
  });
}
