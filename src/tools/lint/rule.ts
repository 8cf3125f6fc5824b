/** The type of a rule of `cipgen lint`: data with a check. Every rule is a file in rules/, with a valid and an invalid fixture. */
import * as z from "zod";
import type { Code } from "../../platform/diagnostics/codes.js";
import type { Site } from "../../site/model/site.js";
import type { LintFile } from "./file.js";

/** A piece of a file's text, by offsets in UTF-16 units, and what replaces it. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A finding of a rule at a place in the checked file. */
export interface Finding {
  message: string;
  line: number;
  column: number;
  length?: number;
  /** What to do about it. */
  help?: string;
  /** `warning` where even a rule that is an error only warns. */
  severity?: "warning";
  /** Its fix, made as a whole or not at all; it does not change the meaning of the text. */
  edits?: Edit[];
}

export interface Rule<Options = unknown> {
  /** Stable: configuration and reports name it. */
  id: string;
  /** The default, which the configuration can change. What only some registers ask for is off. */
  severity: "off" | "warn" | "error";
  /** One line for a list of rules. */
  summary: string;
  /** For `--explain`: the reason for the rule, with wrong and right examples, in Markdown. */
  help: string;
  /** Originals of proposals only, or every text: translations, docs and the home page too. */
  scope: "proposals" | "texts";
  /** Its findings in a text depend on other texts: it has to run again when one of those changes. */
  dependsOnSite?: boolean;
  /** Strict, and complete by its defaults. */
  options: z.ZodType<Options>;
  /** Some findings have edits. */
  fixes?: true;
  /** Codes of the build that belong to the rule; the rule's severity applies to them, and the rule does not repeat them. */
  adopts?: readonly Code[];
  check(file: LintFile, site: Site, options: Options): Finding[];
}

/** Ties a rule's options to its schema; the list of rules holds rules of any options. */
export function defineRule<Options>(rule: Rule<Options>): Rule {
  return rule as unknown as Rule;
}

/** Options of a rule that can only be turned on and off. */
export const noOptions = z.strictObject({});

/** An option that is a regular expression. */
export const regularExpression = z.string().refine((value) => {
  try {
    return new RegExp(value).source !== "";
  } catch {
    return false;
  }
}, "this is not a regular expression");
