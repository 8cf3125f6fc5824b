/** What a kind of output is: one file of this folder and one line in `index.ts`. The plan, the link check and the claims of addresses read that list. */
import type { Cache } from "../../platform/cache.js";
import type { OutputFile, PlannedFiles } from "../../shared/output.js";
import type { RenderContext } from "../../site/model/context.js";
import type { OutputAddresses } from "../../site/model/kinds.js";
import type { Texts } from "../../site/model/site.js";

/** What an output is made from. */
export interface OutputRequest {
  /** In the language of the files; for files of the whole site, in the default one. */
  context: RenderContext;
  /** In all languages. */
  contexts: readonly RenderContext[];
  texts: Texts;
  /** Files that an earlier build made at a high price. */
  store: Cache;
}

/** Files that are not pages: feeds, data, and what browsers, crawlers and hosts ask for. */
export interface OutputKind extends OutputAddresses {
  name: string;
  /** For messages, if it is code of the site: see `PlannedFiles`. */
  madeBy?: string;
  /** Paths in the output, where they are not those of its addresses; one that ends with a slash means everything below it. */
  paths?(request: Pick<OutputRequest, "context" | "contexts">): readonly string[];
  /** Given by kinds that have a file for each text, in place of `make`: a server makes the one that is requested. */
  pieces?(context: RenderContext): PlannedFiles<Texts>[];
  make(request: OutputRequest): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}
