/** The types of the code that a site can add, and of the data that this code gets. The code must depend on its arguments alone: on no clock, network or file. */
import type { CategoryView, Translate } from "./view.js";
import type { StatusView } from "./view-parts.js";

/** The custom fields of a register, by key, as text. */
export type OwnFields = Readonly<Record<string, string>>;

/** The whole site in one language. @template Fields the register's own fields: `{ team: string; budget?: string }`. */
export interface SiteData<Fields = OwnFields> {
  title: string;
  tagline: string;
  /** Origin and base path, without a slash at the end. */
  url: string;
  /** Code of this language, `en-US`. */
  locale: string;
  registers: RegisterData<Fields>[];
  /** Looks up a string of the interface. */
  t: Translate;
}

/** One series of proposals. */
export interface RegisterData<Fields = OwnFields> {
  /** As in the configuration: `cip`. */
  id: string;
  /** Prefix of numbers: `CIP`. */
  label: string;
  title: string;
  /** Path of its list. */
  href: string;
  /** In the order of a proposal's life. */
  statuses: StatusView[];
  categories: { id: string; label: string }[];
  /** By number. */
  proposals: ProposalData<Fields>[];
  /** Authors, by name. */
  people: PersonData<Fields>[];
}

/** An author of proposals. */
export interface PersonData<Fields = OwnFields> {
  /** In its most frequent spelling. */
  name: string;
  /** Identifies the person within the site; safe in addresses. */
  id: string;
  handle?: string;
  email?: string;
  url?: string;
  /** By number. */
  proposals: ProposalData<Fields>[];
}

/** A change of a proposal's status. Dates are `YYYY-MM-DD`. */
export interface StatusChangeData {
  /** Id. */
  status: string;
  date: string;
  /** Full hash. */
  commit: string;
}

/** One proposal. Dates are `YYYY-MM-DD`. */
export interface ProposalData<Fields = OwnFields> {
  /** A text if it is not decimal: `5A`. */
  number: number | string | null;
  /** Its name in a register without numbers, where `number` is null. */
  slug?: string;
  /** The number as readers see it: `20`, `0001`. */
  id: string;
  /** `CIP-20` */
  label: string;
  title: string;
  description: string;
  /** Undefined if the source has none. */
  status?: StatusView;
  category?: CategoryView;
  tags: string[];
  keywords: string[];
  authors: PersonData<Fields>[];
  date?: string;
  /** Day of the last commit that changed the proposal; without a history, the day in its metadata. */
  updated?: string;
  /** End of the last call. */
  deadline?: string;
  /** Path of its page. */
  href: string;
  /** The same, absolute. */
  url: string;
  /** Path of its source, relative to the root; undefined for a reserved number. */
  path?: string;
  discussions: string[];
  fields: Fields;
  requires: ProposalData<Fields>[];
  requiredBy: ProposalData<Fields>[];
  supersedes: ProposalData<Fields>[];
  supersededBy: ProposalData<Fields>[];
  updates: ProposalData<Fields>[];
  updatedBy: ProposalData<Fields>[];
  mentions: ProposalData<Fields>[];
  mentionedBy: ProposalData<Fields>[];
  /** Oldest first; empty without a history. */
  statuses: StatusChangeData[];
  headings: { level: number; id: string; text: string }[];
}

/**
 * The props of a page that is a component.
 * @template Fields the register's own fields: `{ team: string; budget?: string }`.
 * @template Data the data that `paths` gives for each page.
 */
export interface OwnPageProps<Fields = OwnFields, Data = unknown> {
  /** The whole register in the language of the page. */
  site: SiteData<Fields>;
  /** The data that `paths` gives for this page; undefined without `paths`. */
  data: Data;
  /** Looks up a string of the interface. */
  t: Translate;
  /** Code of the page's language, `en-US`. */
  locale: string;
  /** The address of a page of the site as a link needs it, with base path and language: `href("/about")`. */
  href(to: string): string;
}

/** A page of a component. `paths` returns a list of these, with the same addresses in every language. */
export interface OwnPagePath<Data = unknown> {
  /** Relative to the folder of the file, or from `/`. */
  path: string;
  title?: string;
  description?: string;
  data?: Data;
}

/** A file that an output makes. */
export interface OutputContent {
  /** One of the output's paths, or below one that ends with a slash. */
  path: string;
  content: string | Uint8Array;
}

/**
 * Files that are not pages: a calendar, a table, a list for another program. The program writes, serves, checks and removes them like its own files.
 */
export interface Output<Fields = OwnFields> {
  /** Names it in messages. */
  name: string;
  /** `locale` makes the files for each language, below its prefix; `site`, the default, makes them once, in the default language. */
  each?: "locale" | "site";
  /** Paths of its files below the site, such as `calendar.ics`; one that ends with a slash reserves a folder. */
  paths: readonly string[];
  files(site: SiteData<Fields>): readonly OutputContent[] | Promise<readonly OutputContent[]>;
}

/**
 * A plugin of markdown-it: it gets the parser and the plugin's options from the configuration. The HTML that it renders passes the same sanitizer as
 * an author's. Texts are rendered in any order.
 */
// biome-ignore lint/suspicious/noExplicitAny: the parser's types are those of markdown-it, which sites need not have
export type MarkdownPlugin = (md: any, ...options: any[]) => void;

/** A piece of a text, by offsets in UTF-16 units, and what replaces it. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** A problem that a check finds in a text. Lines and columns count from 1, columns in UTF-16 units. */
export interface CheckFinding {
  message: string;
  line: number;
  column: number;
  length?: number;
  /** What to do about it. */
  help?: string;
  /** The fix, which is applied as a whole or not at all. Only a check with `fixes` may have it. */
  edits?: readonly TextEdit[];
}

/** A piece of a text with its place. */
export interface PlacedText {
  text: string;
  line: number;
  column: number;
  /** In UTF-16 units. */
  length: number;
}

/** A field of the metadata, with the place of its value. */
export interface CheckedField extends PlacedText {
  /** As it is written. */
  key: string;
  /** Each item of a list, or the one value. */
  values: readonly PlacedText[];
}

/** One text as checks see it. */
export interface CheckedText<Fields = OwnFields> {
  /** Relative to the root. */
  path: string;
  /** As it is on the disk. */
  text: string;
  /** Without line ends. */
  lines: readonly string[];
  kind: "proposal" | "companion" | "doc" | "page" | "home";
  /** Locale of a translation; undefined for an original. */
  locale?: string;
  /** The proposal, if the text is its original; undefined for all other texts, and for a proposal that the register leaves out. */
  proposal?: ProposalData<Fields>;
  /** A field of a proposal's metadata by its key: case, hyphens and spaces do not matter. */
  field(key: string): CheckedField | undefined;
  headings: readonly { level: number; text: string; line: number; column: number }[];
  /** Links of the text, without those in code. */
  links: readonly { text: string; url: string; line: number; column: number }[];
}

/** Options of a check, with their defaults. */
export type CheckOptions = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * A rule of `cipgen lint` that a site adds. As for the program's rules, `lint.rules` sets its severity and options, comments make exceptions, and
 * reports name it.
 */
export interface Check<Options = CheckOptions, Fields = OwnFields> {
  /** Stable, because configurations, comments and baselines name it: `has-budget`. */
  id: string;
  /** The default, which `lint.rules` can change. */
  severity: "warn" | "error";
  /** One line for a list of rules, without a full stop. */
  summary: string;
  /** For `cipgen lint --explain`: the reason, with wrong and right examples, in Markdown. */
  help: string;
  /** Originals of proposals only, or every text: translations, docs and the home page too. */
  scope: "proposals" | "texts";
  /** Default options. Values in `lint.rules` must have the same types. */
  options?: Options;
  /** Set if the findings in a text depend on other texts: the check then runs again when another text changes. */
  dependsOnSite?: boolean;
  /** Set if some findings have edits, which `lint --fix` applies if the page stays the same. */
  fixes?: boolean;
  check(text: CheckedText<Fields>, site: SiteData<Fields>, options: Options): readonly CheckFinding[];
}
