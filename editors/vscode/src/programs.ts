/** Which cipgen runs: that of the site where its folder is trusted, and otherwise the extension's own, which runs no code of the folder. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Program {
  /** Absolute path of its command line, a script for Node.js. */
  script: string;
  /** Whether it is the site's, and may run the code of the site. */
  isOfSite: boolean;
}

/** @param folders absolute paths of the folders that are open. @param own folder of the extension. */
export function chooseProgram(folders: readonly string[], own: string, maySites: boolean): Program {
  const ofSite = maySites ? folders.flatMap((folder) => installedIn(folder) ?? [])[0] : undefined;
  return ofSite
    ? { script: ofSite, isOfSite: true }
    : { script: join(own, "dist/cipgen/bin/cipgen.js"), isOfSite: false };
}

/** As Node.js finds a package: in the folder, or in one above it. */
function installedIn(folder: string): string | undefined {
  const script = join(folder, "node_modules/cipgen/bin/cipgen.js");
  if (existsSync(script)) return script;
  const above = dirname(folder);
  return above === folder ? undefined : installedIn(above);
}
