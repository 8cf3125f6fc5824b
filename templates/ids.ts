/**
 * Ids of parts of the layout. Ids of headings are in lower case, so an id with a capital letter never equals one in a text.
 */
export const mainId = "siteMain";
export const menuId = "siteMenu";
export const sidebarId = "siteSidebar";
export const statusId = "siteStatus";
