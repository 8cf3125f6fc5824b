/** What a rule of `cipgen lint` is: data with a check. Every rule is a file in rules/, with a valid and an invalid fixture. */
import * as z from "zod";
import type { Code } from "../diagnostics/codes.js";
import type { Site } from "../model/site.js";
import type { LintFile } from "./file.js";

/** Something that a rule has to say about a place in the file that it looks at. */
export interface Finding {
  message: string;
  line: number;
  column: number;
  length?: number;
  /** What to do about it. */
  help?: string;
}

/** A piece of a file's text, by offsets in UTF-16 units, and what replaces it. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface Rule<Options = unknown> {
  /** Stable: configuration and reports name it. */
  id: string;
  /** Unless the configuration says otherwise. */
  severity: "warn" | "error";
  /** One line for a list of rules. */
  summary: string;
  /** For `--explain`: why the rule exists, what is wrong and what is right, in Markdown. */
  help: string;
  /** Originals of proposals only, or every text: translations, docs and the home page too. */
  scope: "proposals" | "texts";
  /** What it finds in a text depends on other texts: it has to look again when one of those changes. */
  dependsOnSite?: boolean;
  /** Strict, and complete by its defaults. */
  options: z.ZodType<Options>;
  /** What the build itself reports of the rule's subject; the rule's severity applies to it and the rule does not say it again. */
  adopts?: readonly Code[];
  check(file: LintFile, site: Site, options: Options): Finding[];
  /** Edits that a program may make without asking: none of them changes what the text means. */
  fix?(file: LintFile, site: Site, options: Options): Edit[];
}

/** Ties a rule's options to its schema; the list of rules holds rules of any options. */
export function defineRule<Options>(rule: Rule<Options>): Rule {
  return rule as unknown as Rule;
}

/** Of a rule that can only be turned on and off. */
export const noOptions = z.strictObject({});
