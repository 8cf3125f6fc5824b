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
  /** The number. */
  number: names.optional(),
  /** The title. */
  title: names.optional(),
  /** One sentence, for lists and search engines. */
  description: names.optional(),
  /** Who wrote it. */
  author: names.optional(),
  /** The status. */
  status: names.optional(),
  /** Why it has that status. */
  statusReason: names.optional(),
  /** Tags, each of which has a list. */
  tags: names.optional(),
  /** Words for search engines. */
  keywords: names.optional(),
  /** The day on which it was written. */
  date: names.optional(),
  /** The day of its last change. */
  updated: names.optional(),
  /** The end of the last call. */
  deadline: names.optional(),
  /** The language of the text. */
  lang: names.optional(),
  /** Proposals that it builds on. */
  requires: names.optional(),
  /** Proposals that it replaces. */
  supersedes: names.optional(),
  /** Proposals that replace it. */
  supersededBy: names.optional(),
  /** Where it is discussed. */
  discussions: names.optional(),
});

const id = z.string().regex(/^[a-z0-9-]+$/);
const label = z.string().regex(/[a-z0-9]/i, "a label needs a letter or a digit");

/** A label alone stands for the status of that name, in the tone that registers usually give it. */
const statusSchema = z
  .union([
    z.strictObject({
      /** Lower case; part of addresses and of the data. */
      id: id,
      /** How readers see it. */
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
  .union([
    z.strictObject({
      /** Lower case; part of addresses and of the data. */
      id: id,
      /** How readers see it. */
      label: z.string().min(1),
      /** Other spellings in metadata; case, spaces and hyphens never matter. */
      aliases: names.default([]),
    }),
    label,
  ])
  .transform((category) =>
    typeof category === "string" ? { id: idOf(category), label: category, aliases: [] } : category,
  );

const sectionSchema = z.strictObject({
  /** The heading. */
  title: z.string().min(1),
  /** Whether every proposal has it. */
  required: z.boolean().default(false),
  /** Has no place of its own in the order. */
  anywhere: z.boolean().default(false),
  /** Other headings that are taken for it; case never matters. */
  aliases: names.default([]),
});

const fieldSchema = z.strictObject({
  /** The key in front matter. */
  key: z.string().min(1),
  /** For every proposal, or for those of some statuses. */
  required: z.union([z.boolean(), names]).default(false),
  /** What `cipgen new` writes for it. */
  initial: z.string().optional(),
  /** Shows a field of the register's own among the facts of a proposal, under this label; by default the key. */
  show: z.boolean().default(false),
  /** How readers see the key. */
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
  /** Address of the register's list, without a slash at its end. */
  route: route,
  /** Address of a proposal: `{route}`, `{id}`, `{number}`, `{category}`, `{slug}` and `{status}` are replaced. */
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
  /** Where the category of a proposal comes from, and which there are. */
  category: z
    .strictObject({
      /** The folder of the file, a field of its metadata, or nothing. */
      from: z.enum(["folder", "field", "none"]).default("none"),
      /** Keys of metadata that it is read from, with `from: "field"`. */
      keys: names.default(["category"]),
      /** The categories in their order: labels, or objects. */
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
  /** Which numbers have a page. */
  numbering: numberingSchema.optional(),
  /** Routes that show the first page of the list too. */
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
  /** The kind of register: it gives every key that is not written here. */
  profile: z.enum(profileNames).optional(),
  ...seriesSchema.partial().shape,
});

const navbarItemSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      /** What the item is. */
      type: z.literal("link"),
      /** What readers see. */
      label: z.string().min(1),
      /** A route of the site, or an address. */
      to: linkTarget,
      /** The end of the bar that it is at. */
      position: z.enum(["left", "right"]).default("left"),
      /** Opens the link in a tab of its own. */
      newTab: z.boolean().default(false),
    }),
    z.strictObject({
      /** What the item is. */
      type: z.literal("doc"),
      /** Id of a page of the docs. */
      docId: z.string({ error: "the id of a docs page is missing" }).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** The end of the bar that it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** What the item is. */
      type: z.literal("docSidebar"),
      /** Id of a sidebar of the docs, whose first page it leads to. */
      sidebarId: z.string({ error: "the id of a sidebar is missing" }).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** The end of the bar that it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** What the item is. */
      type: z.literal("docsVersion"),
      /** Name of a version of the docs. */
      version: z.string({ error: "the name of a docs version is missing" }).min(1),
      /** What readers see. */
      label: z.string().optional(),
      /** The end of the bar that it is at. */
      position: z.enum(["left", "right"]).default("left"),
    }),
    z.strictObject({
      /** The insights of a register; left out where it has no history. */
      type: z.literal("insights"),
      /** Id of the register's series; by default the first one. */
      series: z.string().min(1).optional(),
      /** What readers see. */
      label: z.string().optional(),
      /** The end of the bar that it is at. */
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

const linkSchema = z.strictObject({
  /** What readers see. */
  label: z.string().min(1),
  /** A route of the site, or an address. */
  to: linkTarget,
  /** Opens the link in a tab of its own. */
  newTab: z.boolean().default(false),
});

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

const docsVersionSchema = z.strictObject({
  /** Lower case; other keys name the version by it. */
  name: z.string({ error: "the name of a docs version is missing" }).regex(/^[\w.-]+$/),
  /** What readers see. */
  label: z.string().min(1),
  /** Path below the docs' route; the last version has none. */
  path: z.string().default(""),
  /** The version that readers are led to. */
  isLast: z.boolean().default(false),
  /** Folder of its pages; `content.docs` by default. */
  source: z.string().optional(),
});

const docsSchema = z.strictObject({
  /** Where the docs are. */
  route: route.default("/docs"),
  /** Heading of the docs, and their section in search. */
  title: z.string().default("Docs"),
  /** Id of the page that the docs begin with: its path below `content.docs`, without extension. */
  mainDocId: z.string({ error: "the id of the main doc is missing" }).min(1),
  /** "auto" lists all pages by `sidebar_position`. */
  sidebars: z.record(z.string(), z.union([z.literal("auto"), z.array(sidebarItemSchema)])).default({ docs: "auto" }),
  /** Versions of the docs, the newest first. */
  versions: z
    .array(docsVersionSchema)
    .min(1)
    .default([{ name: "current", label: "Next", path: "", isLast: true }]),
});

const searchShape = {
  /** How many results of a section the dialog shows. */
  maxResultsPerGroup: z.int().positive().default(5),
  /** Where readers say what they looked for in vain; `{query}` stands for it. */
  missingResultsUrl: httpUrl.refine((value) => value.includes("{query}"), "{query} is missing").optional(),
};

const searchSchema = z.discriminatedUnion(
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
      appId: z.string({ error: "the search application id is missing" }).min(1, "the search application id is missing"),
      /** The public key, which can search and nothing else. */
      apiKey: z
        .string({ error: "the public search-only key is missing" })
        .min(1, "the public search-only key is missing"),
      /** Name of the index. */
      indexName: z
        .string({ error: "the name of the search index is missing" })
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

const localeSchema = z.strictObject({
  /** Name of the language in the language menu. */
  label: z.string().min(1),
  /** Of the writing. */
  direction: z.enum(["ltr", "rtl"]).default("ltr"),
  /** Language tag of the pages; the code by default. */
  htmlLang: z.string().refine(isLanguageTag, "this is no language tag, as de-DE is one"),
  /** Calendar in which dates are shown. */
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
  /** Address of a JSON Schema, by which editors help with a `.json` file: `./node_modules/cipgen/dist/config.schema.json`. */
  $schema: z.string().optional(),
  /** Name of the site. */
  title: z.string().min(1),
  /** One line below the name. */
  tagline: z.string().default(""),
  /** Origin of the published site. */
  url: httpUrl.refine(
    (value) => !/^https?:/i.test(value) || !URL.canParse(value) || new URL(value).pathname === "/",
    "the path of the site goes into baseUrl",
  ),
  /** Path of the published site, `/` or `/register/`. */
  baseUrl: z
    .string()
    .regex(/^\/(?:[^\s?#]*\/)?$/, "the base path starts and ends with /")
    .default("/"),
  /** Between a page's title and the site's. */
  titleSeparator: z.string().default("|"),
  /** Colour of links and buttons, `#rrggbb`; lighter and darker steps of it are taken where contrast needs them. */
  themeColor: cssColor.default("#3b9a3e"),
  /** A blockchain address for the custom field and the page meta property. */
  address: z.string().min(1).optional(),
  /** Who publishes the register. */
  organization: z
    .strictObject({
      /** Its name. */
      name: z.string().min(1),
      /** Its site. */
      url: httpUrl.optional(),
    })
    .optional(),
  /** The locale that is served at `/`. */
  defaultLocale: z.string().default("en-US"),
  /** The languages of the site by code, such as `de-DE`; an empty object is enough for those that cipgen has strings for. */
  locales: z
    .record(z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/), localeSchema.partial(), {
      error: (issue) =>
        issue.code === "invalid_key" ? "this is no code of a language: write one such as de-DE or sk" : undefined,
    })
    .default({ "en-US": {} }),
  /** Folders of the content, below the root. */
  content: z
    .strictObject({
      /** Proposals of the first series. */
      proposals: z.string().default(contentFolders.proposals),
      /** Pages of the docs. */
      docs: z.string().default(contentFolders.docs),
      /** Files that are copied as they are. */
      static: z.string().default(contentFolders.static),
      /** Text of the home page. */
      home: z.string().default(contentFolders.home),
      /** Translations, in a folder for each locale. */
      i18n: z.string().default(contentFolders.i18n),
    })
    .prefault({}),
  /** The registers of the site, each a series of proposals. */
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
        /** Address of a proposal: `{number}` is replaced. */
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
  /** How many proposals are on a page of a list. */
  pageSize: z.int().min(1).default(10),
  /** Docs beside the registers. */
  docs: docsSchema.optional(),
  /** The home page. */
  home: z
    .strictObject({
      /** Links of the first screen; the first is the main one. */
      actions: z.array(linkSchema).default([]),
      /** How many of the newest proposals are listed. */
      latest: z.int().nonnegative().default(5),
    })
    .prefault({}),
  /** The bar at the top. */
  navbar: z
    .strictObject({
      /** The site's mark and name. */
      logo: z
        .strictObject({
          /** Address of a picture of the site. */
          src: z.string().optional(),
          /** Where it leads; the home page by default. */
          href: linkTarget.optional(),
          /** Text beside the picture; the title of the site by default. */
          label: z.string().optional(),
        })
        .default({}),
      /** By default the registers, and of a single one tags, archive and insights. */
      items: z.array(navbarItemSchema).optional(),
    })
    .prefault({}),
  /** The foot of every page. */
  footer: z
    .strictObject({
      /** Lists of links. */
      columns: z
        .array(
          z.strictObject({
            /** Heading of the list. */
            title: z.string().min(1),
            /** The links in their order. */
            links: z.array(linkSchema),
          }),
        )
        .default([]),
      /** The last line. */
      copyright: z.string().default(""),
    })
    .prefault({}),
  /** A bar above all pages. */
  announcement: z
    .strictObject({
      /** Readers who closed an announcement see it again under another id. */
      id: z.string().min(1),
      /** What it says; harmless HTML is allowed. */
      text: z.string().min(1),
      /** Whether readers can close it. */
      closable: z.boolean().default(true),
    })
    .optional(),
  /** Light and dark. */
  colorMode: z
    .strictObject({
      /** For readers who chose nothing. */
      default: z.enum(["light", "dark"]).default("light"),
      /** Follows the reader's system before the default. */
      respectSystem: z.boolean().default(true),
    })
    .prefault({}),
  /** The table of contents: headings of which levels it has. */
  toc: z
    .strictObject({
      /** 2 is `##`. */
      minLevel: z.int().min(2).max(6).default(2),
      /** 6 is `######`. */
      maxLevel: z.int().min(2).max(6).default(3),
    })
    .prefault({}),
  /** How readers search. */
  search: searchSchema.default({ provider: "local", synonyms: [], maxResultsPerGroup: 5 }),
  /** Draws a picture for every proposal, shown where links to it are shared. Takes some 20 ms each, once. */
  socialCards: z.boolean().default(false),
  /** Base of "edit this page": the path of the file below the root is appended. */
  editUrl: httpUrl.optional(),
  /** Schemes that links may have beside http, https, mailto, tel, ipfs, ipns, magnet, matrix, xmpp, irc, ircs and web+…: `["ftp", "bitcoin"]`. */
  linkSchemes: z.array(linkScheme).default([]),
  /** A Markdown file of more bytes is an error: some text of that size would take gigabytes. */
  maxFileSize: z.number().int().positive().default(2_000_000),
  /** Writes addresses with a slash at their end, for hosts that redirect to those. */
  trailingSlash: z.boolean().default(false),
  /** How pages are written, to fit the host. */
  output: z
    .strictObject({
      /** `/cip` as `cip/index.html`, or as `cip.html`. */
      format: z.enum(["directory", "file"]).default("directory"),
    })
    .prefault({}),
  /** How serious a problem with links is for a build. `check-links` takes all for errors. */
  checks: z
    .strictObject({
      /** Addresses of this site that nothing answers. */
      brokenLinks: check.default("error"),
      /** Relative links to Markdown files that are not there. */
      brokenMarkdownLinks: check.default("warn"),
      /** Links to headings that do not exist. */
      brokenAnchors: check.default("warn"),
    })
    .prefault({}),
  /** Which rules `cipgen lint` holds texts to. */
  lint: lintSchema.prefault({}),
  /** What git says of the proposals: timelines, versions, differences, insights, the graph. `false` turns all of it off. */
  history: z
    .union([z.boolean(), historySchema], { error: "true, false or an object such as { visits: false } is needed" })
    .transform((history) => (history === true ? historySchema.parse({}) : history))
    .default(historySchema.parse({})),
  /** How many proposals are in a feed. */
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
