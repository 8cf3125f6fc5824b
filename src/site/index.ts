/** The entry of this folder. */
export { buildSite, type SiteInput } from "./site.js";
