/**
 * Imports modules that are not in the bundle. The bundled program is a script (see bin/load.cjs) without an `import` of
 * its own, and gets one; a program that runs from its sources uses that of the language.
 */
import { createHash } from "node:crypto";

/** Passed to the bundle by its loader. */
declare const hostImport: ((specifier: string) => Promise<unknown>) | undefined;

/** @param specifier name of a package that this one depends on, or an absolute URL. @returns the module's exports. */
export function nativeImport<Module>(specifier: string): Promise<Module> {
  const load = typeof hostImport === "function" ? hostImport : (name: string) => import(/* @vite-ignore */ name);
  return load(specifier) as Promise<Module>;
}

/** A package that this program needs is not there, or not for this machine: no fault of a site. */
export class BrokenInstallation extends Error {
  readonly help =
    "Install cipgen again on this system: remove node_modules and run `npm ci` or `npm install`, or what your package manager has for it. A node_modules of another system or processor does not work, nor one without optional packages (--omit=optional, --no-optional).";

  constructor(name: string, cause: unknown) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).trim().split("\n");
    super(`this installation of cipgen is broken, its package ${name} cannot be used: ${reason}`, { cause });
  }
}

/** @param code of a module, which runs once in a process for each state of the variables that it reads. @returns its exports. */
export function importCode<Module>(code: Uint8Array): Promise<Module> {
  const bytes = Buffer.from(code);
  const state = environmentIn(bytes.toString("utf8"));
  const end = state && `#${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
  return nativeImport(`data:text/javascript;base64,${bytes.toString("base64")}${end}`);
}

/** Whether a call in the stack of an error is of such a module. */
export const isOfCode = (call: string): boolean => call.includes("data:text/javascript");

/** `process.env.NAME`, `process.env["NAME"]`, and everything else that could read any variable: `process` under another name, in parts, or imported. */
const uses = new RegExp(
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
 * The variables of the environment that code of a site reads: what is kept of a build depends on them as on that code.
 * @returns names and values as a text: those that the code names, or all if it may read others. Empty for code that reads none.
 */
export function environmentIn(code: string): string {
  const variables = [...code.matchAll(uses)].map(([, name, , quoted]) => name ?? quoted);
  if (variables.length === 0) return "";
  const named = variables.filter((name) => name !== undefined);
  const names = named.length < variables.length ? Object.keys(process.env) : named;
  return JSON.stringify([...new Set(names)].sort().map((name) => [name, process.env[name]]));
}
