/** The door of this room. */
export { buildSite, type SiteInput } from "./site.js";
