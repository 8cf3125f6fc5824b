/**
 * Finds the source of problems in rendered pages: the link in the Markdown, or the line of the configuration or a
 * template. A finding is looked up in the document of its page, then in the frame around it, then in other documents,
 * whose previews the page may show.
 */

import { kindOf } from "../../output/pages/index.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Document, SourceFile } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { positionAt } from "../../shared/lines.js";
import type { OutputFile } from "../../shared/output.js";
import { decodeUrl } from "../../shared/url.js";
import type { LocaleContext } from "../../site/model/context.js";
import type { Site } from "../../site/model/site.js";
import { type LinkFinding, type LinkLocation, positionIn, reportFindings, reportInOutput } from "./findings.js";

/** The sources of a site. */
interface SiteSources {
  /** Absolute. */
  root: string;
  site: Site;
  contexts: readonly LocaleContext[];
  /** The texts, in all formats. */
  sources: readonly SourceFile[];
  files: readonly OutputFile[];
  /** A file of the site, by its path below the root. */
  readFile(path: string): string;
  /** The sources of the frame around documents, the most likely first: configuration, templates, strings. */
  frame: readonly Pick<SourceFile, "path" | "text">[];
}

/** Reports findings at their sources, or else in the built files. @param texts of the built files, by path. */
export function reportAtSource(
  findings: readonly LinkFinding[],
  sources: SiteSources,
  texts: ReadonlyMap<string, string | undefined>,
): Diagnostic[] {
  if (findings.length === 0) return [];
  const locator = new Locator(sources, texts);
  const located = findings.map((finding) => [finding, locator.locate(finding)] as const);
  // A page may have the same link thousands of times; such findings share one list of places.
  const firstFindings = new Map<readonly LinkLocation[], LinkFinding>();
  for (const [finding, places] of located) getOrAdd(firstFindings, places, () => finding);
  const placed = [...firstFindings].flatMap(([places, finding]) =>
    places.map((location) => [finding, location] as const),
  );
  const reported = new Set(placed.map(([{ message }]) => message));
  // Built files other than pages, such as `_redirects`, repeat problems of the sources.
  const isRepeated = ({ path, message }: LinkFinding) => !path.endsWith(".html") && reported.has(message);
  const unplaced = located.flatMap(([finding, places]) => (places.length > 0 || isRepeated(finding) ? [] : [finding]));
  const pages = [...texts.keys()].filter((path) => path.endsWith(".html")).length;
  return [...reportFindings(placed), ...reportInOutput(unplaced, texts, pages)];
}

class Locator {
  /** The document that each page shows. */
  private readonly documents: ReadonlyMap<string, Document>;
  /** Links of all documents by their form in a page: as written there, and as an absolute URL. */
  private readonly links = new Map<string, LinkLocation[]>();
  /** Locations by the properties of findings that they depend on. */
  private readonly locations = new Map<string, readonly LinkLocation[]>();
  private readonly sources: ReadonlyMap<string, string>;
  private readonly files: ReadonlyMap<string, OutputFile>;

  constructor(
    private readonly origin: SiteSources,
    private readonly texts: ReadonlyMap<string, string | undefined>,
  ) {
    this.files = new Map(origin.files.map((file) => [file.path, file]));
    this.documents = new Map(origin.contexts.flatMap((context) => documentsOfPages(context)));
    this.sources = new Map(origin.sources.map(({ path, text }) => [path, text]));
    for (const context of origin.contexts) this.addLinks(context);
  }

  /** @returns the same list for findings that are alike; empty if no source has the problem. */
  locate(finding: LinkFinding): readonly LinkLocation[] {
    const key = JSON.stringify([finding.path, finding.code, finding.target, finding.text]);
    const locations = this.locateInFile(finding) ?? this.locations.get(key) ?? this.locateInSources(finding);
    this.locations.set(key, locations);
    return locations;
  }

  /** Locates a finding in the file of which the published file is a copy, or a cleaned copy with other offsets. */
  private locateInFile(finding: LinkFinding): readonly LinkLocation[] | undefined {
    const { content, cleanedFrom } = this.files.get(finding.path) ?? {};
    const { root, readFile } = this.origin;
    const { text } = finding;
    if (cleanedFrom !== undefined) {
      const file = pathBelow(root, cleanedFrom);
      const source = readFile(file);
      return [{ file, position: positionIn(source, { offset: 0, text }, source.length), text }];
    }
    if (typeof content !== "object" || !("copyOf" in content)) return undefined;
    const position = positionIn(this.texts.get(finding.path) ?? "", finding);
    return [{ file: pathBelow(root, content.copyOf), position, text }];
  }

  private locateInSources(finding: LinkFinding): readonly LinkLocation[] {
    const document = this.documents.get(finding.path);
    if (finding.code === "page-orphan")
      return document ? [{ file: document.path, position: { line: 1, column: 1 } }] : [];
    const links = this.links.get(finding.target ?? finding.text) ?? this.links.get(finding.text) ?? [];
    const linksInDocument = links.filter(({ file }) => file === document?.path);
    if (linksInDocument.length > 0) return [...linksInDocument, ...this.locateInDocument(document, finding, true)];
    const locationInFrame = this.locateInFrame(finding);
    if (locationInFrame) return [locationInFrame];
    const locations = this.locateInDocument(document, finding, false);
    return locations.length > 0 ? locations : [...links];
  }

  /** Searches the text of a document, for values that are not links. @param isInFields whether to search only its front matter. */
  private locateInDocument(document: Document | undefined, finding: LinkFinding, isInFields: boolean): LinkLocation[] {
    const source = document && this.sources.get(document.path);
    if (document === undefined || source === undefined) return [];
    const end = isInFields ? source.indexOf("\n---", source.startsWith("---") ? 0 : source.length) : source.length;
    for (const spelling of this.spellings(finding)) {
      const offset = source.indexOf(spelling);
      if (offset !== -1 && offset < end)
        return [{ file: document.path, position: positionAt(source, offset), text: spelling }];
    }
    return [];
  }

  private locateInFrame(finding: LinkFinding): LinkLocation | undefined {
    for (const spelling of this.spellings(finding)) {
      for (const { path, text } of this.origin.frame) {
        const offset = offsetInQuotes(text, spelling);
        if (offset !== -1) return { file: path, position: positionAt(text, offset), text: spelling, shared: true };
      }
    }
    return undefined;
  }

  /** How sources may write a URL: pages add the site's origin, its base path and the prefix of a locale. */
  private spellings({ text }: LinkFinding): string[] {
    if (text === "") return [];
    const { config } = this.origin.site;
    const { origin } = new URL(config.url);
    const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
    const based = path.startsWith(config.baseUrl) ? `/${path.slice(config.baseUrl.length)}` : path;
    const prefix = this.origin.contexts.find(({ urls }) => urls.prefix && based.startsWith(`${urls.prefix}/`));
    const bare = prefix ? based.slice(prefix.urls.prefix.length) : based;
    // Many fields have the address of a contact without `mailto:`.
    const contact = text.replace(/^(?:mailto|tel):/i, "");
    return [...new Set([text, path, based, bare, contact].flatMap((form) => [form, decodeUrl(form)]))];
  }

  private addLinks(context: LocaleContext): void {
    const { site, urls } = context;
    for (const [, document] of documentsOfPages(context)) {
      const page = urls.absolute(urls.page(document.route));
      const targets = site.targets.get(document) ?? [];
      for (const [index, link] of document.links.entries()) {
        const href = urls.target(targets[index]);
        const forms = new Set([href, URL.canParse(href, page) ? new URL(href, page).href : href]);
        const location = { file: document.path, position: link.position, text: link.url };
        for (const form of forms) getOrAdd(this.links, form, () => []).push(location);
      }
    }
  }
}

/** The document that each page shows, by the path of the page. */
function documentsOfPages({ site, urls, locale }: LocaleContext): [path: string, document: Document][] {
  return [...site.routes.values()].flatMap((route): [string, Document][] => {
    const text = kindOf(route).text?.(route, site);
    const document = text?.translations.get(locale) ?? text?.document;
    return document ? [[urls.outputPath(route.route), document]] : [];
  });
}

/** The offset of a value that is in quotes, as in attributes and in strings of a configuration; -1 if there is none. */
function offsetInQuotes(text: string, value: string): number {
  const offsets = ['"', "'", "`"].map((quote) => text.indexOf(quote + value + quote));
  return (offsets.find((offset) => offset !== -1) ?? -2) + 1;
}
