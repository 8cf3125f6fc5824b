/** The program's reading of a history alone, for `bench:history`: a build has many other things to do. */

import { siteHistory } from "../../../src/build/history.js";
import { findInputs } from "../../../src/build/inputs.js";
import { openSite } from "../../../src/build/open-site.js";
import { findConfigFile } from "../../../src/config/index.js";
import { diskReader } from "../../../src/content/read/reader.js";

/** @returns a function that reads the history of the site in a folder, with everything before that is done. */
export async function prepared(root: string): Promise<() => Promise<number>> {
  const { value: site } = await openSite(root);
  if (!site) throw new Error("the configuration is not valid");
  const inputs = await findInputs({ reader: diskReader(root), root }, site.config, findConfigFile(root) ?? "");
  return async () => {
    const { value } = await siteHistory(root, site.config, inputs, site.state.cache);
    return [...value.files.values()].reduce((sum, { versions }) => sum + versions.length, 0);
  };
}
