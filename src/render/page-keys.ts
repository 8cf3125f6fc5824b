/**
 * Keys of pages without their drafts. Most edits change one text, and nothing of it that other pages show. Those pages
 * keep their keys, and drafting thousands of pages to compute them again would be most of the work of such a build.
 */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import type { RenderContext } from "../model/context.js";
import type { LinkTarget, Proposal, Route, Texts } from "../model/site.js";
import { kindOf } from "../pages/index.js";

const cacheName = "page-keys.json";

/** A page's identity and own inputs, and its key. */
type Row = [page: string, own: string, key: string];

/** The keys of one site's pages, from this process or the last one; see `sharedDigest`. */
export class PageKeys {
  private readonly known: ReadonlyMap<string, Row>;
  private readonly used = new Map<string, Row>();
  private isNew = false;

  /** @param shared digest of all inputs of pages except the texts of their own documents. */
  constructor(
    private readonly cache: Cache,
    private readonly shared: string,
  ) {
    const saved = cache.readJson(cacheName) as { shared: string; rows: Row[] } | undefined;
    this.known = new Map(saved?.shared === shared ? saved.rows.map((row) => [row[0], row]) : []);
  }

  /**
   * The key of a page, or of the file beside it.
   * @param page identifies it within the site.
   * @param make computes an unknown key.
   */
  keyOf(page: string, route: Route, texts: Texts, context: RenderContext, make: () => string): string {
    const own = ownTextOf(route, texts, context);
    if (own === undefined) return make();
    const before = this.used.get(page) ?? this.known.get(page);
    const isSame = before?.[1] === own;
    this.isNew ||= !isSame;
    const row: Row = isSame ? before : [page, own, make()];
    this.used.set(page, row);
    return row[2];
  }

  /** Adds the key of a page that was drafted for another reason. */
  add(page: string, route: Route, texts: Texts, context: RenderContext, key: string): void {
    const own = ownTextOf(route, texts, context);
    if (own === undefined) return;
    this.isNew ||= this.known.get(page)?.[2] !== key;
    this.used.set(page, [page, own, key]);
  }

  /** Caches the keys of the pages that were requested or added. */
  save(): void {
    if (!this.isNew) return;
    this.cache.write(cacheName, JSON.stringify({ shared: this.shared, rows: [...this.used.values()] }));
  }
}

/** Digest of the text of its own that a page depends on. @returns undefined for pages whose drafts also follow from other texts. */
function ownTextOf(route: Route, { bodies }: Texts, context: RenderContext): string | undefined {
  const kind = kindOf(route);
  if (!kind.keyText) return undefined;
  const document = kind.keyText(route, context);
  if (!document) return "";
  const { digest, hash } = bodies.own(document);
  return `${digest} ${hash}`;
}

/** Digest of all inputs of a site's drafts in any language, except the texts of documents. */
export function sharedDigest(contexts: readonly RenderContext[], others: readonly string[]): string {
  const [first] = contexts;
  const hash = createHash("sha256");
  const add = (value: unknown) => hash.update(JSON.stringify(value) ?? "").update("\0");
  for (const other of others) add(other);
  for (const { locale, translator } of contexts) add([locale, translator.strings]);
  if (!first) return hash.digest("base64url");
  const { config, historyDigest, targets, files, routes, folders, registers, docs, textPages } = first.site;
  add(config);
  add({ ...first.assets, files: [] });
  add(historyDigest);
  add([...files.keys()]);
  add([...routes.values()].map(({ kind, route }) => [kind, route]));
  add(folders.map((folder) => [folder.path, folder.files.map(({ path }) => path)]));
  add(registers.map(({ historyEnd, proposals }) => [historyEnd, proposals.map(outdatedOf)]));
  add([...docs.flatMap(({ pages }) => [...pages.values()]), ...textPages].map(({ outdated }) => [...outdated]));
  for (const [document, links] of targets) add([document.sharedDigest, links.map(targetOf)]);
  return hash.digest("base64url");
}

/** The target of a link. */
function targetOf(target: LinkTarget): unknown {
  return target.kind === "proposal" ? target.proposal.route : target;
}

/** The history of its translations. */
function outdatedOf({ outdated }: Proposal): unknown {
  return outdated.size > 0 ? [...outdated] : 0;
}
