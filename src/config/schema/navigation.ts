/** The schema of links in the navbar, the footer and on the home page. */
import * as z from "zod";
import { ifMissing } from "../wording.js";
import { linkTarget } from "./values.js";

export const navbarItemSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      /** Kind of item. */
      type: z.literal("link"),
      /** What readers see. */
      label: z.string().min(1),
      /** A route of the site, or an address. */
      to: linkTarget,
      /** Which end of the bar it is at. */
      position: z.enum(["left", "right"]).default("left"),
      /** Opens the link in a new tab. */
      newTab: z.boolean().default(false),
    }),
    z.strictObject({
      /** Kind of item. */
      type: z.literal("doc"),
      /** Id of a page of the docs. */
      docId: z.string(ifMissing("the id of a docs page is missing")).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** Which end of the bar it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** Kind of item. */
      type: z.literal("docSidebar"),
      /** Id of a sidebar of the docs, whose first page it leads to. */
      sidebarId: z.string(ifMissing("the id of a sidebar is missing")).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** Which end of the bar it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** Kind of item. */
      type: z.literal("docsVersion"),
      /** Name of a version of the docs. */
      version: z.string(ifMissing("the name of a docs version is missing")).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** Which end of the bar it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** The insights of a register; left out where it has no history. */
      type: z.literal("insights"),
      /** Id of the register's series; by default the first one. */
      series: z.string().min(1).optional(),
      /** What readers see. */
      label: z.string().optional(),
      /** Which end of the bar it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union"
        ? "the type of a navbar item is link, doc, docSidebar, docsVersion or insights"
        : undefined,
  },
);

export const linkSchema = z.strictObject({
  /** What readers see. */
  label: z.string().min(1),
  /** A route of the site, or an address. */
  to: linkTarget,
  /** Opens the link in a new tab. */
  newTab: z.boolean().default(false),
});
