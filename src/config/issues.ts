/** Turns problems that the schema finds into messages: the key path, a suggestion, and the parts that can still be checked. */
import type * as z from "zod";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { didYouMean } from "../shared/text.js";
import { configSchema } from "./schema.js";
import { expectedKind, formatPath, meantMember, missing } from "./wording.js";

// What to do about a value of the wrong type: what was written, in the form that it must have.

const longest = 40;

/**
 * @param issue a problem that the schema found. @param value the written value.
 * @param keys that an object has in its place; none if it may have any.
 * @returns undefined where the message says it all.
 */
function typeAdvice(issue: z.core.$ZodIssue, value: unknown, keys: readonly string[]): string | undefined {
  if (issue.code === "invalid_format" && issue.format === "date") return 'Write a day such as "2026-01-31".';
  if (issue.code !== "invalid_type" || (value === undefined && issue.message !== missing)) return undefined;
  if (issue.message === missing)
    return `Add the key ${String(issue.path.at(-1))}: it is ${expectedKind(issue.expected)}.`;
  if (value instanceof Promise) return "Put await before it.";
  if (typeof value === "function") return "Call it: write () behind its name.";
  if (issue.path[0] === "extensions" && typeof value === "string")
    return `Write extensions: [extension()], with import extension from ${JSON.stringify(value)} above.`;
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

type Issue = z.core.$ZodIssue;

/** @param input the value that the schema checked. @param prefix path of that value in the file. */
export function issuesToDiagnostics(
  issues: readonly Issue[],
  input: unknown,
  file: string,
  prefix: PropertyKey[] = [],
): Diagnostic[] {
  const found = onePerValue(issues.flatMap(meantIssues));
  const allowedAt = (path: PropertyKey[]) => keysAt(path, prefix.length === 0 ? input : undefined);
  const misspelt = new Set(
    found.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) =>
            formatPath([...issue.path, didYouMean(key, allowedAt([...prefix, ...issue.path])) ?? ""]),
          )
        : [],
    ),
  );
  return found.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const allowed = allowedAt(path);
      return issue.keys.map((key) => {
        const near = didYouMean(key, allowed);
        return diagnose("config-unknown-key", `${formatPath([...path, key])}: there is no such key`, {
          file,
          help: near ? `Did you mean "${near}"?` : `The keys here are: ${allowed.join(", ")}.`,
        });
      });
    }
    const value = valueAt(input, issue.path);
    // What is missing has another name in the file, which is reported.
    if (value === undefined && misspelt.has(formatPath(issue.path))) return [];
    const near = didYouMean(typeof value === "string" ? value : "", allowedValues(issue)) ?? withScheme(issue, value);
    const example =
      path.length < 2 && (issue.message === missing || path.length === 0) ? examples[path.join()] : undefined;
    const around = valueAt(input, issue.path.slice(0, -1));
    const isUnset =
      value === undefined && typeof around === "object" && around !== null && (issue.path.at(-1) ?? "") in around;
    const advice = () => typeAdvice(issue, value, allowedAt(path));
    const isCode = typeof value === "function";
    const help =
      near !== undefined
        ? `Did you mean "${near}"?`
        : isUnset && issue.message === missing
          ? "Its value is undefined, as that of a variable of the environment that is not set: set it, or write a value behind ||."
          : example !== undefined && !isCode
            ? `Write for example ${example}`
            : advice();
    return [
      diagnose("config-invalid", `${formatPath(path) || "(the whole file)"}: ${issue.message}`, {
        file,
        // Elsewhere the place of the key is found.
        ...(example !== undefined && !isUnset && { line: 1, column: 1 }),
        ...(help !== undefined && { help }),
      }),
    ];
  });
}

/** A URL is often written as a browser shows it. */
function withScheme(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== "invalid_format" || issue.format !== "url" || typeof value !== "string") return undefined;
  return /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(value) ? `https://${value}` : undefined;
}

/** A value of a union is probably meant to be the member whose shape it has: what is wrong is said of that member's keys. */
function meantIssues(issue: Issue): Issue[] {
  const meant = issue.code === "invalid_union" ? meantMember(issue.errors) : undefined;
  if (!meant) return [issue];
  return meant.flatMap((inner) => meantIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** One problem for each value, because others may follow from it. If it exceeds several limits, the narrowest is reported. */
function onePerValue(issues: readonly Issue[]): Issue[] {
  const first = new Map<string, Issue>();
  const limit = (issue: Issue) => (issue.code === "too_big" ? Number(issue.maximum) : Number.POSITIVE_INFINITY);
  for (const issue of issues) {
    // Keys that are not known are problems of these keys.
    const at = issue.code === "unrecognized_keys" ? `${formatPath(issue.path)} ${issue.keys}` : formatPath(issue.path);
    const known = first.get(at);
    if (!known || limit(issue) < limit(known)) first.set(at, issue);
  }
  return [...first.values()];
}

/** What every configuration has, as it is written. */
const examples: Record<string, string> = {
  "": '{ "title": "Our proposals", "url": "https://proposals.example", "series": [{ "profile": "eip" }] }',
  title: '"title": "Our proposals"',
  url: '"url": "https://proposals.example"',
  series: '"series": [{ "profile": "eip", "source": "proposals" }]',
};

/** The allowed values. */
function allowedValues(issue: Issue): string[] {
  const valuesOf = (one: Issue): readonly unknown[] => {
    if (one.code === "invalid_value") return one.values;
    if (one.code !== "invalid_union") return [];
    return ("options" in one ? one.options : undefined) ?? one.errors.flat().flatMap(valuesOf);
  };
  return valuesOf(issue).filter((value) => typeof value === "string");
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}

/** Whether one of the issues is about one of these top-level keys, or about a misspelling of one. */
export function concerns(issues: readonly Issue[], keys: readonly string[]): boolean {
  return issues.some((issue) => {
    const [top] = issue.path;
    const named = top === undefined && issue.code === "unrecognized_keys" ? issue.keys : [String(top ?? "")];
    return named.some((key) => key === "" || keys.includes(key) || didYouMean(key, keys) !== undefined);
  });
}

/** Default values for checking the rest of a file that lacks required keys. */
const placeholders = { title: "-", url: "https://invalid.invalid" };

/** A copy without the keys and values wrong; undefined where no copy can be made. */
export function withoutProblems(input: unknown, issues: readonly Issue[]): unknown {
  let copy: Record<PropertyKey, unknown>;
  try {
    copy = structuredClone(input) as typeof copy;
  } catch {
    return undefined;
  }
  for (const issue of issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : issue.path.slice(-1);
    const holder = valueAt(copy, issue.code === "unrecognized_keys" ? issue.path : issue.path.slice(0, -1));
    if (typeof holder === "object" && holder !== null) for (const key of keys) Reflect.deleteProperty(holder, key);
  }
  return { ...placeholders, ...copy };
}

/**
 * The keys that the schema has at a path, for suggestions.
 * @param input the whole file, which decides between kinds of values that have different keys; undefined if not known.
 */
function keysAt(path: readonly PropertyKey[], input: unknown): string[] {
  let schemas: z.core.$ZodType[] = [configSchema];
  for (const [depth, key] of [...path, undefined].entries()) {
    const value = valueAt(input, path.slice(0, depth));
    schemas = schemas.flatMap((schema) => unwrap(schema, value));
    if (key === undefined) break;
    schemas = schemas.flatMap((schema) => child(schema, key));
  }
  return [...new Set(schemas.flatMap((schema) => Object.keys((schema as z.ZodObject).shape ?? {})))];
}

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  discriminator?: string;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
};

function unwrap(schema: z.core.$ZodType, value: unknown): z.core.$ZodType[] {
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return unwrap(def.innerType, value);
  // The schema of the written value, for one that is transformed.
  if (def.type === "pipe" && def.in) return unwrap(def.in, value);
  if (def.options) {
    const { discriminator = "" } = def;
    const kind = (value as Record<string, unknown> | undefined)?.[discriminator];
    const ofKind = def.options.filter((option) => option._zod.propValues?.[discriminator]?.has(kind as string));
    return (ofKind.length > 0 ? ofKind : def.options).flatMap((option) => unwrap(option, value));
  }
  if (def.getter) return unwrap(def.getter(), value);
  return [schema];
}

function child(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType[] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === "array" && def.element) return [def.element];
  if (def.type === "record" && def.valueType) return [def.valueType];
  const shape = (schema as z.ZodObject).shape as Record<PropertyKey, z.core.$ZodType> | undefined;
  return shape?.[key] ? [shape[key]] : [];
}
