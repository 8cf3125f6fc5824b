/** What a `.tsx` file among the pages of a site gets and may export. */
import type { OwnFields, SiteData } from "./site-data.js";
import type { Translate } from "./view.js";

/**
 * The props of a page that is a component.
 * @template Fields the register's own fields: `{ team: string; budget?: string }`.
 * @template Data what `paths` gives to each page.
 */
export interface OwnPageProps<Fields = OwnFields, Data = unknown> {
  /** The whole register in the language of the page. */
  site: SiteData<Fields>;
  /** What `paths` says of this page; undefined without `paths`. */
  data: Data;
  /** Looks up a string of the interface. */
  t: Translate;
  /** Code of the page's language, `en-US`. */
  locale: string;
  /** The address of a page of the site as a link needs it, with base path and language: `href("/about")`. */
  href(to: string): string;
}

/** One of the pages of a component: what its `paths` returns is a list of these, with the same addresses in every language. */
export interface OwnPagePath<Data = unknown> {
  /** Relative to the folder of the file, or from `/`. */
  path: string;
  title?: string;
  description?: string;
  data?: Data;
}
