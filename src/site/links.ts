/** Resolves every link of every document, once all routes and files are known, and reports broken ones. */
import { posix } from "node:path";
import type { CheckLevel, SiteConfig } from "../config/index.js";
import { type Code, diagnose } from "../diagnostics/codes.js";
import type { Folder, LinkTarget, Register, RejectedText, Route, StaticFile } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, DocumentLink } from "../shared/document.js";
import { barePath } from "../shared/page-path.js";
import { didYouMean } from "../shared/text.js";
import { textFormat, withoutTextExtension } from "../shared/text-format.js";
import { decodeUrl, isLocalUrl, readUrl, splitUrl } from "../shared/url.js";
import { namedByPath, urlElsewhere } from "./elsewhere.js";
import type { Folders } from "./folders.js";
import type { FollowedLinks, KnownLinks } from "./known-links.js";
import { findProposal } from "./relations.js";
import { repositoryPath } from "./repository.js";
import { sourcePaths } from "./source-paths.js";
import { originRemover, rewriter } from "./written-links.js";

/** The indexes for look-ups of links. */
export interface LinkIndex {
  config: SiteConfig;
  registers: readonly Register[];
  routes: ReadonlyMap<string, Route>;
  /** Files that are copied or generated, by URL. */
  files: ReadonlyMap<string, StaticFile>;
  generated: ReadonlySet<string>;
  /** Routes and anchors of originals, by path of the source. */
  documents: ReadonlyMap<string, Document>;
  /** By path. */
  rejected: ReadonlyMap<string, RejectedText>;
  /** Files beside the sources, by path. */
  assets: ReadonlyMap<string, StaticFile>;
  folders: Folders;
  /** Path of the original of a translation. */
  originalPath(document: Document): string;
  /** Whether there is a file or a folder at a path below the root. */
  exists(path: string): boolean;
}

/** @param known memoized targets of the last time, if any; updated by this one. */
export function resolveLinks(
  documents: readonly Document[],
  index: LinkIndex,
  known?: KnownLinks,
): Result<Map<Document, LinkTarget[]>> {
  known?.begin(index);
  const resolver = new LinkResolver(index);
  const followed = new Map(
    documents.map((document) => [document, known?.of(document, index) ?? resolver.follow(document)]),
  );
  known?.end(followed);
  return {
    value: new Map([...followed].map(([document, { targets }]) => [document, targets])),
    diagnostics: [...followed.values()].flatMap(({ diagnostics }) => diagnostics),
  };
}

class LinkResolver {
  /** Of the document whose links are resolved. */
  private diagnostics: Diagnostic[] = [];
  private anchorsOf = new Set<string>();
  private namedFolders: string[] = [];
  private looked = new Map<string, boolean>();
  private readonly byRoute: Map<string, Document>;
  private readonly withoutOrigin: (url: string) => string;
  /** Routes of pages that are missing for reasons that are reported elsewhere. */
  private readonly rejectedRoutes: ReadonlySet<string>;
  private readonly rewrite = rewriter();

  constructor(private readonly index: LinkIndex) {
    this.rejectedRoutes = new Set([...index.rejected.values()].flatMap(({ route }) => route ?? []));
    this.withoutOrigin = originRemover(index.config.url);
    this.byRoute = new Map([...index.documents.values()].map((document) => [document.route, document]));
  }

  follow(document: Document): FollowedLinks {
    this.diagnostics = [];
    this.anchorsOf = new Set();
    this.namedFolders = [];
    this.looked = new Map();
    const targets = document.links.map((link) => this.resolve(document, link));
    const { diagnostics, anchorsOf, namedFolders: folders, looked } = this;
    return { targets, diagnostics, anchorsOf, folders, looked };
  }

  private resolve(document: Document, link: DocumentLink): LinkTarget {
    if (link.kind === "mention") return this.mention(document, link);
    const rewritten = this.rewrite(link.url, this.registerOf(document)?.series.rewrites);
    if (rewritten !== undefined && !isLocalUrl(rewritten)) return { kind: "raw", url: rewritten };
    const written = readUrl(rewritten ?? link.url);
    const url = this.withoutOrigin(written);
    const inRepository = rewritten === undefined && this.repositoryFile(document, link, url);
    if (inRepository) return inRepository;
    if (!isLocalUrl(url)) return { kind: "raw", url: written };
    const { path, query, hash } = splitUrl(url);
    const suffix = `${query ? `?${query}` : ""}${hash ? `#${hash}` : ""}`;
    if (path === "") {
      this.checkAnchor(document, link, document, hash);
      return { kind: "raw", url: written || "#" };
    }
    const target = decodeUrl(path);
    const source = textFormat(target) || !target.startsWith("/") ? this.sourceDocument(document, target) : undefined;
    if (source) {
      this.checkAnchor(document, link, source, hash);
      return { kind: "route", route: source.route, suffix };
    }
    const named = this.sourcePath(document, target);
    const asset = this.index.rejected.has(named) ? undefined : this.index.assets.get(named);
    if (asset?.publication === "refused") return this.refused(document, link, named);
    if (asset) return { kind: "file", path: asset.url, suffix, asset: named };
    const folder = this.folder(document, target, named);
    if (folder) return { kind: "route", route: folder.route, suffix: "" };
    const other = target.startsWith("/") ? undefined : this.namedProposal(document, link, named, suffix, hash);
    if (other) return other;
    if (textFormat(target)) return this.brokenMarkdown(document, link);
    if (!target.startsWith("/") && this.isRejected(named)) return { kind: "raw", url: link.url, isLost: true };
    return this.address(document, link, posix.resolve(posix.dirname(document.route), target), suffix, hash);
  }

  /** A folder without a text of its own, if no page has the address. */
  private folder(document: Document, target: string, named: string): Folder | undefined {
    const { routes, folders } = this.index;
    const address = barePath(posix.resolve(posix.dirname(document.route), target));
    if (target.startsWith("/") || routes.has(address) || this.isRejected(named)) return undefined;
    const folder = folders.at(named);
    if (folder) this.namedFolders.push(named);
    return folder && !routes.has(folder.route) ? folder : undefined;
  }

  /** A link to a file of the register's own repository leads to the page of that file, if there is one. */
  private repositoryFile(document: Document, link: DocumentLink, url: string): LinkTarget | undefined {
    const place = repositoryPath(url, this.index.config.repository);
    if (place === undefined) return undefined;
    const { path, hash } = splitUrl(place);
    const suffix = hash ? `#${hash}` : "";
    const source = this.textAt(path);
    if (source) {
      this.checkAnchor(document, link, source, hash);
      return { kind: "route", route: source.route, suffix };
    }
    const asset = this.index.rejected.has(path) ? undefined : this.index.assets.get(path);
    return asset && asset.publication !== "refused"
      ? { kind: "file", path: asset.url, suffix, asset: path }
      : undefined;
  }

  /** The path of a missing file may still name a proposal: of another series of this site, or of a register on another site. */
  private namedProposal(
    document: Document,
    link: DocumentLink,
    path: string,
    suffix: string,
    hash: string,
  ): LinkTarget | undefined {
    const named = namedByPath(path);
    if (!named || this.isRejected(path)) return undefined;
    const { config, registers } = this.index;
    const own = this.registerOf(document);
    const proposal = findProposal(registers, named.label, named.number, own);
    // In the own series a wrong path is a mistake, unless it was written before the series got its name.
    if (proposal && proposal.series === own?.series && named.label === own.series.label.toUpperCase()) return undefined;
    if (proposal?.document) {
      this.checkAnchor(document, link, proposal.document, hash);
      return { kind: "route", route: proposal.route, suffix };
    }
    const url = urlElsewhere(config, named.label, named.number);
    return url === undefined ? undefined : { kind: "raw", url: url + suffix };
  }

  private registerOf(document: Document): Register | undefined {
    return "series" in document ? this.index.registers.find(({ series }) => series.id === document.series) : undefined;
  }

  private mention(document: Document, link: DocumentLink): LinkTarget {
    const own = this.registerOf(document);
    if (!link.mention) return { kind: "none" };
    const { label, number } = link.mention;
    const proposal = findProposal(this.index.registers, label, number, own);
    if (proposal) return proposal.route === document.route ? { kind: "none" } : { kind: "proposal", proposal };
    const url = urlElsewhere(this.index.config, label, number);
    return url === undefined ? { kind: "none" } : { kind: "raw", url };
  }

  /** Path of the file in a link: relative to the document, or from the root of the docs or the site. */
  private sourcePath(document: Document, target: string): string {
    return target.startsWith("/")
      ? target.slice(1)
      : posix.join(posix.dirname(this.index.originalPath(document)), target);
  }

  /** The document that a link names by file: `./eip-20.md`, `../0001`, `/docs/cip-0.md`. */
  private sourceDocument(document: Document, target: string): Document | undefined {
    const found = this.textAt(this.sourcePath(document, target));
    if (found || !target.startsWith("/")) return found;
    return this.byRoute.get(withoutTextExtension(target));
  }

  /** The text at a path, or of the folder there. */
  private textAt(path: string): Document | undefined {
    const { documents } = this.index;
    return (
      documents.get(path) ??
      sourcePaths(path)
        .map((source) => documents.get(source))
        .find(Boolean)
    );
  }

  /** Whether a path, or a folder, names a text without a page because of its own errors, which are reported once, in that text. */
  private isRejected(path: string): boolean {
    return this.index.rejected.size > 0 && sourcePaths(path).some((source) => this.index.rejected.has(source));
  }

  /** A link by address: a page in any locale, or a file. */
  private address(document: Document, link: DocumentLink, address: string, suffix: string, hash: string): LinkTarget {
    const { config, routes, files, generated } = this.index;
    const based =
      config.baseUrl !== "/" && `${address}/`.startsWith(config.baseUrl)
        ? `/${address.slice(config.baseUrl.length)}`
        : address;
    const prefix = Object.values(config.locales).find(({ path }) => `${based}/`.startsWith(`/${path}/`))?.path;
    const bare = barePath(prefix ? based.slice(prefix.length + 1) || "/" : based);
    const route = routes.get(bare);
    if (route) {
      const page = this.byRoute.get(bare);
      if (page) this.checkAnchor(document, link, page, hash);
      return prefix
        ? { kind: "file", path: `/${prefix}${bare === "/" ? "" : bare}`, suffix }
        : { kind: "route", route: bare, suffix };
    }
    if (files.has(based) || generated.has(based)) return { kind: "file", path: based, suffix };
    if (this.rejectedRoutes.has(bare)) return { kind: "raw", url: link.url, isLost: true };
    const near = didYouMean(bare, routes.keys());
    this.report(
      "broken-link",
      config.checks.brokenLinks,
      document,
      link,
      `nothing on this site has the address ${link.url}`,
      this.assetsHint(document, link) ?? (near && `Did you mean ${near}?`),
    );
    return { kind: "raw", url: link.url };
  }

  /** For a file that is not known to be harmless. */
  private refused(document: Document, link: DocumentLink, path: string): LinkTarget {
    const message = `${path} is not published: files of this kind could run in a browser or on a host, or are not known`;
    const help =
      "Link to a form that is shown or downloaded (a picture, PDF, text, an archive), or add its extension to assetTypes of the series.";
    // The file is not published in any case; the link has the severity of a broken one.
    const level = this.index.config.checks.brokenLinks === "error" ? "error" : "warn";
    this.report("file-refused", level, document, link, message, help);
    return { kind: "none" };
  }

  /** A file that exists, but outside the folders that the series publishes. */
  private assetsHint(document: Document, link: DocumentLink): string | undefined {
    const series = this.registerOf(document)?.series;
    const { path } = splitUrl(link.url);
    if (!series || path.startsWith("/")) return undefined;
    const place = this.sourcePath(document, decodeUrl(path));
    if (place.startsWith("..") || !this.isThere(place)) return undefined;
    const folder = posix.relative(series.source, posix.dirname(place)) || ".";
    return `${place} exists, but is not published: set assets of the series to "${folder}", or to a folder above.`;
  }

  private isThere(place: string): boolean {
    const answer = this.looked.get(place) ?? this.index.exists(place);
    this.looked.set(place, answer);
    return answer;
  }

  private brokenMarkdown(document: Document, link: DocumentLink): LinkTarget {
    const path = this.sourcePath(document, decodeUrl(splitUrl(link.url).path));
    if (this.isRejected(path)) return { kind: "raw", url: link.url, isLost: true };
    const near = didYouMean(path, this.index.documents.keys());
    const help = near && `Did you mean ${posix.relative(posix.dirname(this.index.originalPath(document)), near)}?`;
    this.report(
      "broken-markdown-link",
      this.index.config.checks.brokenMarkdownLinks,
      document,
      link,
      `there is no file ${link.url}`,
      help,
    );
    return { kind: "raw", url: link.url };
  }

  private checkAnchor(document: Document, link: DocumentLink, target: Document, hash: string): void {
    const id = decodeUrl(hash);
    if (id && target !== document) this.anchorsOf.add(target.path);
    if (!id || id.toLowerCase() === "top" || target.anchors.includes(id) || id.startsWith(":~:")) return;
    const near = didYouMean(id, target.anchors);
    const where = target === document ? "this page" : target.path;
    this.report(
      "broken-anchor",
      this.index.config.checks.brokenAnchors,
      document,
      link,
      `${where} has no heading #${id}`,
      near && `Did you mean #${near}?`,
    );
  }

  private report(
    code: Code,
    level: CheckLevel,
    document: Document,
    link: DocumentLink,
    message: string,
    help: string | undefined,
  ): void {
    if (level === "ignore") return;
    const severity = level === "error" ? "error" : "warning";
    this.diagnostics.push(
      diagnose(code, message, { severity, file: document.path, ...link.position, length: link.url.length, help }),
    );
  }
}
