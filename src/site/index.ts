/** The entry of this folder. */
export { settleNumbers } from "./numbers.js";
export { arrangeSite, brokenConfigured, buildSite, pageLinkCheck, type SiteInput } from "./site.js";
