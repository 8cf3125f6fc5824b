/** What a site can add, in the form in which the program has its own. Every part is a function of its arguments alone: no clock, no network, no files. */
import type { OwnFields, SiteData } from "./site-data.js";

/** A file that an output makes. */
export interface OutputContent {
  /** One of the output's paths, or below one that ends with a slash. */
  path: string;
  content: string | Uint8Array;
}

/**
 * Files that are no pages: a calendar, a table, a list for another program. They are written, served, checked, verified and removed like the
 * program's own.
 */
export interface Output<Fields = OwnFields> {
  /** Names it in messages. */
  name: string;
  /** Once in each language, below its prefix, or once, in the default language (the default). */
  each?: "locale" | "site";
  /** Paths of its files below the site, such as `calendar.ics`; one that ends with a slash reserves a folder. */
  paths: readonly string[];
  /** Digest of all that its files show: with the same digest they are not made again. By default that of the whole site. */
  digestOf?(site: SiteData<Fields>): string;
  files(site: SiteData<Fields>): readonly OutputContent[] | Promise<readonly OutputContent[]>;
}

/**
 * A plugin of markdown-it: it gets the parser and the options that the configuration has beside it. What it renders passes the same sanitizer as
 * an author's HTML. Several threads call it.
 */
// biome-ignore lint/suspicious/noExplicitAny: the parser's types are those of markdown-it, which sites need not have
export type MarkdownPlugin = (md: any, ...options: any[]) => void;
