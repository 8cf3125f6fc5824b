/** The schema of what `cipgen lint` is asked to find. */
import * as z from "zod";
import { names } from "./values.js";

const severity = z.enum(["off", "warn", "error"]);

export const lintSchema = z.strictObject({
  /** How grave what a rule finds is, alone or with the rule's options; which rules and options there are, the rules themselves say. */
  rules: z.record(z.string(), z.union([severity, z.tuple([severity, z.record(z.string(), z.unknown())])])).default({}),
  /** Rules that proposals of a status are not held to. */
  relax: z.record(z.string(), names).default({}),
});
