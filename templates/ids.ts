/**
 * Ids that the layout's parts refer to each other by. Ids of headings are in lower case, so a capital letter keeps these apart from
 * whatever an author writes.
 */
import type { StatusTone } from "../src/shared/view.js";

export const mainId = "siteMain";
export const menuId = "siteMenu";
export const sidebarId = "siteSidebar";
export const statusId = "siteStatus";

/** The shape of a status, drawn by StatusGlyphs. */
export const glyphId = (tone: StatusTone) => `statusGlyph-${tone}`;
