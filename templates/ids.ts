/**
 * Ids that the layout's parts refer to each other by. Ids of headings are in lower case, so a capital letter keeps these apart from
 * whatever an author writes.
 */
export const mainId = "siteMain";
export const menuId = "siteMenu";
export const sidebarId = "siteSidebar";
export const statusId = "siteStatus";

export { glyphId } from "../src/shared/view.js";
