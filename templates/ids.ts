/**
 * Ids by which parts of the layout refer to each other. Ids of headings are in lower case, so a capital letter
 * separates these from ids in texts.
 */
export const mainId = "siteMain";
export const menuId = "siteMenu";
export const sidebarId = "siteSidebar";
export const statusId = "siteStatus";
