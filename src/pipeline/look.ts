/** The look of a site's own as one of its inputs: bundled once while nothing of it changes. */
import { type BundledLook, bundleLook } from "../assets/own-look.js";
import type { LinkRequest } from "./link.js";
import { memoize } from "./state.js";

/** The style sheets, and the files of the head, that the site brings. */
export function ownLook({
  root,
  config,
  configFile,
  state,
}: Pick<LinkRequest, "root" | "config" | "configFile" | "state">): Promise<BundledLook> {
  return memoize(state, "look", () => bundleLook(root, config, configFile));
}
