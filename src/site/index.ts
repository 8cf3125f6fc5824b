/** What other rooms import from this one. */
export { settleNumbers } from "./numbers.js";
export { arrangeSite, brokenConfigured, buildSite, pageLinkCheck, type SiteInput } from "./site.js";
