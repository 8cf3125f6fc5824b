/**
 * Imports modules that are not in the bundle. The bundled program is a script (see bin/load.cjs), which has no `import` of its own and is given
 * one; the program in its sources uses the language's.
 */

/** Given to the bundle by the code that loads it. */
declare const hostImport: ((specifier: string) => Promise<unknown>) | undefined;

/** @param specifier name of a package that this one depends on, or an absolute URL. @returns the module's exports. */
export function nativeImport<Module>(specifier: string): Promise<Module> {
  const load = typeof hostImport === "function" ? hostImport : (name: string) => import(/* @vite-ignore */ name);
  return load(specifier) as Promise<Module>;
}
