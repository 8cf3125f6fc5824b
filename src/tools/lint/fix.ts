/** Implements `lint --fix`: applies the fixes of one rule after the other, each only if the page stays the same. */
import { SiteCodeError } from "../../config/index.js";
import type { FileRole } from "../../content/parse/document.js";
import { parseText } from "../../content/parse/document.js";
import { sourceFile } from "../../content/read/sources.js";
import type { SourceFile } from "../../shared/document.js";
import type { Site } from "../../site/model/site.js";
import { type LintFile, makeLintFile } from "./file.js";
import { rulesFor } from "./lint.js";
import type { Edit, Finding, Rule } from "./rule.js";
import { straightQuotes } from "./rules/smart-quotes.js";
import type { RuleSetting } from "./settings.js";

interface FixResult {
  /** The same as the source if there was nothing to fix. */
  text: string;
  /** Ids of the rules that changed something. */
  rules: string[];
  /** Ids of the rules with a fix that was not made, because the page would change. */
  unsafeRules: string[];
}

/** How many characters may be parsed to find the fixes of a text that keep its page. Once they are used up, no fix is tried alone. */
const parseBudget = 2_000_000;

/** Fixes a text as far as its page stays the same. A second call with the result changes nothing. */
export async function fixText(
  source: SourceFile,
  role: FileRole,
  site: Site,
  settings: readonly RuleSetting[],
): Promise<FixResult> {
  let { text } = source;
  const page = new PageGuard(source, role);
  const changed = new Set<string>();
  let unsafeRules: string[] = [];
  // An edit of one rule may give another rule something to fix; a few rounds are enough.
  for (let round = 0; round < 5; round++) {
    const before = text;
    unsafeRules = [];
    for (const { rule, options } of rulesFor(makeLintFile(source, role, site), settings)) {
      if (!rule.fixes) continue;
      const file = makeLintFile({ ...source, text }, role, site);
      const findings = findingsOf(rule, file, site, options);
      const fixes = findings.flatMap(({ edits = [] }) => (edits.length > 0 ? [edits] : []));
      const safeEdits = await chooseSafeEdits(text, fixes, page);
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

/** A finding with the edits that fix it. */
interface PossibleFix {
  rule: string;
  finding: Finding;
  edits: readonly Edit[];
}

/** @param isWanted chooses the findings. @returns those of their fixes that keep the page the same when made alone. */
export async function fixesIn(
  source: SourceFile,
  role: FileRole,
  site: Site,
  settings: readonly RuleSetting[],
  isWanted: (rule: string, finding: Finding) => boolean,
): Promise<PossibleFix[]> {
  const file = makeLintFile(source, role, site);
  const page = new PageGuard(source, role);
  const fixes: PossibleFix[] = [];
  for (const { rule, options } of rulesFor(file, settings)) {
    if (!rule.fixes) continue;
    for (const finding of findingsOf(rule, file, site, options)) {
      const { edits = [] } = finding;
      if (edits.length === 0 || !isWanted(rule.id, finding)) continue;
      if (await page.isKeptBy(applyEdits(source.text, edits))) fixes.push({ rule: rule.id, finding, edits });
    }
  }
  return fixes;
}

/** @returns no findings if a check of the site fails: `lintSite` reports that. */
function findingsOf(rule: Rule, file: LintFile, site: Site, options: unknown): Finding[] {
  try {
    return rule.check(file, site, options);
  } catch (error) {
    if (error instanceof SiteCodeError) return [];
    throw error;
  }
}

/** Tries all fixes at once, because they are nearly always safe, and otherwise one after the other. @param fixes the edits of each finding. */
async function chooseSafeEdits(text: string, fixes: readonly Edit[][], page: PageGuard): Promise<readonly Edit[]> {
  if (fixes.length === 0 || (await page.isKeptBy(applyEdits(text, fixes.flat())))) return fixes.flat();
  let safeEdits: Edit[] = [];
  for (const edits of fixes) {
    if (page.isBudgetSpent) break;
    if (await page.isKeptBy(applyEdits(text, [...safeEdits, ...edits]))) safeEdits = [...safeEdits, ...edits];
  }
  return safeEdits;
}

/** Applies edits in the order of their offsets; an edit that overlaps an earlier one is skipped. */
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

/** Tells whether edits keep the page of a text: its metadata, HTML and problems, but for positions and the shape of quotes. */
class PageGuard {
  private meaning: string | undefined;
  private remainingCharacters = parseBudget;

  constructor(
    private readonly source: SourceFile,
    private readonly role: FileRole,
  ) {}

  get isBudgetSpent(): boolean {
    return this.remainingCharacters < 0;
  }

  /** Whether an edited text becomes the same page. */
  async isKeptBy(text: string): Promise<boolean> {
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
