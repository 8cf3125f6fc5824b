/** The addresses of the kinds of pages (output/pages) and of outputs (output/files), which linking needs. The build gives their lists to the site. */
import type { SiteConfig } from "../../config/index.js";
import type { LocalizedText, Register, Route, Site, SitePages } from "./site.js";

/** The addresses of a kind of page. @template R the type of its routes, with the fields that only this kind has. */
export interface PageAddresses<R extends Route = Route> {
  /** Its addresses, known before links are followed. */
  routes?(pages: SitePages): R[];
  /** Addresses that exist because texts link to them. */
  linkedRoutes?(site: Pick<Site, "registers" | "folders">): R[];
  /** The text that the page shows as its content. */
  text?(route: R, pages: SitePages): LocalizedText;
  /** The address that a page redirects to. Readers never see pages of a kind with this function. */
  leadsTo?(route: R): string;
  /** The file for programs beside the page, at an address without locale prefix. */
  beside?: { url(route: R, config: SiteConfig): string };
}

/** What the addresses of outputs depend on. It is known before links are followed. */
interface OutputSource {
  config: SiteConfig;
  registers: readonly Pick<Register, "series" | "historyEnd" | "tags" | "proposals">[];
}

/** The addresses of a kind of output. */
export interface OutputAddresses {
  /** Whether it is made in every locale, at addresses with the prefix of the locale, or once. */
  each: "locale" | "site";
  /** Its addresses, without prefix. Texts may link to them. */
  urls(source: OutputSource): readonly string[];
}

export interface SiteKinds {
  /** If two kinds claim one address, the earlier one has it. */
  pages: readonly PageAddresses[];
  pageOf(route: Pick<Route, "kind">): PageAddresses;
  outputs(config: SiteConfig): readonly OutputAddresses[];
}
