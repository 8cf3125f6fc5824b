/** Runs a bundled configuration, in the thread that loads it and in those that call its functions. */
import { importCode } from "../runtime/native-import.js";
import { ConfigFailure, placeOfThrown } from "./thrown.js";

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs a bundled config. @param root absolute. @returns what it exports. */
export async function runBundle(contents: Uint8Array | number[], root: string): Promise<unknown> {
  const bytes = Buffer.from(contents);
  const module = await importCode<{ default?: unknown }>(bytes).catch((error: unknown) => {
    const place = placeOfThrown(error, bytes.toString("utf8"), root) ?? { line: 1, column: 1 };
    throw new ConfigFailure(`the configuration stopped with an error: ${messageOf(error)}`, place);
  });
  if (module.default === undefined)
    throw new Error("the config has no default export: export default defineConfig({ ... })");
  return module.default;
}
