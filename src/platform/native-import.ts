/**
 * Imports modules that are not in the bundle. The bundled program is a script, which has no `import` and gets one from
 * its loader (bin/load.cjs); a program that runs from its sources uses the language's `import`.
 */
import { createHash } from "node:crypto";

/** Passed to the bundle by its loader. */
declare const hostImport: ((specifier: string) => Promise<unknown>) | undefined;

/** @param specifier name of a package that this one depends on, or an absolute URL. @returns the module's exports. */
export function nativeImport<Module>(specifier: string): Promise<Module> {
  const load = typeof hostImport === "function" ? hostImport : (name: string) => import(/* @vite-ignore */ name);
  return load(specifier) as Promise<Module>;
}

/** A package that this program needs is missing, or was installed for another system or processor. */
export class BrokenInstallation extends Error {
  readonly help =
    "Remove node_modules and install again on this system (`npm ci`), with optional packages. A node_modules of another system or processor does not work.";

  constructor(name: string, cause: unknown) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).trim().split("\n");
    super(`this installation of cipgen is broken, its package ${name} cannot be used: ${reason}`, { cause });
  }
}

/** Runs the code of a module: once in a process for each state of the environment variables that it reads. @returns the module's exports. */
export function importCode<Module>(code: Uint8Array): Promise<Module> {
  const bytes = Buffer.from(code);
  const state = environmentOf(bytes.toString("utf8"));
  const end = state && `#${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
  return nativeImport(`data:text/javascript;base64,${bytes.toString("base64")}${end}`);
}

/** Whether a call in the stack of an error is in a module that `importCode` ran. */
export const isInImportedCode = (call: string): boolean => call.includes("data:text/javascript");

/** Matches `process.env.NAME` and `process.env["NAME"]`; also, without a name, code that could read any variable, because it passes `process` on, imports it or computes its key. */
const environmentUses = new RegExp(
  [
    /\bprocess\s*(?:\?\.|\.)\s*env\b(?:\s*(?:\?\.|\.)\s*([\w$]+)|\s*(?:\?\.)?\s*\[\s*(["'])([^"'\n\\]+)\2\s*\])?/,
    /\bprocess\s*(?:\?\.\s*)?\[/,
    /[=,({[?:]\s*(?:globalThis\s*(?:\?\.|\.)\s*)?process\s*(?=[;,)}\]?:|&\n]|$)/,
    /\bnode:process\b|\b(?:from|import|require)\s*\(?\s*["'`]process["'`]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/**
 * Finds the environment variables that the code of a site may read: a stored result of that code depends on them.
 * @returns the names and values as a text: of the variables that the code names, or of all if it may read others. Empty if it reads none.
 */
export function environmentOf(code: string): string {
  const variables = [...code.matchAll(environmentUses)].map(([, name, , quoted]) => name ?? quoted);
  if (variables.length === 0) return "";
  const named = variables.filter((name) => name !== undefined);
  const names = named.length < variables.length ? Object.keys(process.env) : named;
  return JSON.stringify([...new Set(names)].sort().map((name) => [name, process.env[name]]));
}
