/** `lint --fix`: applies the fixes of one rule after the other, each only if the page stays the same. */
import { SiteCodeError } from "../../config/index.js";
import type { FileRole } from "../../content/parse/document.js";
import { parseText } from "../../content/parse/document.js";
import { sourceFile } from "../../content/read/sources.js";
import type { SourceFile } from "../../shared/document.js";
import type { Site } from "../../site/model/site.js";
import { type LintFile, makeFile } from "./file.js";
import { rulesFor } from "./lint.js";
import type { Edit, Finding, Rule } from "./rule.js";
import { straightQuotes } from "./rules/smart-quotes.js";
import type { RuleSetting } from "./settings.js";

interface Fixed {
  /** Equal to the source if there was nothing to fix. */
  text: string;
  /** Ids of the rules that changed something. */
  rules: string[];
  /** Ids of the rules with a fix that was not made, because the page would change. */
  unsafeRules: string[];
}

/**
 * The characters that may be parsed to find which fixes of a text leave its page the same. Few texts have others; with
 * very many in one text, the last fixes are not tried.
 */
const allowance = 2_000_000;

/** A second call with the result changes nothing. */
export async function fixText(
  source: SourceFile,
  role: FileRole,
  site: Site,
  settings: readonly RuleSetting[],
): Promise<Fixed> {
  let { text } = source;
  const page = new Page(source, role);
  const changed = new Set<string>();
  let unsafeRules: string[] = [];
  // The edit of one rule may lead to one of another; a few rounds are enough.
  for (let round = 0; round < 5; round++) {
    const before = text;
    unsafeRules = [];
    for (const { rule, options } of rulesFor(makeFile(source, role, site), settings)) {
      if (!rule.fixes) continue;
      const file = makeFile({ ...source, text }, role, site);
      const findings = findingsOf(rule, file, site, options);
      const fixes = findings.flatMap(({ edits = [] }) => (edits.length > 0 ? [edits] : []));
      const safeEdits = await possible(text, fixes, page);
      if (safeEdits.length < fixes.flat().length) unsafeRules.push(rule.id);
      const next = applyEdits(text, safeEdits);
      if (next === text) continue;
      text = next;
      changed.add(rule.id);
    }
    if (text === before) break;
  }
  return { text, rules: [...changed], unsafeRules };
}

/** A finding, and its fix for the text as it is. */
interface PossibleFix {
  rule: string;
  finding: Finding;
  edits: readonly Edit[];
}

/** @param isWanted the findings whose fixes are asked for. @returns the fixes that leave the page the same, each for itself. */
export async function fixesIn(
  source: SourceFile,
  role: FileRole,
  site: Site,
  settings: readonly RuleSetting[],
  isWanted: (rule: string, finding: Finding) => boolean,
): Promise<PossibleFix[]> {
  const file = makeFile(source, role, site);
  const page = new Page(source, role);
  const fixes: PossibleFix[] = [];
  for (const { rule, options } of rulesFor(file, settings)) {
    if (!rule.fixes) continue;
    for (const finding of findingsOf(rule, file, site, options)) {
      const { edits = [] } = finding;
      if (edits.length === 0 || !isWanted(rule.id, finding)) continue;
      if (await page.isStill(applyEdits(source.text, edits))) fixes.push({ rule: rule.id, finding, edits });
    }
  }
  return fixes;
}

/** A check of the site that fails has no fixes: the run that looks for findings reports it. */
function findingsOf(rule: Rule, file: LintFile, site: Site, options: unknown): Finding[] {
  try {
    return rule.check(file, site, options);
  } catch (error) {
    if (error instanceof SiteCodeError) return [];
    throw error;
  }
}

/** @param fixes the edits of findings. @returns the edits of each that leaves the page the same beside those before it: nearly always of all. */
async function possible(text: string, fixes: readonly Edit[][], page: Page): Promise<readonly Edit[]> {
  if (fixes.length === 0 || (await page.isStill(applyEdits(text, fixes.flat())))) return fixes.flat();
  let safeEdits: Edit[] = [];
  for (const edits of fixes) {
    if (page.isSpent) break;
    if (await page.isStill(applyEdits(text, [...safeEdits, ...edits]))) safeEdits = [...safeEdits, ...edits];
  }
  return safeEdits;
}

/** Edits that overlap an earlier one are skipped. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < end) continue;
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

/** What a text becomes: metadata, HTML and problems, wherever they are; only the shape of quotes may differ. */
class Page {
  private meaning: string | undefined;
  private remainingCharacters = allowance;

  constructor(
    private readonly source: SourceFile,
    private readonly role: FileRole,
  ) {}

  /** Whether no more may be parsed. */
  get isSpent(): boolean {
    return this.remainingCharacters < 0;
  }

  /** Whether another text becomes the same page. */
  async isStill(text: string): Promise<boolean> {
    this.remainingCharacters -= text.length;
    this.meaning ??= await meaningOf(this.source.path, this.source.text, this.role);
    return this.meaning === (await meaningOf(this.source.path, text, this.role));
  }
}

async function meaningOf(path: string, text: string, role: FileRole): Promise<string> {
  const options = { mentionLabels: [], linkSchemes: [], maxFileSize: Number.POSITIVE_INFINITY };
  const { value, diagnostics } = await parseText(sourceFile(path, text), role, options);
  const problems = diagnostics.map(({ code, severity }) => ({ code, severity }));
  const json = JSON.stringify([value, problems], (key, inner) =>
    ["markdown", "position"].includes(key) ? undefined : inner,
  );
  return straightQuotes(json).replaceAll('\\"', '"');
}
