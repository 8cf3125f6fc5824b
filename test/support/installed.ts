/** The program as a registry would install it, in a folder of its own. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, repositoryRoot } from "./site.js";

/** The bundler's package for this system. */
export const platform = `@esbuild/${process.platform}-${process.arch}`;

/** @param peers packages of test/trust that are installed beside it. @returns the folder with `node_modules`. */
export function installProgram(peers: readonly string[] = []): string {
  const folder = makeFolder();
  for (const name of ["bin", "dist", "locales", "templates", "src/shared", "package.json"])
    cpSync(join(repositoryRoot, name), join(folder, "node_modules/cipgen", name), {
      recursive: true,
      filter: (path) => !/\.cache$|[\\/]dist[\\/]types$/.test(path),
    });
  for (const name of ["react", "react-dom", "scheduler", platform])
    cpSync(join(repositoryRoot, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  for (const name of peers) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "test/trust/node_modules", name), join(folder, "node_modules", name), "junction");
  }
  return folder;
}
