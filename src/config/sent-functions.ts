/** Data of a configuration with functions in it, in a form for threads: the functions are made again there. */
import { type FunctionOrigin, functionAt, originOf } from "./site-functions.js";

/** Data without its functions, and where each of them was. */
export interface SentFunctions<T> {
  value: T;
  functions: { at: readonly string[]; origin: FunctionOrigin }[];
}

/** @returns undefined if only this thread can call one of the functions, or has one of the objects. */
export function sentFunctions<T>(value: T): SentFunctions<T> | undefined {
  const functions: SentFunctions<T>["functions"] = [];
  let isWhole = true;
  const copy = (part: unknown, at: readonly string[]): unknown => {
    if (typeof part === "function") {
      const origin = originOf(part);
      if (origin) functions.push({ at, origin });
      else isWhole = false;
      return undefined;
    }
    if (typeof part !== "object" || part === null || part instanceof RegExp) return part;
    if (Array.isArray(part)) return part.map((item, index) => copy(item, [...at, `${index}`]));
    if (Object.getPrototypeOf(part) !== Object.prototype) isWhole = false;
    if (!isWhole) return undefined;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, copy(item, [...at, key])]));
  };
  const sent = copy(value, []) as T;
  return isWhole ? { value: sent, functions } : undefined;
}

/** Data that was sent to a thread, with its functions. */
export async function reviveFunctions<T>({ value, functions }: SentFunctions<T>): Promise<T> {
  for (const { at, origin } of functions) {
    let parent = value as Record<string, unknown>;
    for (const key of at.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
    parent[at.at(-1) as string] = await functionAt(origin);
  }
  return value;
}
