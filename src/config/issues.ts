/** Turns problems that the schema finds into messages: the key path, a suggestion, and the parts that can still be checked. */
import type * as z from "zod";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { didYouMean } from "../shared/text.js";
import { configSchema } from "./schema.js";
import { formatPath, missing } from "./wording.js";

type Issue = z.core.$ZodIssue;

/** @param input the value that the schema checked. @param prefix path of that value in the file. */
export function issuesToDiagnostics(
  issues: readonly Issue[],
  input: unknown,
  file: string,
  prefix: PropertyKey[] = [],
): Diagnostic[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const allowed = keysAt(path);
      return issue.keys.map((key) => {
        const near = didYouMean(key, allowed);
        return diagnose("config-unknown-key", `${formatPath([...path, key])}: there is no such key`, {
          file,
          help: near ? `Did you mean "${near}"?` : `The keys here are: ${allowed.join(", ")}.`,
        });
      });
    }
    const near = didYouMean(String(valueAt(input, issue.path)), allowedValues(issue));
    const example =
      path.length < 2 && (issue.message === missing || path.length === 0) ? examples[path.join()] : undefined;
    const help = near === undefined ? example && `Write for example ${example}` : `Did you mean "${near}"?`;
    return [
      diagnose("config-invalid", `${formatPath(path) || "(the whole file)"}: ${issue.message}`, {
        file,
        // Elsewhere the place of the key is found.
        ...(example !== undefined && { line: 1, column: 1 }),
        ...(help !== undefined && { help }),
      }),
    ];
  });
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
  const values =
    issue.code === "invalid_value"
      ? issue.values
      : issue.code === "invalid_union" && "options" in issue
        ? issue.options
        : [];
  return (values ?? []).filter((value): value is string => typeof value === "string");
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

/** The keys that the schema has at a path, for suggestions. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let schemas: z.core.$ZodType[] = [configSchema];
  for (const key of [...path, undefined]) {
    schemas = schemas.flatMap(unwrap);
    if (key === undefined) break;
    schemas = schemas.flatMap((schema) => child(schema, key));
  }
  return [...new Set(schemas.flatMap((schema) => Object.keys((schema as z.ZodObject).shape ?? {})))];
}

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
};

function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return unwrap(def.innerType);
  // The schema of the written value, for one that is transformed.
  if (def.type === "pipe" && def.in) return unwrap(def.in);
  if (def.options) return def.options.flatMap(unwrap);
  if (def.getter) return unwrap(def.getter());
  return [schema];
}

function child(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType[] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === "array" && def.element) return [def.element];
  if (def.type === "record" && def.valueType) return [def.valueType];
  const shape = (schema as z.ZodObject).shape as Record<PropertyKey, z.core.$ZodType> | undefined;
  return shape?.[key] ? [shape[key]] : [];
}
