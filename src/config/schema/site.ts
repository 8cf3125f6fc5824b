/** The schema of a site's locales, docs, search and navigation. */
import * as z from "zod";
import { isLanguageTag } from "../../shared/text.js";
import { ifMissing } from "../wording.js";
import { checkRoute, httpUrl, linkTarget, origin, pathBelowRoot, route } from "./values.js";

// The schema of search: the embedded index, a hosted one, or none.

const searchShape = {
  /** How many results of a section the dialog shows. */
  maxResultsPerGroup: z.int().positive().default(5),
  /** Where readers report a search that found nothing; `{query}` is replaced by what they searched for. */
  missingResultsUrl: httpUrl.refine((value) => value.includes("{query}"), "{query} is missing").optional(),
};

export const searchSchema = z.discriminatedUnion(
  "provider",
  [
    z.strictObject({
      /** The embedded index: files of the site, and no account. */
      provider: z.literal("local"),
      /** Words that mean the same, in groups: `[["erc", "cbc"], ["gasless", "energyless"]]`. Labels of proposals may be among them. */
      synonyms: z.array(z.array(z.string().trim().min(1)).min(2)).default([]),
      ...searchShape,
    }),
    z.strictObject({
      /** Algolia's hosted search. */
      provider: z.literal("algolia"),
      /** Id of the application. */
      appId: z.string(ifMissing("the search application id is missing")).min(1, "the search application id is missing"),
      /** The public key, which can search and nothing else. */
      apiKey: z
        .string(ifMissing("the public search-only key is missing"))
        .min(1, "the public search-only key is missing"),
      /** Name of the index. */
      indexName: z
        .string(ifMissing("the name of the search index is missing"))
        .min(1, "the name of the search index is missing"),
      /** Origins to ask in place of the provider's own, for a proxy. */
      hosts: z.array(origin).min(1).optional(),
      /** Sends what readers see and choose to the provider's analytics. */
      insights: z.boolean().default(false),
      ...searchShape,
    }),
    z.strictObject({
      /** No search. */
      provider: z.literal("none"),
    }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? "the search provider is local, algolia or none" : undefined) },
);

// The schema of a language of the site.

/** A language tag that can be part of a path. */
export const languageCode = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/)
  .refine(isLanguageTag);

export const localeSchema = z.strictObject({
  /** Name of the language in the language menu. */
  label: z.string().min(1),
  /** Direction of the script; that of the language by default. */
  direction: z.enum(["ltr", "rtl"]),
  /** Language tag of the pages; the code by default. */
  htmlLang: z.string().refine(isLanguageTag, "this is not a language tag such as de-DE"),
  /** Calendar in which dates are shown. */
  calendar: z
    .string()
    .refine((name) => Intl.supportedValuesOf("calendar").includes(name), "there is no such calendar")
    .default("gregory"),
  /** Folder of the locale's routes; the default locale has none. */
  path: z
    .string()
    .regex(/^[\w-]+$/, "a locale's path is one folder: letters, digits, - and _")
    .refine((value) => value.toLowerCase() !== "index", "hosts answer /index with the home page"),
  /** What search engines are told of a page whose text is not translated: that it is the original's (`canonical`), or a page of this language (`indexed`). */
  untranslated: z.enum(["canonical", "indexed"]).default("canonical"),
});

// The schema of the docs: their sidebars and versions.

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
  /** Other keys name the version by it. */
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
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union" ? "the type of a navbar item is link, doc, docSidebar or docsVersion" : undefined,
  },
);

export const linkSchema = z.strictObject({
  /** What readers see. */
  label: z.string().min(1),
  /** A route of the site, or an address. */
  to: linkTarget,
});
