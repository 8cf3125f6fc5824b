/** Turns the checks that a site's configuration defines into rules beside those of the program. */
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
import type { Edit, Finding, Rule } from "./rule.js";
import { rules } from "./rules/index.js";

/** The rules of the program and those of a site. */
export function rulesOf({ checks }: Pick<SiteConfig, "checks">): Rule[] {
  return [...rules, ...checks.rules.map(ruleOf)];
}

/** Whether the program has a rule or a diagnostic of this id. */
export function isBuiltInId(id: string): boolean {
  return Object.hasOwn(codes, id) || rules.some((rule) => rule.id === id);
}

const contexts = new WeakMap<Site, LocaleContext>();

/** Stores the context of a site in its default language, from which checks get their data. */
export function keepContext({ site, contexts: ofLocales }: Pick<LinkedSite, "site" | "contexts">): void {
  const context = ofLocales.find(({ locale }) => locale === site.config.defaultLocale) ?? ofLocales[0];
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
      const text = checkedTextOf(file, context);
      const checkFindings = callSite(
        caller,
        check.check,
        () => check.check(text, siteData(context), options as CheckOptions),
        about,
      );
      return validateFindings(checkFindings, file, check, caller + about);
    },
  };
}

/** A strict schema with the keys and types of the check's default options. */
function optionsOf({ options = {} }: Check): z.ZodType {
  const typeOf = (value: CheckOptions[string]): z.ZodType => {
    if (typeof value === "string") return z.string();
    if (typeof value === "number") return z.number();
    return typeof value === "boolean" ? z.boolean() : z.array(z.string());
  };
  const entries = Object.entries(options).map(([key, value]) => [key, typeOf(value).default(value)]);
  return z.strictObject(Object.fromEntries(entries));
}

/** The form of a text that checks of a site get. */
function checkedTextOf(file: LintFile, context: LocaleContext): CheckedText {
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

/** Validates the findings of a site's check, whose code the compiler may not have checked. @throws SiteCodeError for the first invalid one. */
function validateFindings(findings: unknown, { text, lines }: LintFile, { fixes }: Check, caller: string): Finding[] {
  const failure = (problem: string) => new SiteCodeError(`${caller} ${problem}`);
  if (!Array.isArray(findings)) throw failure("must return a list of { message, line, column }");
  const isWhole = (value: unknown, from: number, to: number) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  const isEdit = (edit: Partial<Edit> | undefined) =>
    isWhole(edit?.start, 0, text.length) &&
    isWhole(edit?.end, edit?.start ?? 0, text.length) &&
    typeof edit?.text === "string";
  return findings.map((finding: Partial<Finding> | undefined): Finding => {
    const { message, line, column, length, help, edits = [] } = finding ?? {};
    const isPlaced = isWhole(line, 1, Math.max(1, lines.length)) && isWhole(column, 1, Number.MAX_SAFE_INTEGER);
    const isText = typeof message === "string" && message !== "" && ["string", "undefined"].includes(typeof help);
    const hasLength = length === undefined || isWhole(length, 0, text.length);
    if (!isText || !isPlaced || !hasLength || !Array.isArray(edits) || !edits.every(isEdit))
      throw failure(
        `must return findings { message, line, column, length?, help?, edits? } within the text, which has ${lines.length} lines, and not ${JSON.stringify(finding)}`,
      );
    if (edits.length > 0 && !fixes)
      throw failure(`found "${message}" with edits, but the check does not say fixes: true`);
    return { ...finding, edits } as Finding;
  });
}
