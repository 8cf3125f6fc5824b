/** The entry of this folder. */
export { KnownLinks } from "./known-links.js";
export { settleNumbers } from "./numbers.js";
export { arrangeSite, brokenConfigured, buildSite, pageLinkCheck, type SiteInput } from "./site.js";
