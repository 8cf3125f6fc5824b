/** Turns the schema's issues into diagnostics with key path and suggestion. */
import type * as z from "zod";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { didYouMean } from "../shared/text.js";
import { configSchema } from "./schema.js";
import { formatPath, meantMember } from "./wording.js";

/** The help for keys that earlier versions had. */
const removedKeys: Readonly<Record<string, string>> = {
  onBadField: "Write legacy: { until: NUMBER } beside series: errors of older texts are warnings.",
  onInvalid: "Write legacy: { until: NUMBER } beside series: older texts that cannot be read are left out.",
  lint: "Rules are set for the whole site: write lint: { rules: { … } } beside series.",
  relax: "Write legacy: { until: NUMBER }, or accept what is old: cipgen lint --update-baseline.",
};

type Issue = z.core.$ZodIssue;

/** @param input the checked value. @param prefix path of that value in the file. */
export function issuesToDiagnostics(
  issues: readonly Issue[],
  input: unknown,
  file: string,
  prefix: PropertyKey[] = [],
): Diagnostic[] {
  const problems = withoutConsequences(issues.flatMap(meantIssues));
  const allowedKeys = (path: PropertyKey[]) => keysOf(path, prefix.length === 0 ? input : undefined);
  const misspelt = new Set<string>();
  const unknown = problems.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const path = [...prefix, ...issue.path];
    const allowed = allowedKeys(path);
    return issue.keys.map((key) => {
      const near = didYouMean(key, allowed);
      if (near) misspelt.add(formatPath([...issue.path, near]));
      const usual = near ? `Did you mean "${near}"?` : `The keys here are: ${allowed.join(", ")}.`;
      const help = Object.hasOwn(removedKeys, key) ? removedKeys[key] : usual;
      return diagnose("config-unknown-key", `${formatPath([...path, key])}: there is no such key`, { file, help });
    });
  });
  const invalid = problems.flatMap((issue) => {
    // A key that seems to be missing is there with the reported misspelling.
    if (issue.code === "unrecognized_keys" || misspelt.has(formatPath(issue.path))) return [];
    const help = adviceOn(issue, input, prefix);
    const path = formatPath([...prefix, ...issue.path]);
    const position = path === "" ? { line: 1, column: 1 } : {};
    const message = `${path || "(the whole file)"}: ${issue.message}`;
    return [diagnose("config-invalid", message, { file, ...position, ...(help !== undefined && { help }) })];
  });
  return [...unknown, ...invalid];
}

function adviceOn(issue: Issue, input: unknown, prefix: readonly PropertyKey[]): string | undefined {
  const value = valueAt(input, issue.path);
  if (value instanceof Promise) return "Put await before it.";
  if (typeof value === "function") return "Call it: write () after its name.";
  const near = didYouMean(typeof value === "string" ? value : "", allowedValues(issue)) ?? withScheme(issue, value);
  if (near !== undefined) return `Did you mean "${near}"?`;
  const example = examples[[...prefix, ...issue.path].join()];
  return example === undefined ? undefined : `Write for example ${example}`;
}

/** The value with https:// in front, if it is a URL as browsers show it. */
function withScheme(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== "invalid_format" || issue.format !== "url" || typeof value !== "string") return undefined;
  return /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(value) ? `https://${value}` : undefined;
}

/** Replaces an issue of a union by those of the member whose shape the value has. */
function meantIssues(issue: Issue): Issue[] {
  const meant = issue.code === "invalid_union" ? meantMember(issue.errors) : undefined;
  if (!meant) return [issue];
  return meant.flatMap((inner) => meantIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Keeps one issue for each value, because the others may follow from it: the first, or of several exceeded limits the narrowest. */
function withoutConsequences(issues: readonly Issue[]): Issue[] {
  const first = new Map<string, Issue>();
  const limit = (issue: Issue) => (issue.code === "too_big" ? Number(issue.maximum) : Number.POSITIVE_INFINITY);
  for (const issue of issues) {
    // Each unknown key is a problem of its own.
    const subject = `${formatPath(issue.path)} ${issue.code === "unrecognized_keys" ? issue.keys : ""}`;
    const narrowest = first.get(subject);
    if (!narrowest || limit(issue) < limit(narrowest)) first.set(subject, issue);
  }
  return [...first.values()];
}

/** Examples for the keys that every configuration has. */
const examples: Record<string, string> = {
  "": '{ "title": "Our proposals", "url": "https://proposals.example", "series": [{ "profile": "eip" }] }',
  title: '"title": "Our proposals"',
  url: '"url": "https://proposals.example"',
  series: '"series": [{ "profile": "eip", "source": "proposals" }]',
};

/** The values that an issue allows. */
function allowedValues(issue: Issue): string[] {
  const valuesOf = (part: Issue): readonly unknown[] => {
    if (part.code === "invalid_value") return part.values;
    if (part.code !== "invalid_union") return [];
    return ("options" in part ? part.options : undefined) ?? part.errors.flat().flatMap(valuesOf);
  };
  return valuesOf(issue).filter((value) => typeof value === "string");
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}

/**
 * The keys that the schema allows at a path, for suggestions.
 * @param input the whole file, which decides between values with different keys; undefined if it is not known.
 */
function keysOf(path: readonly PropertyKey[], input: unknown): string[] {
  let schemas: z.core.$ZodType[] = [configSchema];
  for (const [depth, key] of [...path, undefined].entries()) {
    const value = valueAt(input, path.slice(0, depth));
    schemas = schemas.flatMap((schema) => unwrap(schema, value));
    if (key === undefined) break;
    schemas = schemas.flatMap((schema) => child(schema, key));
  }
  return [...new Set(schemas.flatMap(namesIn))];
}

function namesIn(schema: z.core.$ZodType): string[] {
  const { keyType } = schema._zod.def as unknown as Def;
  return keyType ? [...(keyType._zod.values ?? [])].map(String) : Object.keys((schema as z.ZodObject).shape ?? {});
}

/** The parts of zod's internal definitions that are read here. */
type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  discriminator?: string;
  element?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
};

/** The schemas that a value must meet, without wrappers such as defaults and unions. */
function unwrap(schema: z.core.$ZodType, value: unknown): z.core.$ZodType[] {
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return unwrap(def.innerType, value);
  // For a transformed value, the schema of the written one counts.
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
