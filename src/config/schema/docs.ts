/** The schema of the docs: their sidebars and versions. */
import * as z from "zod";
import { ifMissing } from "../wording.js";
import { checkRoute, pathBelowRoot, route } from "./values.js";

export interface SidebarCategory {
  label: string;
  items: (string | SidebarCategory)[];
}
const sidebarItemSchema: z.ZodType<string | SidebarCategory> = z.lazy(() =>
  z.union([
    z.string(),
    z.strictObject({
      /** Heading of the group. */
      label: z.string().min(1),
      /** Ids of pages, and groups. */
      items: z.array(sidebarItemSchema).min(1),
    }),
  ]),
);

export const docsVersionSchema = z.strictObject({
  /** Lower case; other keys name the version by it. */
  name: z
    .string(ifMissing("the name of a docs version is missing"))
    .regex(/^[\w.-]+$/, "the name of a docs version has letters a to z, digits, ., - and _"),
  /** What readers see. */
  label: z.string().min(1),
  /** Path below the docs' route; the last version has none. */
  path: z
    .string()
    .superRefine((path, context) => checkRoute(`/${path.replace(/^\//, "")}`, context))
    .default(""),
  /** The version that readers get by default. */
  isLast: z.boolean().default(false),
  /** Folder of its pages; `content.docs` by default. */
  source: pathBelowRoot.optional(),
});

export const docsSchema = z.strictObject({
  /** Where the docs are. */
  route: route.default("/docs"),
  /** Heading of the docs, and their section in search. */
  title: z.string().default("Docs"),
  /** Id of the page that the docs begin with: its path below `content.docs`, without extension. */
  mainDocId: z.string(ifMissing("the id of the main doc is missing")).min(1),
  /** "auto" lists all pages by `sidebar_position`. */
  sidebars: z.record(z.string(), z.union([z.literal("auto"), z.array(sidebarItemSchema)])).default({ docs: "auto" }),
  /** Versions of the docs, the newest first. */
  versions: z
    .array(docsVersionSchema)
    .min(1)
    .default([{ name: "current", label: "Next", path: "", isLast: true }]),
});
