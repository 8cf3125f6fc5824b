/** `lint --fix`: applies the edits of one rule after the other, each only if the page stays the same. */
import type { Site } from "../model/site.js";
import type { FileRole } from "../parse/document.js";
import { parseText } from "../parse/document.js";
import { sourceFile } from "../read/sources.js";
import type { SourceFile } from "../shared/document.js";
import { commentsOn, readComments } from "./comments.js";
import { type LintFile, makeFile } from "./file.js";
import { rulesFor } from "./lint.js";
import type { Edit, Finding, Rule } from "./rule.js";
import { straightQuotes } from "./rules/smart-quotes.js";
import type { RuleSetting } from "./settings.js";

export interface Fixed {
  /** Equal to the source if there was nothing to fix. */
  text: string;
  /** Ids of the rules that changed something. */
  rules: string[];
}

/** A second call with the result changes nothing. */
export async function fixText(
  source: SourceFile,
  role: FileRole,
  site: Site,
  settings: readonly RuleSetting[],
): Promise<Fixed> {
  let { text } = source;
  const changed = new Set<string>();
  // The edit of one rule may lead to one of another; a few rounds are enough.
  for (let round = 0; round < 5; round++) {
    const before = text;
    for (const { rule, options } of rulesFor(makeFile(source, role, site), settings)) {
      if (!rule.fixes) continue;
      const file = makeFile({ ...source, text }, role, site);
      const edits = rule
        .check(file, site, options)
        .filter(isReported(file, rule))
        .flatMap(({ edits = [] }) => edits);
      const next = applyEdits(text, edits);
      if (next === text || !(await saysTheSame(source.path, text, next, role))) continue;
      text = next;
      changed.add(rule.id);
    }
    if (text === before) break;
  }
  return { text, rules: [...changed] };
}

/** Whether no comment in a text turns a finding of a rule off. */
function isReported(file: LintFile, rule: Rule): (finding: Finding) => boolean {
  const comments = readComments(file);
  return ({ line }) => commentsOn({ code: rule.id, line }, comments, [rule]).length === 0;
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

/** Both texts become one page: the same metadata, HTML and problems, whatever moved; only the shape of quotes may differ. */
async function saysTheSame(path: string, before: string, after: string, role: FileRole): Promise<boolean> {
  return (await meaningOf(path, before, role)) === (await meaningOf(path, after, role));
}

async function meaningOf(path: string, text: string, role: FileRole): Promise<string> {
  const options = { mentionLabels: [], linkSchemes: [], maxFileSize: Number.POSITIVE_INFINITY };
  const { value, diagnostics } = await parseText(sourceFile(path, text), role, options);
  const said = diagnostics.map(({ code, severity }) => ({ code, severity }));
  const json = JSON.stringify([value, said], (key, inner) =>
    ["hash", "digest", "sharedDigest", "markdown", "position"].includes(key) ? undefined : inner,
  );
  return straightQuotes(json).replaceAll('\\"', '"');
}
