/** The schema of `lint`. */
import * as z from "zod";
import { names } from "./values.js";

const severity = z.enum(["off", "warn", "error"]);

const ruleSchema = z.union([severity, z.tuple([severity, z.record(z.string(), z.unknown())])]);

export const lintSchema = z.strictObject({
  /** Severity of each rule, alone or with the rule's options; `cipgen lint --explain RULE` documents both. */
  rules: z.record(z.string(), ruleSchema).default({}),
  /** Rules that do not apply to proposals of a status. */
  relax: z.record(z.string(), names).default({}),
});
