/**
 * Extensions: named parts of configurations, which packages publish. They are merged before the schema is applied, and the site's own values last.
 * Diagnostics about a merged value name the place where it was written.
 */
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { ConfigInput } from "./schema.js";
import { formatPath, keyPathOf } from "./wording.js";

type Path = readonly (string | number)[];
type Values = Readonly<Record<string, unknown>>;

/** A value with the path at which it was written. */
interface Written {
  value: unknown;
  path: Path;
}

interface Merged {
  /** The merged configuration. */
  input: unknown;
  /** Problems of extensions that cannot be merged. */
  diagnostics: Diagnostic[];
  /** For each value in `input` that an extension gave or moved, the path at which it was written: `head[1]` may be from `extensions[0].head[1]`. */
  writtenAt: Readonly<Record<string, string>>;
}

/** Keys whose last value replaces the others: the setting of a rule is not a list to be joined, and providers of search have different keys. */
const replacedKeys = /^(lint\.rules\b.+|search)$/;
/** Keys of an extension that are not defaults of the site. */
const extensionKeys = ["$schema", "extensions", "name"];

/** Merges a configuration with its extensions. @param file the configuration, for diagnostics. */
export function mergeExtensions(input: unknown, file: string): Merged {
  const extensions = isValues(input) ? input.extensions : undefined;
  if (!Array.isArray(extensions)) return { input, diagnostics: [], writtenAt: {} };
  const diagnostics = extensions.flatMap((extension: unknown, index) => {
    if (!isValues(extension) || extension.extensions === undefined) return [];
    const help = "Write them into the list of the site, each before those that change its defaults.";
    const message = `extensions[${index}].extensions: an extension has no extensions of its own`;
    return [diagnose("config-invalid", message, { file, help })];
  });
  const writtenAt: Record<string, string> = {};
  const parts: Written[] = [
    ...extensions.map((extension: unknown, index): Written => {
      const values = isValues(extension) ? Object.entries(extension) : [];
      const defaults = values.filter(([key]) => !extensionKeys.includes(key));
      return { value: Object.fromEntries(defaults), path: ["extensions", index] };
    }),
    { value: input, path: [] },
  ];
  return { input: merge(parts, [], writtenAt), diagnostics, writtenAt };
}

/** Merges values at a path: lists are joined, objects are merged by key, and of other values the last one counts. */
function merge(parts: readonly Written[], path: Path, writtenAt: Record<string, string>): unknown {
  const name = formatPath(path);
  const last = parts.at(-1) as Written;
  const isWhole = replacedKeys.test(name) || parts.length === 1;
  if (!isWhole && parts.every(({ value }) => Array.isArray(value))) {
    const items = parts.flatMap(({ value, path: listPath }) =>
      (value as unknown[]).map((item, index) => ({ item, origin: [...listPath, index] })),
    );
    for (const [index, { origin }] of items.entries()) note([...path, index], origin);
    return items.map(({ item }) => item);
  }
  if (!isWhole && parts.every(({ value }) => isValues(value))) {
    const keys = new Set(parts.flatMap(({ value }) => Object.keys(value as Values)));
    const entries = [...keys].map((key) => {
      const written = parts.flatMap(({ value, path: objectPath }): Written[] => {
        const inner = (value as Values)[key];
        return inner === undefined ? [] : [{ value: inner, path: [...objectPath, key] }];
      });
      if (key === "checks" && path.length === 0) return [key, mergeChecks(written, writtenAt)];
      return [key, written.length === 0 ? undefined : merge(written, [...path, key], writtenAt)];
    });
    return Object.fromEntries(entries);
  }
  note(path, last.path);
  return last.value;

  function note(merged: Path, origin: Path): void {
    const [from, to] = [formatPath(merged), formatPath(origin)];
    if (from !== to) writtenAt[from] = to;
  }
}

/** `checks` may be a list, or an object with the list. */
function mergeChecks(written: readonly Written[], writtenAt: Record<string, string>): unknown {
  const lists = written.flatMap(({ value, path }): Written[] => {
    if (Array.isArray(value)) return [{ value, path }];
    return isValues(value) && value.rules !== undefined ? [{ value: value.rules, path: [...path, "rules"] }] : [];
  });
  const objects = written.filter(({ value }) => !Array.isArray(value));
  const merged = objects.length === 0 ? {} : merge(objects, ["checks"], writtenAt);
  if (!isValues(merged) || lists.length === 0) return merged;
  return { ...merged, rules: merge(lists, ["checks", "rules"], writtenAt) };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A part of a configuration that is published for many sites, see `extensions`. Its keys are defaults, and its lists come before the site's own. */
export interface Extension extends Partial<Omit<ConfigInput, "$schema" | "extensions">> {
  /** Names it in messages: lower-case letters, digits and -. */
  name: string;
}

/** Where the values of a configuration were written. */
export interface Origins {
  extensions?: readonly { name?: string }[];
  /** See `Merged`. */
  writtenAt?: Readonly<Record<string, string>>;
}

/** Rewrites the paths in diagnostics about merged values to those at which the values were written: `head[1]` may become `extensions[0].head[1]`. */
export function withWrittenPaths(
  diagnostics: readonly Diagnostic[],
  { extensions = [], writtenAt = {} }: Origins,
): Diagnostic[] {
  const prefixes = Object.keys(writtenAt).sort((a, b) => b.length - a.length);
  return diagnostics.map((diagnostic) => {
    const path = keyPathOf(diagnostic.message);
    const from = prefixes.find((prefix) => path.startsWith(prefix) && /^(?:$|[.[])/.test(path.slice(prefix.length)));
    if (from === undefined) return diagnostic;
    const to = `${writtenAt[from]}${path.slice(from.length)}`;
    const { name } = extensions[Number(/^extensions\[(\d+)\]/.exec(to)?.[1])] ?? {};
    const owner = name === undefined ? "" : ` (in the extension "${name}")`;
    return { ...diagnostic, message: `${to}${diagnostic.message.slice(path.length)}${owner}` };
  });
}
