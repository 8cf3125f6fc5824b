/** What to do about a value of the wrong type: what was written, in the form that it must have. */
import type * as z from "zod";
import { kindOf, missing } from "./wording.js";

const longest = 40;

/**
 * @param issue a problem that the schema found. @param value the written value.
 * @param keys that an object has in its place; none if it may have any.
 * @returns undefined where the message says it all.
 */
export function typeAdvice(issue: z.core.$ZodIssue, value: unknown, keys: readonly string[]): string | undefined {
  if (issue.code !== "invalid_type" || (value === undefined && issue.message !== missing)) return undefined;
  if (issue.message === missing) return `Add the key ${String(issue.path.at(-1))}: it is ${kindOf(issue.expected)}.`;
  if (value instanceof Promise) return "Put await before it.";
  if (typeof value === "function") return "Call it: write () behind its name.";
  const written = shown(value);
  switch (issue.expected as string) {
    case "string":
      return written === undefined ? 'Write a text in quotes: "…".' : `Write it in quotes: ${JSON.stringify(written)}.`;
    case "number":
    case "int":
      return `Write ${aNumber(value, issue.expected === "int")}, without quotes.`;
    case "boolean":
      return "Write true or false, without quotes.";
    case "array":
    case "tuple":
      return written === undefined ? "Write a list: […]." : `Write it as a list: [${JSON.stringify(value)}].`;
    case "object":
    case "record":
      return `Write { … }${keys.length > 0 ? ` with keys: ${keys.join(", ")}` : ""}.`;
    default:
      return undefined;
  }
}

/** The text of a value that people forget to quote, or to put into a list. */
function shown(value: unknown): string | undefined {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  return text !== undefined && text.length <= longest ? text : undefined;
}

function aNumber(value: unknown, isWhole: boolean): string {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isFinite(number) && (Number.isInteger(number) || !isWhole)) return String(number);
  return isWhole ? "a whole number such as 12" : "a number such as 12";
}
