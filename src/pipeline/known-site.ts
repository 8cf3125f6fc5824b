/**
 * A linked site that is memoized while only its texts are edited: most edits of a text change nothing that other pages
 * show, nor where its links lead. Then the site is the same, and only the text is replaced.
 */
import type { SiteConfig } from "../config/index.js";
import type { Translator } from "../i18n/strings.js";
import type { PageCode } from "../model/assets.js";
import type { LocaleContext } from "../model/context.js";
import type { Site } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { isSameList } from "../shared/lists.js";
import type { KnownLinks } from "../site/index.js";
import type { SiteHistory } from "./history.js";
import type { Inputs } from "./inputs.js";

/** What a site is linked from. */
export interface SiteGround {
  config: SiteConfig;
  inputs: Inputs;
  history: Result<SiteHistory>;
  strings: ReadonlyMap<string, Translator>;
  /** The pages that are components. */
  components: readonly PageCode[] | undefined;
  /** Problems of reading the texts. */
  unreadable: readonly Diagnostic[];
  documents: readonly Document[];
}

export interface KnownSite {
  ground: SiteGround;
  site: Site;
  contexts: LocaleContext[];
  /** All but those of parsing. */
  diagnostics: Diagnostic[];
}

/**
 * @param exists whether there is a file or a folder at a path below the root.
 * @returns whether this ground leads to the same site. Places of links may differ, so a text with a problem has to be
 * linked again.
 */
export function isStillSite(
  { ground: former, diagnostics }: KnownSite,
  ground: SiteGround,
  links: KnownLinks,
  exists: (path: string) => boolean,
): boolean {
  const { config, inputs, history, strings, components, unreadable, documents } = ground;
  if (config !== former.config || inputs !== former.inputs) return false;
  if (components !== former.components || history !== former.history || strings !== former.strings) return false;
  if (!isSameList(unreadable, former.unreadable) || documents.length !== former.documents.length) return false;
  const withProblems = new Set(diagnostics.map(({ file }) => file));
  const isAlike = (document: Document, before: Document | undefined) =>
    document === before ||
    (document.path === before?.path &&
      document.sharedDigest === before.sharedDigest &&
      !withProblems.has(document.path));
  return (
    documents.every((document, index) => isAlike(document, former.documents[index])) && links.haveSameAnswers(exists)
  );
}
