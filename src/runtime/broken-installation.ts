/** A package that this program needs is not there, or not for this machine: no fault of a site. */
export class BrokenInstallation extends Error {
  readonly help =
    "Install cipgen again on this system: remove node_modules and run `npm ci` or `npm install`, or what your package manager has for it. A node_modules of another system or processor does not work, nor one without optional packages (--omit=optional, --no-optional).";

  constructor(name: string, cause: unknown) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).trim().split("\n");
    super(`this installation of cipgen is broken, its package ${name} cannot be used: ${reason}`, { cause });
  }
}
