/**
 * The type of a kind of output. Each kind is one file of this folder and one line in `index.ts`; the plan, the link check
 * and the claims of addresses read that list.
 */
import type { Cache } from "../../platform/cache.js";
import type { OutputFile, PlannedFiles } from "../../shared/output.js";
import type { RenderContext } from "../../site/model/context.js";
import type { OutputAddresses } from "../../site/model/kinds.js";
import type { Texts } from "../../site/model/site.js";

/** The inputs of an output. */
export interface OutputRequest {
  /** The site in the language of the files; for files of the whole site, in its default language. */
  context: RenderContext;
  /** The site in all languages. */
  contexts: readonly RenderContext[];
  texts: Texts;
  /** The cache of drawn pictures. */
  cache: Cache;
}

/** Files that are not pages: feeds, data, and files for browsers, crawlers and hosts. */
export interface OutputKind extends OutputAddresses {
  name: string;
  /** See `PlannedFiles`. */
  madeBy?: string;
  /** Paths in the output, if they differ from its addresses; one that ends with a slash means everything below it. */
  paths?(request: Pick<OutputRequest, "context" | "contexts">): readonly string[];
  /** Replaces `make` for kinds that have a file for each text, so that a server makes only the one that is requested. */
  plan?(context: RenderContext): PlannedFiles<Texts>[];
  make(request: OutputRequest): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}
