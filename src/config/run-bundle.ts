/** Runs a bundled configuration, in the thread that loads it and in those that call its functions. */
import { importCode } from "../runtime/native-import.js";
import { adviceForThrown, ConfigFailure, placeOfThrown, thrownText } from "./thrown.js";
import { formatPath } from "./wording.js";

/** Runs a bundled config. @param root absolute. @returns what it exports, without getters. */
export async function runBundle(contents: Uint8Array | number[], root: string): Promise<unknown> {
  const bytes = Buffer.from(contents);
  try {
    const module = await importCode<{ default?: unknown }>(bytes);
    const value = await module.default;
    if (value === undefined) {
      const help = "Write export default defineConfig({ ... }).";
      throw new ConfigFailure("the configuration has no default export", { line: 1, column: 1, help });
    }
    return plainValue(value, [], []);
  } catch (error) {
    if (error instanceof ConfigFailure) throw error;
    const place = placeOfThrown(error, bytes.toString("utf8"), root) ?? { line: 1, column: 1 };
    const help = adviceForThrown(error);
    throw new ConfigFailure(`the configuration stopped with an error: ${thrownText(error)}`, { ...place, help });
  }
}

/**
 * A copy of objects and lists as literals make them; other values are the same. So getters run here, where what they throw
 * is caught, and nothing contains itself.
 */
function plainValue(value: unknown, path: PropertyKey[], around: readonly object[]): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  if (around.includes(value)) {
    const help = "Write a copy of what it needs.";
    throw new ConfigFailure(`${formatPath(path)}: this contains itself`, { help });
  }
  const within = [...around, value];
  if (Array.isArray(value)) return value.map((item, index) => plainValue(item, [...path, index], within));
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, plainValue((value as Record<string, unknown>)[key], [...path, key], within)]),
  );
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
