/**
 * Functions in a configuration, such as checks and outputs. A function can neither be sent to a thread nor be part of a cache's key. So a thread loads it
 * again by its origin (the bundled configuration, and the path of keys to the function), and a digest of the configuration's code is in keys instead.
 */
import { createHash } from "node:crypto";
import { environmentOf } from "../platform/native-import.js";
import type { SiteConfig } from "./resolve.js";
import { runBundle } from "./run-bundle.js";

/** Where a function of a configuration comes from. */
interface FunctionOrigin {
  /** The bundled configuration, with its source map. */
  code: string;
  /** Absolute: what the map's paths are relative to. */
  root: string;
  /** Keys from the configuration's export to the function: `["formats", "0", "parse"]`. */
  path: readonly string[];
}

const origins = new WeakMap<object, FunctionOrigin>();

/** The origin of a function; undefined if it is not from a config file, as in tests, so that only this thread can call it. */
export function originOf(hook: object): FunctionOrigin | undefined {
  return origins.get(hook);
}

/**
 * Notes the origins of a configuration's functions.
 * @param config the resolved configuration.
 * @param exported the export of its module, as plain objects and lists.
 * @param code the bundled module.
 * @param packages reads the texts of the packages that it imports.
 * @returns the configuration with the digest of its code, if it has functions.
 */
export async function withCode(
  config: SiteConfig,
  exported: unknown,
  code: string,
  root: string,
  packages: () => Promise<readonly string[]>,
): Promise<SiteConfig> {
  if (!noteOrigins(exported, code, root)) return config;
  const hash = createHash("sha256").update(code).update(environmentOf(code));
  for (const text of await packages()) hash.update(text).update(environmentOf(text));
  const codeDigest = hash.digest("hex").slice(0, 32);
  const series = config.series.map((entry) => (entry.formats.length > 0 ? { ...entry, codeDigest } : entry));
  return { ...config, series, codeDigest };
}

function noteOrigins(exported: unknown, code: string, root: string): boolean {
  let hasFunctions = false;
  // Objects with a class are not copied, so they may contain themselves.
  const seen = new Set<object>();
  const visit = (value: unknown, path: readonly string[]) => {
    if (typeof value === "function") {
      origins.set(value, { code, root, path });
      hasFunctions = true;
    } else if (typeof value === "object" && value !== null && !seen.has(value)) {
      seen.add(value);
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    }
  };
  visit(exported, []);
  return hasFunctions;
}

/** Loads a function by its origin, in a thread that has not loaded the configuration. @throws if the configuration does not have it this time. */
async function functionAt<F extends (...args: never[]) => unknown>(origin: FunctionOrigin): Promise<F> {
  const { code, root, path } = origin;
  // The module is imported once, however many functions it has.
  let value = await runBundle(Buffer.from(code), root);
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  if (typeof value !== "function")
    throw new Error(`${path.join(".")} is missing when the configuration is loaded again`);
  origins.set(value, origin);
  return value as F;
}

/** Data in a form for threads: without its functions, but with their places and origins. */
export interface SentFunctions<T> {
  value: T;
  functions: { keyPath: readonly string[]; origin: FunctionOrigin }[];
}

/** Prepares data for a thread. @returns undefined if it contains a function without origin, or an object that is not plain. */
export function sentFunctions<T>(value: T): SentFunctions<T> | undefined {
  const functions: SentFunctions<T>["functions"] = [];
  let isWhole = true;
  const copy = (part: unknown, keyPath: readonly string[]): unknown => {
    if (typeof part === "function") {
      const origin = originOf(part);
      if (origin) functions.push({ keyPath, origin });
      else isWhole = false;
      return undefined;
    }
    if (typeof part !== "object" || part === null || part instanceof RegExp) return part;
    if (Array.isArray(part)) return part.map((item, index) => copy(item, [...keyPath, `${index}`]));
    if (Object.getPrototypeOf(part) !== Object.prototype) isWhole = false;
    if (!isWhole) return undefined;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, copy(item, [...keyPath, key])]));
  };
  const sent = copy(value, []) as T;
  return isWhole ? { value: sent, functions } : undefined;
}

/** Restores the functions in data that was sent to a thread. */
export async function reviveFunctions<T>({ value, functions }: SentFunctions<T>): Promise<T> {
  for (const { keyPath, origin } of functions) {
    let parent = value as Record<string, unknown>;
    for (const key of keyPath.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
    parent[keyPath.at(-1) as string] = await functionAt(origin);
  }
  return value;
}
