/**
 * The entry of the bundled program, which commands and the package's functions load. The command line (src/cli/cli.ts) is a separate script.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { licenseNotices } from "../output/assets/bundled-packages.js";
import { saveClient } from "../output/assets/client.js";
import { saveTemplates } from "../output/assets/templates.js";
import { packageRoot } from "../platform/package-root.js";

/** Builds the package's other files. @param folder absolute path of dist/. @param list path of a JSON file with the bundle's inputs from other packages. */
export async function savePackageFiles(folder: string, list: string): Promise<void> {
  const inputs: string[] = JSON.parse(await readFile(list, "utf8"));
  const [templates, client] = await Promise.all([saveTemplates(folder), saveClient(folder)]);
  const notices = await licenseNotices([...inputs, ...templates, ...client], packageRoot);
  await writeFile(join(folder, "licenses.txt"), notices);
}
