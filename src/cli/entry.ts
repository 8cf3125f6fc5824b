/**
 * The bundled program: one script for the executable, and the package's functions, so that they share a code cache. The command line (src/cli/cli.ts) is a script of its own, which loads this one for a command.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { licenseNotices } from "../output/assets/bundled-packages.js";
import { saveClient } from "../output/assets/client.js";
import { saveTemplates } from "../output/assets/templates.js";
import { packageRoot } from "../platform/package-root.js";

/** Builds the package's other files. @param folder dist/, absolute. @param list a file with the bundle's inputs from other packages: paths below the package. */
export async function savePackageFiles(folder: string, list: string): Promise<void> {
  const inputs: string[] = JSON.parse(await readFile(list, "utf8"));
  const [templates, client] = await Promise.all([saveTemplates(folder), saveClient(folder)]);
  const notices = await licenseNotices([...inputs, ...templates, ...client], packageRoot);
  await writeFile(join(folder, "licenses.txt"), notices);
}
