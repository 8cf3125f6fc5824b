/** The entry of this folder. */
export { KnownLinks, type SavedLinks } from "./known-links.js";
export { isWellNamed, lenientSeries, numberTaken, wellNamedFirst } from "./numbers.js";
export { arrangeSite, brokenConfigured, buildSite, type SiteInput } from "./site.js";
