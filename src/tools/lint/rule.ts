/** The type of a rule of `cipgen lint`: data with a check. Every rule is a file in rules/, with a valid and an invalid fixture. */
import * as z from "zod";
import type { Code } from "../../platform/diagnostics/codes.js";
import type { Site } from "../../site/model/site.js";
import type { LintFile } from "./file.js";

/** A range of a file's text, by offsets in UTF-16 units, and the text that replaces it. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A finding of a rule, with its location in the checked file. */
export interface Finding {
  message: string;
  line: number;
  column: number;
  length?: number;
  /** What to do about it. */
  help?: string;
  /** `warning` for a finding that is never an error, whatever the severity of its rule. */
  severity?: "warning";
  /** The edits that fix it, applied together or not at all. They must not change the meaning of the text. */
  edits?: Edit[];
}

export interface Rule<Options = unknown> {
  /** Never changes, because configurations and reports name it. */
  id: string;
  /** The default, which the configuration can change. A rule that few registers need is off. */
  severity: "off" | "warn" | "error";
  /** One line for a list of rules. */
  summary: string;
  /** For `--explain`: the reason for the rule, with wrong and right examples, in Markdown. */
  help: string;
  /** Which texts it checks: originals of proposals, or all, including translations, docs and the home page. */
  scope: "proposals" | "texts";
  /** Whether its findings in a text depend on other texts, so that it has to run again when one of those changes. */
  dependsOnSite?: boolean;
  /** A strict schema with a default for every key. */
  options: z.ZodType<Options>;
  /** Whether some findings have edits. */
  fixes?: true;
  /** Codes of the build that belong to the rule; the rule's severity applies to them, and the rule does not repeat them. */
  adopts?: readonly Code[];
  check(file: LintFile, site: Site, options: Options): Finding[];
}

/** A rule as its file defines it. By default it has no options, and no findings besides the diagnostics that it adopts. */
type RuleDefinition<Options> = Omit<Rule, "options" | "check"> & Partial<Pick<Rule<Options>, "options" | "check">>;

/** Completes a rule. The compiler checks the type of its options here; the list of all rules does not have it. */
export function defineRule<Options>(rule: RuleDefinition<Options>): Rule {
  return { options: z.strictObject({}), check: () => [], ...rule } as unknown as Rule;
}

/** An option that is a regular expression. */
export const regularExpression = z.string().refine((value) => {
  try {
    return new RegExp(value).source !== "";
  } catch {
    return false;
  }
}, "this is not a regular expression");
