/**
 * Imports modules that are not in the bundle. The bundled program is a script (see bin/load.cjs) without an `import` of
 * its own, and gets one; a program that runs from its sources uses that of the language.
 */

/** Passed to the bundle by its loader. */
declare const hostImport: ((specifier: string) => Promise<unknown>) | undefined;

/** @param specifier name of a package that this one depends on, or an absolute URL. @returns the module's exports. */
export function nativeImport<Module>(specifier: string): Promise<Module> {
  const load = typeof hostImport === "function" ? hostImport : (name: string) => import(/* @vite-ignore */ name);
  return load(specifier) as Promise<Module>;
}
