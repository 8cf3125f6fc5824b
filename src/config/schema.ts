/**
 * The schema of a site's configuration: keys, meanings and defaults. It is strict, so that a misspelt key is an error
 * and not a silent default. Every stage gets only the slice it needs. Larger parts are in `schema/`.
 */
import * as z from "zod";
import { usualMaxFileSize } from "../shared/text-format.js";
import { contentFolders } from "./defaults.js";
import { usualLocale } from "./locales.js";
import {
  checkHead,
  checksSchema,
  extensionsSchema,
  formatsSchema,
  headTagSchema,
  type markdownExtras,
  markdownSchema,
  outputsSchema,
} from "./schema/extension.js";
import {
  type fieldSchema,
  type keysSchema,
  lintSchema,
  numberingSchema,
  type sectionSchema,
  seriesInputSchema,
  seriesSchema,
} from "./schema/series.js";
import {
  docsSchema,
  type docsVersionSchema,
  languageCode,
  linkSchema,
  localeSchema,
  navbarItemSchema,
  searchSchema,
} from "./schema/site.js";
import {
  basePath,
  check,
  cssColor,
  httpUrl,
  linkScheme,
  linkTarget,
  pathBelowRoot,
  redirectsSchema,
  route,
  sitePath,
  siteUrl,
} from "./schema/values.js";
import { parseOptions } from "./wording.js";

export type { SidebarCategory } from "./schema/site.js";

const checkLevelsSchema = z.strictObject({
  /** Links to addresses of this site that do not exist. `check-links` treats all of these problems as errors. */
  brokenLinks: check.default("error"),
  /** Links to texts, and to the repository on its code host, whose file does not exist. By default they are warnings; new ones are errors in `review`. */
  brokenMarkdownLinks: check.optional(),
  /** Links to headings that do not exist. */
  brokenAnchors: check.default("warn"),
  /** Lint rules that the site adds, see `Check`. Needs a configuration that is a module. */
  rules: checksSchema.default([]),
});

/** The whole file, as it is written. */
export const configSchema = z.strictObject({
  /** Address of a JSON Schema, by which editors help with a `.json` file: `./node_modules/cipgen/dist/config.schema.json`. */
  $schema: z.string().optional(),
  /** Name of the site. */
  title: z.string().min(1),
  /** One line below the name; `label.<tagline>` in the strings of a locale translates it. */
  tagline: z.string().default(""),
  /** Origin of the published site. */
  url: siteUrl,
  /** Path of the published site, `/` or `/register/`. */
  baseUrl: basePath.prefault("/"),
  /** Between a page's title and the site's. */
  titleSeparator: z.string().default("|"),
  /** Colour of links and buttons, `#rrggbb`; a lighter or darker shade is used if the contrast needs it. */
  themeColor: cssColor.default("#3b9a3e"),
  /** A blockchain address, which every page has in its head as the property `ican:xcb`. */
  address: z.string().min(1).optional(),
  /** The locale that is served at `/`. */
  defaultLocale: z.string().default(usualLocale),
  /** The languages of the site by code, such as `de-DE`; an empty object is enough for those that cipgen has strings for. */
  locales: z
    .record(languageCode, localeSchema.partial(), {
      error: (issue) =>
        issue.code === "invalid_key" ? "this is not a language code: write one such as de-DE or sk" : undefined,
    })
    .default({ [usualLocale]: {} }),
  /** Folders of the content, below the root. */
  content: z
    .strictObject({
      /** Proposals of the first series. */
      proposals: pathBelowRoot.default(contentFolders.proposals),
      /** Pages of the docs. */
      docs: pathBelowRoot.default(contentFolders.docs),
      /** Files that are copied as they are. */
      static: pathBelowRoot.default(contentFolders.static),
      /** Text of the home page. */
      home: pathBelowRoot.default(contentFolders.home),
    })
    .prefault({}),
  /** Folder of the site's own pages: `pages/about.md` is `/about`, `pages/index.md` replaces the home page. Write `false` if a folder of this name holds something else. */
  pages: z
    .union([z.literal(false), pathBelowRoot], { error: "a folder below the root is needed, or false" })
    .default("pages"),
  /** The registers of the site, each a series of proposals. */
  series: z.array(seriesInputSchema).min(1),
  /** The addresses of the register's repository on its code host, the present one first. Links to its files count as links of this site, and missing files are reported. */
  repository: z
    .union([httpUrl, z.array(httpUrl)])
    .transform((urls) => (typeof urls === "string" ? [urls] : urls))
    .default([]),
  /** Registers on other sites: addresses of proposals that this site does not have, by label. */
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
  /** Numbering of the first series. */
  numbering: numberingSchema.optional(),
  /** Routes that show the first page of the first series too. */
  listAliases: z.array(route).optional(),
  /** How many proposals are on a page of a list. */
  pageSize: z.int().min(1).default(10),
  /** Docs, in addition to the registers. */
  docs: docsSchema.optional(),
  /** The home page. */
  home: z
    .strictObject({
      /** Buttons below the headline; the first is the primary one. */
      actions: z.array(linkSchema).default([]),
    })
    .prefault({}),
  /** The bar at the top. */
  navbar: z
    .strictObject({
      /** The site's mark and name. */
      logo: z
        .strictObject({
          /** Address of a picture of the site. An SVG or PNG is also the site's icon, unless there is a `favicon` in `content.static`. */
          src: sitePath.optional(),
          /** The same for dark pages. */
          srcDark: sitePath.optional(),
          /** Where it leads; the home page by default. */
          href: linkTarget.optional(),
          /** Text beside the picture; the title of the site by default. */
          label: z.string().optional(),
        })
        .default({}),
      /** By default the registers and the docs; if there is only one register, also its tags, archive and insights. A list of your own replaces all of them. */
      items: z.array(navbarItemSchema).optional(),
    })
    .prefault({}),
  /** The bottom of every page. */
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
      /** What it says; it may contain the HTML that texts may contain. */
      text: z.string().min(1),
      /** Whether readers can close it. */
      closable: z.boolean().default(true),
    })
    .optional(),
  /** Light and dark. */
  colorMode: z
    .strictObject({
      /** For readers who have not chosen one, if `respectSystem` is false. */
      default: z.enum(["light", "dark"]).default("light"),
      /** Follows the reader's system in place of the default. */
      respectSystem: z.boolean().default(true),
    })
    .prefault({}),
  /** How readers search. */
  search: searchSchema.default({ provider: "local", synonyms: [], maxResultsPerGroup: 5 }),
  /** Draws a picture for every proposal, shown where links to it are shared. Takes about 20 ms each, once. */
  socialCards: z.boolean().default(false),
  /** Base of "edit this page": the path of the file below the root is appended. */
  editUrl: httpUrl.optional(),
  /** Schemes that links may have besides http, https, mailto, tel, ipfs, ipns, magnet, matrix, xmpp, irc, ircs and web+…: `["ftp", "bitcoin"]`. */
  linkSchemes: z.array(linkScheme).default([]),
  /** A text with more bytes is an error: some texts of that size would need gigabytes of memory. A former version with more is left out of the history. */
  maxFileSize: z.number().int().positive().default(usualMaxFileSize),
  /** Writes addresses with a trailing slash, for hosts that redirect to them. */
  trailingSlash: z.boolean().default(false),
  /** How pages are written, to fit the host. */
  output: z
    .strictObject({
      /** `/cip` as `cip/index.html`, or as `cip.html`. */
      format: z.enum(["directory", "file"]).default("directory"),
    })
    .prefault({}),
  /** Lint rules that the site adds (see `Check`), or an object that also sets how a build reports broken links. */
  checks: z
    .union([checksSchema, checkLevelsSchema])
    .transform((checks) => (Array.isArray(checks) ? checkLevelsSchema.parse({ rules: checks }, parseOptions) : checks))
    .prefault({}),
  /**
   * Says which texts are old: errors and broken links in an old proposal are warnings, and it is left out if it cannot be shown. New ones are
   * judged as strictly as without this key. A text that no commit has is always new.
   */
  legacy: z
    .strictObject({
      /**
       * The last number of an old proposal, or the last day on which one was added (`"2026-03-01"`): by the history, or else by its date. If this is
       * a number, a proposal without one is old if it was added no later than the last old proposal that has a number.
       */
      until: z.union([z.int().nonnegative(), z.iso.date()], {
        error: 'a number or a day such as "2026-03-01" is needed',
      }),
    })
    .optional(),
  /** Which rules `cipgen lint` checks. */
  lint: lintSchema.prefault({}),
  /** What is read from git: timelines, versions, differences, insights, the graph. `false` turns all of it off. */
  history: z.boolean().default(true),
  /** Lists the new proposals of open pull requests on the page `/incoming`, which search engines are told not to list. Nothing else shows them. */
  incoming: z
    .strictObject({
      /** The refs that were fetched, with a star for the number of a request. */
      refs: z
        .string()
        .regex(/^refs\/(?:[\w.-]+\/)+\*(?:\/[\w.-]+)*$/, 'a pattern with a star is needed, such as "refs/pull/*/head"'),
    })
    .optional(),
  /** What Markdown has besides CommonMark and GitHub's extensions. */
  markdown: markdownSchema.prefault({}),
  /** Style sheets of the site, below the root: they come after those of the program and win. The fonts and pictures that they name are published with them. */
  styles: z.array(z.string().min(1)).default([]),
  /**
   * Old addresses with new ones. An old one is a path of this site, a new one also an address of another site: `{ "/old": "/new", "/rfcs/:number-:slug.html": "/rfcs/:number" }`,
   * or the path of a JSON file that has them.
   */
  redirects: redirectsSchema.default({}),
  /** Further elements for the head of every page: scripts, links and metadata. */
  head: z.array(headTagSchema).superRefine(checkHead).default([]),
  /** Address of the picture that shared links show if a page has none: `/img/card.png` in `content.static`. */
  socialImage: sitePath.optional(),
  /** Address of the site's icon, in `content.static`: an SVG, PNG or ICO. */
  favicon: sitePath.optional(),
  /** Files that the site makes beside its pages: a calendar, a table, a list, see `Output`. Needs a configuration that is a module. */
  outputs: outputsSchema.default([]),
  /** Formats of texts that the program does not have, see `Format`. Needs a configuration that is a module. */
  formats: formatsSchema.default([]),
  /** Parts of a configuration that packages publish, see `Extension`. Lists are joined, the extensions' first; of other values the site's own win. Needs a configuration that is a module. */
  extensions: extensionsSchema.default([]),
  /** What `/api/v1/` has besides the facts of a proposal. */
  api: z
    .strictObject({
      /** The text of each section, not only its heading and its address. */
      sections: z.boolean().default(false),
    })
    .prefault({}),
  /** What the feeds of the register, its statuses, its categories and its last calls have. */
  feeds: z
    .strictObject({
      /** "full" has the whole text of each proposal, "summary" its first paragraph. */
      content: z.enum(["summary", "full"]).default("summary"),
    })
    .prefault({}),
});

export type ConfigInput = z.input<typeof configSchema>;
/** A profile: any keys of a series, and those that only a profile can set for a series. */
export interface ProfileInput extends Partial<z.input<typeof seriesSchema>> {
  /** A bad value of a field in an old text is a warning, and its page is built anyway: the registers of this kind have such texts. */
  isLenient?: true;
  /** Lint rules for the proposals of the series. What the site's `lint` says of a rule comes first. */
  lint?: z.input<typeof lintSchema>;
  /** Ids of lint rules that do not apply to proposals of a status. */
  relaxed?: Readonly<Record<string, readonly string[]>>;
}
export type SeriesInput = z.input<typeof seriesInputSchema>;
export type ParsedConfig = z.output<typeof configSchema>;
export { seriesSchema };
export type ParsedSeries = z.output<typeof seriesSchema>;
/** Besides those of a configuration there is one of the default navbar: the insights of the first register, where its history has something to show. */
export type NavbarItem = z.output<typeof navbarItemSchema> | { type: "insights"; label?: undefined; position: "left" };
export type LinkItem = z.output<typeof linkSchema>;
export type DocsVersion = z.output<typeof docsVersionSchema>;
export type Locale = Required<z.output<typeof localeSchema>>;
export type Numbering = z.output<typeof numberingSchema>;
export type FieldName = keyof z.output<typeof keysSchema>;
export type FieldRule = z.output<typeof fieldSchema>;
export type SectionRule = z.output<typeof sectionSchema>;
export type LintConfig = z.output<typeof lintSchema>;
export type MarkdownExtra = (typeof markdownExtras)[number];
export type MarkdownConfig = z.output<typeof markdownSchema>;
export type CheckLevel = z.output<typeof check>;
