/** Messages of the schema for people who write configurations, in place of the library's, which are for programmers. */
import type * as z from "zod";
import { orList } from "../shared/text.js";

type RawIssue = z.core.$ZodRawIssue;

/** Types of values, as messages name them. */
const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object with keys",
  record: "an object with keys",
  null: "null",
  undefined: "nothing",
};

export const missing = "this is missing";

/** Options of a schema with a message for a missing value; a wrong value gets the usual message. */
export const ifMissing = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? message : undefined),
});

/**
 * Options for `safeParse` of a configuration. Without generated code, because a configuration is parsed once: compiling
 * that code would take longer than all parsing.
 */
export const parseOptions = { error: wording, jitless: true } as const;

/** Messages in the schema itself take precedence. */
function wording(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? missing
        : `this must be ${expectedKind(issue.expected)}, but it is ${kindOfValue(issue.input)}`;
    case "invalid_value": {
      const choices = orList(issue.values.map((value) => JSON.stringify(value)));
      return issue.input === undefined
        ? `${missing}: write ${choices}`
        : `this must be ${choices}, but it is ${kindOfValue(issue.input)}`;
    }
    case "too_small":
      return size(issue.origin, Number(issue.minimum), issue.inclusive ? "at least" : "more than");
    case "too_big":
      return size(issue.origin, Number(issue.maximum), issue.inclusive ? "at most" : "less than");
    case "invalid_format":
      if (issue.format === "date") return `this must be a day, but it is ${kindOfValue(issue.input)}`;
      return issue.pattern === undefined ? undefined : `this has the wrong form: ${kindOfValue(issue.input)}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "a key cannot have this form";
    case "unrecognized_keys":
      return `there is no such key: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return unionWording(issue.errors, issue.input);
    default:
      return undefined;
  }
}

const expectedKind = (expected: string) => kinds[expected] ?? expected;

function size(origin: string, limit: number, bound: string): string {
  if (limit === 1 && bound === "at least" && (origin === "string" || origin === "array")) return "this is empty";
  if (origin === "string") return `this must have ${bound} ${limit} characters`;
  return origin === "array" ? `this must have ${bound} ${limit} items` : `this must be ${bound} ${limit}`;
}

type UnionErrors = readonly (readonly z.core.$ZodIssue[])[];

/** Problems of the member of a union whose shape the value has; undefined if it has the shape of none. */
export function meantMember(errors: UnionErrors): readonly z.core.$ZodIssue[] | undefined {
  return errors.find(
    (issues) =>
      !issues.some(({ path, code }) => path.length === 0 && (code === "invalid_type" || code === "invalid_value")),
  );
}

function unionWording(errors: UnionErrors, input: unknown): string | undefined {
  const choices = errors.flat().flatMap((issue) => {
    if (issue.code === "invalid_type") return [expectedKind(issue.expected)];
    return issue.code === "invalid_value" ? issue.values.map((value) => JSON.stringify(value)) : [];
  });
  if (choices.length === 0) return undefined;
  const alternatives = orList([...new Set(choices)]);
  return input === undefined
    ? `${missing}: write ${alternatives}`
    : `this must be ${alternatives}, but it is ${kindOfValue(input)}`;
}

/** A key path as people write it: `navbar.items[0].to`, `rewrites["../a.md"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return /^[\w$-]+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(key)}]`;
  });
  return text.join("").replace(/^\./, "");
}

/** Matches a key path and a colon at the beginning of a message. */
const keyPath = /^((?:[\w$-]+|\["(?:[^"\\]|\\.)*"\])(?:\.[\w$-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*): /;

/** @returns the key path that a message about the configuration begins with; empty if it begins otherwise. */
export const keyPathOf = (message: string): string => keyPath.exec(message)?.[1] ?? "";

const maxLength = 40;

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  if (value instanceof Promise) return "a promise";
  if (typeof value === "object" && value !== null) return "an object with keys";
  if (typeof value === "function") return "a function";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > maxLength ? `${value.slice(0, maxLength)}…` : value);
}
