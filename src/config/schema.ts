/**
 * The schema of a site's configuration: what may be written, what it means and what it is by default. Strict everywhere, so that a
 * misspelt key is an error and not a silent default. Every stage gets the slice it needs, nobody asks for "the config".
 */
import * as z from "zod";
import { neverAsIs } from "../shared/publication.js";
import { isLanguageTag } from "../shared/text.js";
import { readUrl, unsafeSchemes } from "../shared/url.js";
import { processSchema } from "./process.js";
import { profileNames } from "./profiles/index.js";
import type { ReadText } from "./read-text.js";
import { idOf, tones, usualTone } from "./statuses.js";

const route = z
  .string()
  .regex(/^\/[^\s?#]*$/, "a route starts with / and has no query or hash")
  .refine((value) => value === "/" || !value.endsWith("/"), "a route has no slash at its end");
/** Text with `{names}` for which something stands, and `{one,another}` of which one stands. */
const pattern = (known: readonly string[]) =>
  z.string().superRefine((value, context) => {
    for (const [, name = ""] of value.matchAll(/\{([^{},]*)\}/g)) {
      if (known.includes(name)) continue;
      context.addIssue({ code: "custom", message: `{${name}} stands for nothing; there are {${known.join("}, {")}}` });
    }
  });
const routePattern = pattern(["route", "id", "number", "category", "slug", "status"]).regex(
  /^(\/|\{route\}\/)/,
  "a pattern of routes starts with / or {route}/",
);
const httpUrl = z.url({ protocol: /^https?$/, error: "an absolute http(s) URL is needed" });
const origin = httpUrl.refine(
  (value) => new URL(value).origin === value,
  "an origin has no path and no slash at its end",
);
/** Its scheme is checked when those that the site allows are known. */
const linkTarget = z.string().min(1).transform(readUrl);
const linkScheme = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*$/, "a scheme is written in lower case and without its colon")
  .refine((name) => !unsafeSchemes.has(name), "this scheme runs code or reads files, so no link may have it");
const assetType = z
  .string()
  .regex(/^[a-z0-9]+$/, "the end of a name is written in lower case and without its dot")
  .refine((end) => !neverAsIs.has(end), "files of this kind could run in a browser or on a host");
const names = z.array(z.string().min(1));
const check = z.enum(["error", "warn", "ignore"]);
const cssColor = z.string().regex(/^#[0-9a-f]{6}$/i, "a colour is written as #rrggbb");

const numberingSchema = z.strictObject({
  /** "listed": only numbers that have a file. "continuous": each gap in a run is a page of status "reserved". */
  reading: z.enum(["listed", "continuous"]).default("listed"),
  /** First and last number of each run. */
  runs: z
    .array(
      z
        .tuple([z.int().nonnegative(), z.int().nonnegative()])
        .refine(
          ([first, last]) => first <= last && last - first < 10_000,
          "a run goes from its first to its last number, and has less than 10,000",
        ),
    )
    .default([]),
});

const keysSchema = z.strictObject({
  number: names.optional(),
  title: names.optional(),
  description: names.optional(),
  author: names.optional(),
  status: names.optional(),
  statusReason: names.optional(),
  tags: names.optional(),
  keywords: names.optional(),
  date: names.optional(),
  updated: names.optional(),
  deadline: names.optional(),
  lang: names.optional(),
  requires: names.optional(),
  supersedes: names.optional(),
  supersededBy: names.optional(),
  discussions: names.optional(),
});

const id = z.string().regex(/^[a-z0-9-]+$/);
const label = z.string().regex(/[a-z0-9]/i, "a label needs a letter or a digit");

/** A label alone stands for the status of that name, in the tone that registers usually give it. */
const statusSchema = z
  .union([
    z.strictObject({
      id,
      label: z.string().min(1),
      /** Shape and colour. */
      tone: z.enum(tones),
      /** Other spellings in metadata; case, spaces and hyphens never matter. */
      aliases: names.default([]),
    }),
    label,
  ])
  .transform((status) =>
    typeof status === "string" ? { id: idOf(status), label: status, tone: usualTone(status), aliases: [] } : status,
  );

/** A label alone stands for the category of that name. */
const categorySchema = z
  .union([z.strictObject({ id, label: z.string().min(1), aliases: names.default([]) }), label])
  .transform((category) =>
    typeof category === "string" ? { id: idOf(category), label: category, aliases: [] } : category,
  );

const sectionSchema = z.strictObject({
  title: z.string().min(1),
  required: z.boolean().default(false),
  /** Has no place of its own in the order. */
  anywhere: z.boolean().default(false),
  /** Other headings that are taken for it; case never matters. */
  aliases: names.default([]),
});

const fieldSchema = z.strictObject({
  key: z.string().min(1),
  /** For every proposal, or for those of some statuses. */
  required: z.union([z.boolean(), names]).default(false),
  /** What `cipgen new` writes for it. */
  initial: z.string().optional(),
  /** Shows a field of the register's own among the facts of a proposal, under this label; by default the key. */
  show: z.boolean().default(false),
  label: z.string().min(1).optional(),
});

const seriesShape = {
  /** Lower case; part of file names and of the data. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, "an id has lower-case letters, digits and -, and begins with a letter"),
  /** Before a number: CIP-20. */
  label: z.string().min(1),
  /** Heading of the register's list. */
  title: z.string().min(1),
  /** Folder of the proposals; the first series has `content.proposals` by default. */
  source: z.string().optional(),
  /** File name below the source: `{number}`, `{category}`, `{slug}` and `{status}` stand for what they say, `*` for anything, `{md,markdown}` for one of the words. */
  files: pattern(["id", "number", "category", "slug", "status"])
    .refine((value) => value.includes("{number}"), "{number} is missing: it is what proposals are known by")
    .default("{category}/{id}-{number}.md"),
  /** Globs below the source that are no proposals, whatever their names; by default READMEs, templates and names with `_` that no series wants. */
  ignore: names.optional(),
  /** Folder, relative to the source, whose files may be referred to by relative links, beside the source itself. */
  assets: z.string().optional(),
  /** Ends of names of files that are published as they are where a link names them, beside those that are harmless everywhere: `["stl", "wasm"]`. */
  assetTypes: z.array(assetType).default([]),
  route,
  permalink: routePattern
    .refine(
      (value) => value.includes("{number}"),
      "{number} is missing: without it every proposal has the same address",
    )
    .default("{route}/{id}-{number}"),
  /** Patterns of extra URLs that redirect to the proposal. */
  aliases: z.array(routePattern).default([]),
  /** Digits that a number is padded to where it is shown or part of a URL. */
  numberWidth: z.int().min(1).max(12).default(1),
  /** Labels by which prose names proposals of this series. */
  mentions: names.default([]),
  /** Front-matter keys that a field is read from, first match; case, spaces, `-` and `_` never matter. */
  keys: keysSchema.default({}),
  category: z
    .strictObject({
      from: z.enum(["folder", "field", "none"]).default("none"),
      keys: names.default(["category"]),
      values: z.array(categorySchema).default([]),
    })
    .default({ from: "none", keys: ["category"], values: [] }),
  /** In the order of a proposal's life. Without any, a status is shown as it is written. */
  statuses: z.array(statusSchema).default([]),
  /** How metadata is written; by default each file is looked at. */
  metadata: z.enum(["yaml", "preamble", "list", "table", "paragraphs", "sections"]).optional(),
  /** Reads texts in a form of the register's own, in a configuration that is a module; see `ReadText`. */
  read: z
    .custom<ReadText>((value) => typeof value === "function", "read is a function of a configuration that is a module")
    .optional(),
  /** Which number is the day in `12/05/2022`; by default the register's other dates show it. */
  dateOrder: z.enum(["dmy", "mdy"]).optional(),
  /** What a field with a bad value is (unknown status or category, impossible date …): an error, or a warning and the page is there all the same. */
  onBadField: z.enum(["error", "warn"]).default("error"),
  /** Takes the first h1 of the text for a title that metadata does not give, even where `fields` asks for one. */
  titleFromHeading: z.boolean().default(false),
  /** Where an author's @handle leads. */
  handleUrl: z.string().startsWith("https://").default("https://github.com/{handle}"),
  /** What to do with a file that has errors. */
  onInvalid: z.enum(["error", "warn-and-skip"]).default("error"),
  /** Keys of front matter in their order: `lint` checks them, `cipgen new` writes them. Without any, every key that cipgen reads may be there. */
  fields: z.array(fieldSchema).default([]),
  /** Second-level headings of a proposal in their order; others may stand between them. */
  sections: z.array(sectionSchema).default([]),
  /** The file that `cipgen new` takes a new proposal's text from, below the root. */
  template: z.string().min(1).optional(),
  numbering: numberingSchema.optional(),
  listAliases: z.array(route).optional(),
  /**
   * Relative link targets that stand for something else, by how they are written: `../LICENSE.md`. A key that begins with `^` is a regular
   * expression, whose groups the target names as `$1`.
   */
  rewrites: z.record(z.string().min(1).refine(isPattern, "this is no regular expression"), linkTarget).default({}),
  /** Base of "edit this page": the path of the file below the root is appended. Overrides the site's. */
  editUrl: httpUrl.optional(),
  /** What `cipgen review` holds a change to. A key that is given replaces the profile's key of that name. */
  process: processSchema.optional(),
};

/** A key of `rewrites`. */
function isPattern(key: string): boolean {
  if (!key.startsWith("^")) return true;
  try {
    return new RegExp(key).source !== "";
  } catch {
    return false;
  }
}

const seriesSchema = z.strictObject(seriesShape);
const seriesInputSchema = z.strictObject({
  profile: z.enum(profileNames).optional(),
  ...seriesSchema.partial().shape,
});

const navbarItemSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("link"),
      label: z.string().min(1),
      to: linkTarget,
      position: z.enum(["left", "right"]).default("left"),
      newTab: z.boolean().default(false),
    }),
    z.strictObject({
      type: z.literal("doc"),
      docId: z.string({ error: "the id of a docs page is missing" }).min(1),
      label: z.string().optional(),
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      type: z.literal("docSidebar"),
      sidebarId: z.string({ error: "the id of a sidebar is missing" }).min(1),
      label: z.string().optional(),
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      type: z.literal("docsVersion"),
      version: z.string({ error: "the name of a docs version is missing" }).min(1),
      label: z.string().optional(),
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** The insights of a register; left out where it has no history. */
      type: z.literal("insights"),
      /** Id of the register's series; by default the first one. */
      series: z.string().min(1).optional(),
      label: z.string().optional(),
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

const linkSchema = z.strictObject({ label: z.string().min(1), to: linkTarget, newTab: z.boolean().default(false) });

export interface SidebarCategory {
  label: string;
  items: (string | SidebarCategory)[];
}
const sidebarItemSchema: z.ZodType<string | SidebarCategory> = z.lazy(() =>
  z.union([z.string(), z.strictObject({ label: z.string().min(1), items: z.array(sidebarItemSchema).min(1) })]),
);

const docsVersionSchema = z.strictObject({
  name: z.string({ error: "the name of a docs version is missing" }).regex(/^[\w.-]+$/),
  label: z.string().min(1),
  /** Path below the docs' route; the last version has none. */
  path: z.string().default(""),
  isLast: z.boolean().default(false),
  /** Folder of its pages; `content.docs` by default. */
  source: z.string().optional(),
});

const docsSchema = z.strictObject({
  route: route.default("/docs"),
  title: z.string().default("Docs"),
  mainDocId: z.string({ error: "the id of the main doc is missing" }).min(1),
  /** "auto" lists all pages by `sidebar_position`. */
  sidebars: z.record(z.string(), z.union([z.literal("auto"), z.array(sidebarItemSchema)])).default({ docs: "auto" }),
  versions: z
    .array(docsVersionSchema)
    .min(1)
    .default([{ name: "current", label: "Next", path: "", isLast: true }]),
});

const searchShape = {
  maxResultsPerGroup: z.int().positive().default(5),
  /** Where readers say what they looked for in vain; `{query}` stands for it. */
  missingResultsUrl: httpUrl.refine((value) => value.includes("{query}"), "{query} is missing").optional(),
};

const searchSchema = z.discriminatedUnion(
  "provider",
  [
    z.strictObject({
      provider: z.literal("local"),
      /** Words that mean the same, in groups: `[["erc", "cbc"], ["gasless", "energyless"]]`. Labels of proposals may be among them. */
      synonyms: z.array(z.array(z.string().trim().min(1)).min(2)).default([]),
      ...searchShape,
    }),
    z.strictObject({
      provider: z.literal("algolia"),
      appId: z.string({ error: "the search application id is missing" }).min(1, "the search application id is missing"),
      apiKey: z
        .string({ error: "the public search-only key is missing" })
        .min(1, "the public search-only key is missing"),
      indexName: z
        .string({ error: "the name of the search index is missing" })
        .min(1, "the name of the search index is missing"),
      /** Origins to ask in place of the provider's own, for a proxy. */
      hosts: z.array(origin).min(1).optional(),
      /** Sends what readers see and choose to the provider's analytics. */
      insights: z.boolean().default(false),
      ...searchShape,
    }),
    z.strictObject({ provider: z.literal("none") }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? "the search provider is local, algolia or none" : undefined) },
);

const localeSchema = z.strictObject({
  label: z.string().min(1),
  direction: z.enum(["ltr", "rtl"]).default("ltr"),
  htmlLang: z.string().refine(isLanguageTag, "this is no language tag, as de-DE is one"),
  calendar: z
    .string()
    .refine((name) => Intl.supportedValuesOf("calendar").includes(name), "there is no such calendar")
    .default("gregory"),
  /** Folder of the locale's routes; the default locale has none. */
  path: z.string().regex(/^[\w-]+$/, "a locale's path is one folder: letters, digits, - and _"),
});

const severity = z.enum(["off", "warn", "error"]);

const lintSchema = z.strictObject({
  /** How grave what a rule finds is, alone or with the rule's options; which rules and options there are, the rules themselves say. */
  rules: z.record(z.string(), z.union([severity, z.tuple([severity, z.record(z.string(), z.unknown())])])).default({}),
  /** Rules that proposals of a status are not held to. */
  relax: z.record(z.string(), names).default({}),
});

const historySchema = z.strictObject({
  /** Tells readers what changed since they read a proposal. The browser alone remembers what they read. */
  visits: z.boolean().default(true),
});

/** Where content lies unless the configuration says otherwise. */
export const contentFolders = {
  proposals: "content/cip",
  docs: "content/docs",
  static: "content/static",
  home: "content/home.md",
  i18n: "content/i18n",
} as const;

/** The whole file, as it is written. */
export const configSchema = z.strictObject({
  title: z.string().min(1),
  tagline: z.string().default(""),
  /** Origin of the published site. */
  url: httpUrl.refine(
    (value) => !/^https?:/i.test(value) || !URL.canParse(value) || new URL(value).pathname === "/",
    "the path of the site goes into baseUrl",
  ),
  baseUrl: z
    .string()
    .regex(/^\/(?:[^\s?#]*\/)?$/, "the base path starts and ends with /")
    .default("/"),
  titleSeparator: z.string().default("|"),
  themeColor: cssColor.default("#3b9a3e"),
  /** A blockchain address for the custom field and the page meta property. */
  address: z.string().min(1).optional(),
  organization: z.strictObject({ name: z.string().min(1), url: httpUrl.optional() }).optional(),
  defaultLocale: z.string().default("en-US"),
  locales: z
    .record(z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/), localeSchema.partial(), {
      error: (issue) =>
        issue.code === "invalid_key" ? "this is no code of a language: write one such as de-DE or sk" : undefined,
    })
    .default({ "en-US": {} }),
  content: z
    .strictObject({
      proposals: z.string().default(contentFolders.proposals),
      docs: z.string().default(contentFolders.docs),
      static: z.string().default(contentFolders.static),
      home: z.string().default(contentFolders.home),
      i18n: z.string().default(contentFolders.i18n),
    })
    .prefault({}),
  series: z.array(seriesInputSchema).min(1),
  /** The addresses of the register's repository on its code host: links to its files are links of this site. */
  repository: z
    .union([httpUrl, z.array(httpUrl)])
    .transform((urls) => (typeof urls === "string" ? [urls] : urls))
    .default([]),
  /** Registers on other sites: where a proposal of a label is that this site does not have. */
  elsewhere: z
    .array(
      z.strictObject({
        /** As proposals name it: EIP. */
        label: z.string().min(1),
        url: httpUrl.refine((value) => value.includes("{number}"), "{number} is missing"),
        /** Digits that a number is padded to in the URL. */
        numberWidth: z.int().min(1).max(12).default(1),
      }),
    )
    .default([]),
  /** Of the first series. */
  numbering: numberingSchema.optional(),
  /** Of the first series: routes that show its first page too. */
  listAliases: z.array(route).optional(),
  pageSize: z.int().min(1).default(10),
  docs: docsSchema.optional(),
  home: z
    .strictObject({ actions: z.array(linkSchema).default([]), latest: z.int().nonnegative().default(5) })
    .prefault({}),
  navbar: z
    .strictObject({
      logo: z
        .strictObject({ src: z.string().optional(), href: linkTarget.optional(), label: z.string().optional() })
        .default({}),
      /** By default the registers, and of a single one tags, archive and insights. */
      items: z.array(navbarItemSchema).optional(),
    })
    .prefault({}),
  footer: z
    .strictObject({
      columns: z.array(z.strictObject({ title: z.string().min(1), links: z.array(linkSchema) })).default([]),
      copyright: z.string().default(""),
    })
    .prefault({}),
  announcement: z
    .strictObject({ id: z.string().min(1), text: z.string().min(1), closable: z.boolean().default(true) })
    .optional(),
  colorMode: z
    .strictObject({ default: z.enum(["light", "dark"]).default("light"), respectSystem: z.boolean().default(true) })
    .prefault({}),
  toc: z
    .strictObject({ minLevel: z.int().min(2).max(6).default(2), maxLevel: z.int().min(2).max(6).default(3) })
    .prefault({}),
  search: searchSchema.default({ provider: "local", synonyms: [], maxResultsPerGroup: 5 }),
  /** Draws a picture for every proposal, shown where links to it are shared. Takes some 20 ms each, once. */
  socialCards: z.boolean().default(false),
  /** Base of "edit this page": the path of the file below the root is appended. */
  editUrl: httpUrl.optional(),
  /** Schemes that links may have beside http, https, mailto, tel, ipfs, ipns, magnet, matrix, xmpp, irc, ircs and web+…: `["ftp", "bitcoin"]`. */
  linkSchemes: z.array(linkScheme).default([]),
  /** A Markdown file of more bytes is an error: some text of that size would take gigabytes. */
  maxFileSize: z.number().int().positive().default(2_000_000),
  trailingSlash: z.boolean().default(false),
  output: z.strictObject({ format: z.enum(["directory", "file"]).default("directory") }).prefault({}),
  checks: z
    .strictObject({
      brokenLinks: check.default("error"),
      brokenMarkdownLinks: check.default("warn"),
      brokenAnchors: check.default("warn"),
    })
    .prefault({}),
  lint: lintSchema.prefault({}),
  /** What git says of the proposals: timelines, versions, differences, insights, the graph. `false` turns all of it off. */
  history: z
    .union([z.boolean(), historySchema], { error: "true, false or an object such as { visits: false } is needed" })
    .transform((history) => (history === true ? historySchema.parse({}) : history))
    .default(historySchema.parse({})),
  feedItems: z.int().min(1).default(20),
});

export type ConfigInput = z.input<typeof configSchema>;
/** What a profile gives: any of a series' keys. */
export type ProfileInput = Partial<z.input<typeof seriesSchema>>;
export type SeriesInput = z.input<typeof seriesInputSchema>;
export type ParsedConfig = z.output<typeof configSchema>;
export { seriesSchema };
export type ParsedSeries = z.output<typeof seriesSchema>;
export type NavbarItem = z.output<typeof navbarItemSchema>;
export type LinkItem = z.output<typeof linkSchema>;
export type DocsVersion = z.output<typeof docsVersionSchema>;
export type Locale = Required<z.output<typeof localeSchema>>;
export type Numbering = z.output<typeof numberingSchema>;
export type FieldName = keyof z.output<typeof keysSchema>;
export type FieldRule = z.output<typeof fieldSchema>;
export type SectionRule = z.output<typeof sectionSchema>;
export type LintConfig = z.output<typeof lintSchema>;
export type CheckLevel = z.output<typeof check>;
