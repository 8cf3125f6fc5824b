/** The functions by which the build makes a site. */
export { settleNumbers } from "./numbers.js";
export { arrangeSite, brokenConfigured, buildSite, pageLinkCheck, type SiteInput } from "./site.js";
