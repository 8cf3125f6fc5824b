/** The entry of this folder. */
export { KnownLinks } from "./known-links.js";
export { arrangeSite, buildSite, type SiteInput } from "./site.js";
