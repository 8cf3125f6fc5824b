/** What a kind of output is: one file of this folder and one line in `index.ts`. The plan, the link check and the claims of addresses read that list. */
import type { Cache } from "../cache/cache.js";
import type { SiteConfig } from "../config/index.js";
import type { RenderContext } from "../model/context.js";
import type { Register, Texts } from "../model/site.js";
import type { AnyFile, MadeFile } from "../shared/output.js";

/** What the addresses of outputs follow from: known before links are followed. */
interface OutputSource {
  config: SiteConfig;
  registers: readonly Pick<Register, "series" | "historyEnd" | "tags" | "proposals">[];
}

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

/** A file that shows some of the texts, with a key of its own. */
export interface OutputPiece {
  path: string;
  /** Digest of the texts that it shows; what else it shows are facts of the site, which are in its key unless the digest is that of all. */
  digestOf(texts: Texts): string;
  isWhole?: true;
  make(texts: Texts): MadeFile["content"] | Promise<MadeFile["content"]>;
}

/** Files that are not pages: feeds, data, and what browsers, crawlers and hosts ask for. */
export interface OutputKind {
  name: string;
  /** For messages, if it is code of the site: see `PlannedFiles`. */
  madeBy?: string;
  /** Made in every language, at addresses with its prefix, or once. */
  each: "locale" | "site";
  /** Its addresses, without prefix. Texts may link to them. */
  urls(source: OutputSource): readonly string[];
  /** Paths in the output, where they are not those of its addresses; one that ends with a slash means everything below it. */
  paths?(request: Pick<OutputRequest, "context" | "contexts">): readonly string[];
  /** Whether it shows whole texts: then its files are made again after each edit, and else only if facts of a text changed. */
  hasTexts?: true;
  /** Digest of all that its files show, if that is less than all facts of the site. */
  digestOf?(request: OutputRequest): string;
  /** Given by kinds that have a file for each text or register: an edit then makes only the files that show it, in place of `make`. */
  pieces?(context: RenderContext): readonly OutputPiece[];
  make(request: OutputRequest): readonly AnyFile[] | Promise<readonly AnyFile[]>;
}
