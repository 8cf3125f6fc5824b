/**
 * Comments in a text that turn a rule off for one line or for the file, each with a reason. A comment that no longer
 * hides a finding is reported.
 */
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { suggestion } from "../../shared/text.js";
import type { LintFile } from "./file.js";
import type { Rule } from "./rule.js";
import { helpForRemovedRule } from "./settings.js";

export interface DisableComment {
  rule: string;
  reason: string;
  /** Where the comment is, from 1. */
  line: number;
  column: number;
  /** Line that it applies to; undefined for the whole file. */
  target?: number;
}

const pattern = /<!--\s*cipgen-disable(?<next>-next-line)?(?:\s+(?<rule>[\w-]+))?\s*(?::(?<reason>.*?))?-->/g;

/** @returns the comments of a text, outside of code. */
export function readComments(file: Pick<LintFile, "text" | "lines" | "structure">): DisableComment[] {
  if (!file.text.includes("cipgen-disable")) return [];
  const { codeLines } = file.structure();
  return file.lines.flatMap((text, index) => {
    const line = index + 1;
    if (codeLines.has(line)) return [];
    return [...text.matchAll(pattern)].map(({ index: offset, groups = {} }) => {
      const next = file.lines.findIndex((laterLine, position) => position >= line && laterLine.trim() !== "");
      const target = groups.next === undefined ? undefined : next === -1 ? line : next + 1;
      return { rule: groups.rule ?? "", reason: groups.reason?.trim() ?? "", line, column: offset + 1, target };
    });
  });
}

/**
 * Removes the findings that comments turn off, and reports invalid comments.
 * @param comments of each file, by its path.
 * @param isAsked whether a rule checked a text at all.
 */
export function applyComments(
  findings: readonly Diagnostic[],
  comments: ReadonlyMap<string, readonly DisableComment[]>,
  rules: readonly Rule[],
  isAsked: (path: string, rule: string) => boolean,
): Diagnostic[] {
  const used = new Set<DisableComment>();
  const diagnostics = findings.filter((finding) => {
    const mine = commentsOn(finding, comments.get(finding.file ?? "") ?? [], rules);
    for (const comment of mine) used.add(comment);
    return mine.length === 0;
  });
  const ruleIds = rules.map(({ id }) => id);
  const wrong = [...comments].flatMap(([file, all]) =>
    all.flatMap((comment): Diagnostic[] => {
      const { rule, reason, line, column } = comment;
      const location = { file, line, column };
      if (!ruleIds.includes(rule)) {
        const message = rule === "" ? "this comment names no rule" : `there is no rule "${rule}"`;
        const help =
          rule === ""
            ? "Write cipgen-disable-next-line RULE: why."
            : (helpForRemovedRule(rule) ?? suggestion(rule, ruleIds));
        return [diagnose("disable-comment", message, { ...location, help })];
      }
      if (reason === "") {
        const help = `Write <!-- cipgen-disable-next-line ${rule}: why -->. Until then it turns nothing off.`;
        return [diagnose("disable-comment", "this comment gives no reason", { ...location, help })];
      }
      if (used.has(comment) || !isAsked(file, rule)) return [];
      const message = `${rule} finds nothing here, with or without this comment`;
      return [diagnose("disable-comment", message, { ...location, severity: "warning", help: "Remove it." })];
    }),
  );
  return [...diagnostics, ...wrong];
}

/** @returns those of a text's comments that turn a finding in it off. */
export function commentsOn(
  finding: Pick<Diagnostic, "code" | "line">,
  comments: readonly DisableComment[],
  rules: readonly Pick<Rule, "id" | "adopts">[],
): DisableComment[] {
  return comments.filter((comment) => excepts(comment, finding, rules));
}

function excepts(
  { rule, reason, target }: DisableComment,
  { code, line }: Pick<Diagnostic, "code" | "line">,
  rules: readonly Pick<Rule, "id" | "adopts">[],
): boolean {
  if (reason === "" || (target !== undefined && target !== line)) return false;
  const owner = rules.find(({ id }) => id === rule);
  return owner !== undefined && (owner.id === code || (owner.adopts ?? []).some((adopted) => adopted === code));
}
