/** Resolves every link of every document, once all routes and files are known, and reports broken ones. */

import { posix } from "node:path";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, DocumentLink, Label } from "../shared/document.js";
import { getOrAdd, lazy } from "../shared/lazy.js";
import { barePath } from "../shared/page-path.js";
import { namesPartOf } from "../shared/part-address.js";
import { isText, type OwnExtensions, textFormat, withoutTextExtension } from "../shared/text-format.js";
import { plainTitle } from "../shared/title.js";
import { belowBase, decodeUrl, isLocalUrl, readUrl, splitUrl } from "../shared/url.js";
import { BrokenLinks, Namesakes } from "./broken-links.js";
import { isDraft } from "./docs.js";
import {
  copiedFileAt,
  type LinkIndex,
  registerOf,
  respeller,
  sourcePathsOf,
  textsByFolder,
  translationKey,
} from "./link-index.js";
import { pageAddress, routeAt } from "./model/addresses.js";
import type { Folder, LinkTarget, Register } from "./model/site.js";
import { findProposal } from "./relations.js";
import {
  bareTextPaths,
  namedByPath,
  originRemover,
  repositoryPath,
  rewriter,
  sourcePaths,
  urlElsewhere,
} from "./written-links.js";

export function resolveLinks(documents: readonly Document[], index: LinkIndex): Result<Map<Document, LinkTarget[]>> {
  const resolver = new LinkResolver(index);
  const value = new Map(documents.map((document) => [document, resolver.follow(document)]));
  return { value, diagnostics: resolver.diagnostics };
}

class LinkResolver {
  /** The register of the document whose links are resolved. */
  private register: Register | undefined;
  private readonly byRoute: Map<string, Document>;
  private readonly byFolder: ReadonlyMap<string, Document>;
  /** The first route of each component, by its path. */
  private readonly components: ReadonlyMap<string, string>;
  private readonly withoutOrigin: (url: string) => string;
  private readonly formats: OwnExtensions;
  /** Routes of pages that are missing for reasons that are reported elsewhere. */
  private readonly rejectedRoutes: ReadonlySet<string>;
  private readonly rewrite = rewriter();
  /** Memoized targets of links without a fragment, by the folders that links are relative to, and by URL. */
  private readonly targetsByFolder = new Map<string, Map<string, LinkTarget>>();
  /** The memoized targets for the document whose links are resolved. */
  private targets = new Map<string, LinkTarget>();
  private readonly broken: BrokenLinks;
  private readonly respell: (path: string) => string;
  private readonly namesakes = lazy(() => new Namesakes(this.index.documents.keys()));

  constructor(private readonly index: LinkIndex) {
    this.formats = index.config.formats;
    this.broken = new BrokenLinks(index, this.namesakes);
    this.respell = respeller(index);
    this.rejectedRoutes = new Set([...index.rejected.values()].flatMap(({ route }) => route ?? []));
    this.withoutOrigin = originRemover(index.config.url, index.config.baseUrl);
    this.byRoute = new Map([...index.documents.values()].map((document) => [document.route, document]));
    this.byFolder = textsByFolder(index.registers);
    const routes = [...index.routes.values()].toReversed();
    this.components = new Map(routes.flatMap(({ source, route }) => (source === undefined ? [] : [[source, route]])));
  }

  get diagnostics(): Diagnostic[] {
    return this.broken.diagnostics;
  }

  follow(document: Document): LinkTarget[] {
    const folders = [document.route, document.path].map((path) => posix.dirname(path));
    this.register = registerOf(document, this.index);
    this.targets = getOrAdd(
      this.targetsByFolder,
      [...folders, this.register?.series.id ?? ""].join("\n"),
      () => new Map(),
    );
    return document.links.map((link) => {
      if (link.label !== undefined) return this.label(document, link, link.label);
      if (link.kind === "mention") return this.mention(document, link);
      const target = this.resolve(document, link);
      const title = link.isUntitled && target.kind === "route" && this.byRoute.get(target.route)?.meta.title;
      return title ? { ...target, title: plainTitle(title) } : target;
    });
  }

  private readonly labels = lazy(() => {
    const labels = new Map<string, { document: Document; label: Label }>();
    for (const document of this.index.documents.values())
      for (const label of document.labels ?? [])
        if (!labels.has(label.name)) labels.set(label.name, { document, label });
    return labels;
  });

  /** Resolves a reference to a label of any text of the site, as Sphinx does. */
  private label(document: Document, link: DocumentLink, name: string): LinkTarget {
    const labelled = this.labels().get(name);
    if (!labelled) return this.broken.label(document, link);
    const { route, meta } = labelled.document;
    const { id, title = id ? "" : meta.title } = labelled.label;
    const suffix = id && `#${id}`;
    return { kind: "route", route, suffix, ...(link.isUntitled && title && { title: plainTitle(title) }) };
  }

  /** Memoizes targets, because the texts of a folder link to the same few texts again and again. */
  private resolve(document: Document, link: DocumentLink): LinkTarget {
    const linkTarget = this.targets.get(link.url);
    if (linkTarget) return linkTarget;
    const target = this.resolveUrl(document, link);
    const isPlain = (target.kind === "route" || target.kind === "file") && target.suffix === "";
    if (isPlain) this.targets.set(link.url, target);
    return target;
  }

  private resolveUrl(document: Document, link: DocumentLink): LinkTarget {
    const rewritten = this.rewrite(link.url, this.register?.series.rewrites);
    if (rewritten !== undefined && !isLocalUrl(rewritten)) return { kind: "raw", url: rewritten };
    const written = readUrl(rewritten ?? link.url);
    const url = this.withoutOrigin(written);
    const inRepository = rewritten === undefined && this.repositoryFile(document, link, url);
    if (inRepository) return inRepository;
    if (!isLocalUrl(url)) return { kind: "raw", url: written };
    const { path, query, hash } = splitUrl(url);
    const suffix = `${query ? `?${query}` : ""}${hash ? `#${hash}` : ""}`;
    if (path === "") return { kind: "raw", url: this.checkFragment(document, link, document, written) || "#" };
    const target = this.respell(decodeUrl(path));
    const names = sourcePathsOf(document, target, this.index);
    for (const named of names) {
      const linkTarget = this.sourceFile(document, link, target, named, suffix);
      if (linkTarget) return linkTarget;
    }
    // A path from the root may also be the address of a published text.
    if (isText(target, this.formats) && !target.startsWith("/"))
      return this.broken.markdown(document, link, names[0] as string);
    const address = posix.resolve(posix.dirname(document.route), target);
    const atAddress = this.address(document, link, address, suffix);
    if (atAddress) return atAddress;
    for (const named of names) {
      const linkTarget = this.shortened(document, link, named, suffix) ?? this.staticFile(named, suffix);
      if (linkTarget) return linkTarget;
    }
    const former = this.formerPage(target);
    if (former) return this.text(document, link, former, suffix);
    return this.broken.address(document, link, this.routeOf(address));
  }

  /** Resolves a link by the path of a source. */
  private sourceFile(
    document: Document,
    link: DocumentLink,
    target: string,
    named: string,
    suffix: string,
  ): LinkTarget | undefined {
    const isAddress = target.startsWith("/");
    const source = isText(target, this.formats) || !isAddress ? this.sourceDocument(target, named) : undefined;
    if (source) return this.text(document, link, source, suffix);
    const component = this.components.get(named);
    if (component !== undefined) return { kind: "route", route: component, suffix };
    const asset = this.index.rejected.has(named) ? undefined : this.index.assets.get(named);
    if (asset?.publication === "refused") return this.broken.refused(document, link, named);
    if (asset) return { kind: "file", path: asset.url, suffix, asset: named };
    const folder = this.folder(document, target, named);
    if (folder) return { kind: "route", route: folder.route, suffix: "" };
    const linkTarget = isAddress ? undefined : this.namedProposal(document, link, named, suffix);
    if (linkTarget) return linkTarget;
    const isLost = (isText(target, this.formats) || !isAddress) && this.isRejected(named);
    return isLost ? { kind: "raw", url: link.url } : undefined;
  }

  /** Resolves a shortened path: other generators leave out the extension (`./9` is `9.md`), code hosts the README of a folder. */
  private shortened(document: Document, link: DocumentLink, named: string, suffix: string): LinkTarget | undefined {
    const source = this.textAt(named) ?? this.firstAt(bareTextPaths(named, this.formats));
    return source && this.text(document, link, source, suffix);
  }

  /** Resolves an address of another generator, such as mdBook, which names a page after its file: `/approved/0042-words.html`. */
  private formerPage(target: string): Document | undefined {
    const stem = target.replace(/\.html$/, "");
    const name = posix.basename(stem);
    if (stem === target || !/\d/.test(name)) return undefined;
    const isSame = (path: string) => withoutTextExtension(posix.basename(path), this.formats) === name;
    const named = bareTextPaths(stem, this.formats).map((path) => this.namesakes().of(path));
    return this.firstAt(named.flatMap((path) => (path !== undefined && isSame(path) ? [path] : [])));
  }

  private text(document: Document, link: DocumentLink, source: Document, suffix: string): LinkTarget {
    if (!isDraft(source))
      return { kind: "route", route: source.route, suffix: this.checkFragment(document, link, source, suffix) };
    return isDraft(document) ? { kind: "raw", url: link.url } : this.broken.draft(document, link, source);
  }

  /** Resolves a link to a file of `content.static` by its path in the repository. */
  private staticFile(named: string, suffix: string): LinkTarget | undefined {
    const { config, files } = this.index;
    const path = `/${posix.relative(config.content.static, named)}`;
    return files.has(path) ? { kind: "file", path, suffix } : undefined;
  }

  /** Finds a folder without an index text. If its address is that of a page, the link leads to that page instead. */
  private folder(document: Document, target: string, named: string): Folder | undefined {
    const { routes, folders } = this.index;
    const address = barePath(posix.resolve(posix.dirname(document.route), target));
    if (target.startsWith("/") || routes.has(address) || this.isRejected(named)) return undefined;
    return folders.folderAt(named);
  }

  /** Resolves a link to a file of the register's repository on the code host: to the page of that file, if there is one. */
  private repositoryFile(document: Document, link: DocumentLink, url: string): LinkTarget | undefined {
    const { config, prefix } = this.index;
    const pathInRepository = repositoryPath(url, config.repository);
    if (pathInRepository === undefined) return undefined;
    const { path: filePath, hash } = splitUrl(pathInRepository);
    const path = this.respell(posix.relative(prefix, decodeUrl(filePath)));
    const suffix = hash ? `#${hash}` : "";
    // Only the code host can show a line of a file.
    const isLine = /^L\d/.test(hash);
    const source = isLine ? undefined : this.textAt(path);
    if (source && !isDraft(source))
      return { kind: "route", route: source.route, suffix: this.checkFragment(document, link, source, suffix) };
    const asset = isLine || this.index.rejected.has(path) ? undefined : this.index.assets.get(path);
    if (asset && asset.publication !== "refused") return { kind: "file", path: asset.url, suffix, asset: path };
    // Only the first of several addresses is that of this repository.
    const isOwn = repositoryPath(url, config.repository.slice(0, 1)) !== undefined;
    return isOwn ? this.broken.repositoryFile(document, link, path) : undefined;
  }

  /** Resolves the path of a missing file that names a proposal of another series, or of a register on another site. */
  private namedProposal(document: Document, link: DocumentLink, path: string, suffix: string): LinkTarget | undefined {
    const named = namedByPath(path);
    if (!named || this.isRejected(path)) return undefined;
    const { config, registers } = this.index;
    const register = this.register;
    const proposal = findProposal(registers, named.label, named.number, register);
    // In the text's own series a wrong path is a mistake, unless it was written before the series got its name.
    if (proposal && proposal.series === register?.series && named.label === register.series.label.toUpperCase())
      return undefined;
    if (proposal?.document)
      return {
        kind: "route",
        route: proposal.route,
        suffix: this.checkFragment(document, link, proposal.document, suffix),
      };
    // The ERCs share their numbers with the EIPs, and are still linked as [ERC-20](./eip-20.md).
    const isOfRegister = link.labelInText && register?.series.mentions.includes(link.labelInText);
    const called = !proposal && isOfRegister ? link.labelInText : undefined;
    const url =
      (called && urlElsewhere(config, called, named.number)) ?? urlElsewhere(config, named.label, named.number);
    return url === undefined ? undefined : { kind: "raw", url: url + suffix };
  }

  private mention(document: Document, link: DocumentLink): LinkTarget {
    const register = this.register;
    if (!link.mention) return { kind: "none" };
    const { label, number } = link.mention;
    const proposal = findProposal(this.index.registers, label, number, register);
    if (proposal) return proposal.route === document.route ? { kind: "none" } : { kind: "proposal", proposal };
    const url = urlElsewhere(this.index.config, label, number);
    return url === undefined ? { kind: "none" } : { kind: "raw", url };
  }

  /** Finds the document that a link names by its file: `./eip-20.md`, `../0001`, `/docs/cip-0.md`. */
  private sourceDocument(target: string, named: string): Document | undefined {
    const document = this.textAt(named);
    if (document || !target.startsWith("/")) return document;
    return this.byRoute.get(withoutTextExtension(target, this.formats));
  }

  /** The text at a path, or the index text of the folder at the path. */
  private textAt(path: string): Document | undefined {
    const { documents } = this.index;
    return (
      documents.get(path) ?? this.firstAt(sourcePaths(path, this.formats)) ?? this.byFolder.get(path.replace(/\/$/, ""))
    );
  }

  private firstAt(paths: readonly string[]): Document | undefined {
    return paths.map((path) => this.index.documents.get(path)).find(Boolean);
  }

  /** Whether a path or a folder names a text that has errors and no page. Its errors are reported in that text alone. */
  private isRejected(path: string): boolean {
    const { rejected } = this.index;
    return (
      rejected.size > 0 &&
      [...sourcePaths(path, this.formats), ...bareTextPaths(path, this.formats)].some((source) => rejected.has(source))
    );
  }

  private routeOf(address: string): string {
    const { config } = this.index;
    return routeAt(config, belowBase(address, config.baseUrl)).route;
  }

  /** Resolves a link by address: to a page in any locale, or to a file. */
  private address(document: Document, link: DocumentLink, address: string, suffix: string): LinkTarget | undefined {
    const { config, routes, files, generated } = this.index;
    const based = belowBase(address, config.baseUrl);
    const { prefix, route: bare } = routeAt(config, based);
    const route = routes.get(bare);
    if (route) {
      const page = this.byRoute.get(bare);
      const checkedSuffix = page ? this.checkFragment(document, link, page, suffix) : suffix;
      return prefix
        ? { kind: "file", path: pageAddress(config, prefix, bare), suffix: checkedSuffix }
        : { kind: "route", route: bare, suffix: checkedSuffix };
    }
    if (files.has(based) || generated.has(based)) return { kind: "file", path: based, suffix };
    const copied = copiedFileAt(based, files);
    if (copied?.endsWith("/index.html"))
      return { kind: "file", path: pageAddress(config, "", barePath(copied)), suffix };
    if (copied !== undefined) return { kind: "file", path: based, suffix };
    return this.rejectedRoutes.has(bare) || !this.index.isWhole ? { kind: "raw", url: link.url } : undefined;
  }

  /**
   * Checks the fragment of a link, and reports one that the page does not have.
   * @param suffix the URL of a link, or its end from the query on. @returns the suffix, with the fragment as the page spells it.
   */
  private checkFragment(document: Document, link: DocumentLink, target: Document, suffix: string): string {
    const { hash } = splitUrl(suffix);
    // A text fragment (`#:~:text=`) is for the browser alone.
    const [words = ""] = /:~:.*$/s.exec(hash) ?? [];
    const id = decodeUrl(hash.slice(0, hash.length - words.length));
    if (!id || id.toLowerCase() === "top") return suffix;
    // The page in another language has the headings of its translation.
    const key = document.locale === undefined ? "" : translationKey(document.locale, target.path);
    const translation = this.index.translations.get(key) ?? target;
    // The headings of a text that moved to another register are in that register.
    if (translation.anchors.includes(id) || (translation.kind === "proposal" && translation.meta.movedTo !== undefined))
      return suffix;
    // The address of a paragraph (`#section.4k2q`) outlives its words: the page then leads to the section.
    if (translation.kind === "proposal" && namesPartOf(id, (section) => translation.anchors.includes(section)))
      return suffix;
    const meant = meantAnchor(id, translation);
    if (meant !== undefined)
      return `${suffix.slice(0, suffix.length - hash.length)}${encodeURIComponent(meant)}${words}`;
    this.broken.anchor(document, link, translation, id);
    return suffix;
  }
}

/**
 * Finds the id that a fragment means by the rules of code hosts, which ignore case and the prefix `user-content-` that they give ids, or by those
 * of MediaWiki: `#Test_Vectors`.
 */
function meantAnchor(id: string, { anchors, path }: Document): string | undefined {
  const name = id.replace(/^user-content-/, "").toLowerCase();
  if (anchors.includes(name)) return name;
  if (textFormat(path) !== "mediawiki") return undefined;
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return anchors.find((anchor) => letters(anchor) === letters(id));
}
