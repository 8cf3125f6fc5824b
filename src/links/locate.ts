/**
 * Finds the source of problems in rendered pages: the link in the Markdown, the line of the configuration, the
 * template. A page consists of one document and its frame, and previews of documents are on other pages; a finding is
 * looked up in that order.
 */
import type { LocaleContext } from "../model/context.js";
import type { Route, Site } from "../model/site.js";
import { kindOf } from "../pages/index.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document, DocumentLink, SourceFile } from "../shared/document.js";
import { linesOf, positionAt } from "../shared/lines.js";
import type { OutputFile } from "../shared/output.js";
import { decodeUrl } from "../shared/url.js";
import type { LinkFinding } from "./findings.js";
import { type Place, positionIn, reportFindings, reportInOutput } from "./findings.js";

/** The sources of a site. */
interface SiteSources {
  /** Absolute. */
  root: string;
  site: Site;
  contexts: readonly LocaleContext[];
  /** Markdown files. */
  sources: readonly SourceFile[];
  files: readonly OutputFile[];
  /** A file of the site, by its path below the root. */
  readFile(path: string): string;
  /** The sources of the frame of pages, the most likely first: configuration, templates, strings. */
  frame: readonly Pick<SourceFile, "path" | "text">[];
}

/** @param texts of the built files, by path. */
export function reportAtSource(
  findings: readonly LinkFinding[],
  sources: SiteSources,
  texts: ReadonlyMap<string, string | undefined>,
): Diagnostic[] {
  if (findings.length === 0) return [];
  const locator = new Locator(sources, texts);
  const located = findings.map((finding): [LinkFinding, readonly Place[]] => [finding, locator.placesOf(finding)]);
  const alike = new Set<readonly Place[]>();
  const known = located.flatMap(([finding, places]) => {
    if (alike.has(places)) return [];
    alike.add(places);
    return places.map((place) => [finding, place] as const);
  });
  // Feeds repeat what sources say.
  const reported = new Set(known.map(([{ message }]) => message));
  const isRepeated = ({ path, message }: LinkFinding) => !path.endsWith(".html") && reported.has(message);
  const unknown = located.flatMap(([finding, places]) => (places.length > 0 || isRepeated(finding) ? [] : [finding]));
  const pages = [...texts.keys()].filter((path) => path.endsWith(".html")).length;
  return [...reportFindings(known), ...reportInOutput(unknown, texts, pages)];
}

interface LinkPlace {
  document: Document;
  link: DocumentLink;
}

class Locator {
  /** Source of each file that was copied. */
  private readonly copies: ReadonlyMap<string, string>;
  /** Source of each drawing from which something was removed: what is left has other places. */
  private readonly cleaned: ReadonlyMap<string, string>;
  /** The document that each page shows. */
  private readonly shown: ReadonlyMap<string, Document>;
  private readonly sources: ReadonlyMap<string, SourceFile>;
  /** Links of all documents by their form in a page: as written there, and as an absolute URL. */
  private readonly links = new Map<string, LinkPlace[]>();
  /** Places of findings on pages, by all that they depend on. */
  private readonly known = new Map<string, readonly Place[]>();

  constructor(
    private readonly origin: SiteSources,
    private readonly texts: ReadonlyMap<string, string | undefined>,
  ) {
    const { root, files, contexts, sources } = origin;
    this.copies = new Map(
      files.flatMap(({ path, content }): [string, string][] =>
        typeof content === "object" && "copyOf" in content ? [[path, pathBelow(root, content.copyOf)]] : [],
      ),
    );
    this.cleaned = new Map(
      files.flatMap(({ path, cleanedFrom }): [string, string][] =>
        cleanedFrom === undefined ? [] : [[path, pathBelow(root, cleanedFrom)]],
      ),
    );
    this.shown = new Map(contexts.flatMap((context) => shownDocuments(context)));
    this.sources = new Map(sources.map((source) => [source.path, source]));
    for (const context of contexts) this.addLinks(context);
  }

  /** @returns the same list for findings that are alike: a page may have one link thousands of times. */
  placesOf(finding: LinkFinding): readonly Place[] {
    const copy = this.copies.get(finding.path);
    if (copy !== undefined) return [this.inCopy(copy, finding)];
    const cleaned = this.cleaned.get(finding.path);
    if (cleaned !== undefined) return [this.inDrawing(cleaned, finding)];
    const key = JSON.stringify([finding.path, finding.code, finding.target, finding.text]);
    const places = this.known.get(key) ?? this.inSources(finding);
    this.known.set(key, places);
    return places;
  }

  private inSources(finding: LinkFinding): readonly Place[] {
    const document = this.shown.get(finding.path);
    if (finding.code === "page-orphan")
      return document ? [{ file: document.path, position: { line: 1, column: 1 } }] : [];
    const found = this.links.get(finding.target ?? finding.text) ?? this.links.get(finding.text) ?? [];
    const own = found.filter((place) => place.document === document);
    if (own.length > 0) return [...own.map(linkPlace), ...this.inFields(document, finding)];
    const around = this.inFrame(finding);
    if (around) return [around];
    const written = document && this.inDocument(document, finding);
    return written ? [written] : found.map(linkPlace);
  }

  private inCopy(file: string, finding: LinkFinding): Place {
    const position = positionIn(this.texts.get(finding.path) ?? "", finding);
    return { file, position, text: finding.text };
  }

  /** What refers to it first: other findings of the same text are the same. */
  private inDrawing(file: string, { text }: LinkFinding): Place {
    const source = this.origin.readFile(file);
    const marked = [`"${text}"`, `'${text}'`, `(${text})`]
      .map((form) => source.indexOf(form))
      .find((index) => index !== -1);
    return { file, position: positionAt(source, marked === undefined ? 0 : marked + 1), text };
  }

  /** Front matter, and other values of a document that are not links in its text. */
  private inDocument(document: Document, finding: LinkFinding): Place | undefined {
    const source = this.sources.get(document.path)?.text;
    for (const spelling of this.spellings(finding)) {
      const offset = source?.indexOf(spelling) ?? -1;
      if (source !== undefined && offset !== -1)
        return { file: document.path, position: positionAt(source, offset), text: spelling };
    }
    return undefined;
  }

  /** For addresses that both the text and its front matter have. */
  private inFields(document: Document | undefined, finding: LinkFinding): Place[] {
    const source = document && this.sources.get(document.path)?.text;
    const place = document && this.inDocument(document, finding);
    const end = source?.startsWith("---")
      ? linesOf(
          source
            .split(/^---[ \t]*$/m, 3)
            .slice(0, 2)
            .join("---"),
        ).length
      : 0;
    return place?.position && place.position.line < end ? [place] : [];
  }

  private inFrame(finding: LinkFinding): Place | undefined {
    for (const spelling of this.spellings(finding)) {
      for (const { path, text } of this.origin.frame) {
        const offset = quoted(text, spelling);
        if (offset !== -1) return { file: path, position: positionAt(text, offset), text: spelling, shared: true };
      }
    }
    return undefined;
  }

  /** A page has a path with the site's base and the locale's prefix, or a whole URL; its source has neither. */
  private spellings({ text }: LinkFinding): string[] {
    if (text === "") return [];
    const { config } = this.origin.site;
    const { origin } = new URL(config.url);
    const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
    const based = path.startsWith(config.baseUrl) ? `/${path.slice(config.baseUrl.length)}` : path;
    const prefix = this.origin.contexts.find(({ urls }) => urls.prefix && based.startsWith(`${urls.prefix}/`));
    const bare = prefix ? based.slice(prefix.urls.prefix.length) : based;
    // Many fields have a contact address without its scheme.
    const contact = text.replace(/^(?:mailto|tel):/i, "");
    return [...new Set([text, path, based, bare, contact].flatMap((form) => [form, decodeUrl(form)]))];
  }

  private addLinks(context: LocaleContext): void {
    const { site, urls } = context;
    const documents = shownDocuments(context).map(([, document]) => document);
    for (const document of documents) {
      const page = urls.absolute(urls.page(document.route));
      const targets = site.targets.get(document) ?? [];
      for (const [index, link] of document.links.entries()) {
        const href = urls.target(targets[index]);
        const forms = new Set([href, URL.canParse(href, page) ? new URL(href, page).href : href]);
        for (const form of forms) {
          const known = this.links.get(form);
          if (known) known.push({ document, link });
          else this.links.set(form, [{ document, link }]);
        }
      }
    }
  }
}

function linkPlace({ document, link }: LinkPlace): Place {
  return { file: document.path, position: link.position, text: link.url };
}

function shownDocuments(context: LocaleContext): [path: string, document: Document][] {
  const { site, urls } = context;
  return [...site.routes.values()].flatMap((route): [string, Document][] => {
    const document = documentOfRoute(route, context);
    return document ? [[urls.outputPath(route.route), document]] : [];
  });
}

function documentOfRoute(route: Route, { site, locale }: LocaleContext): Document | undefined {
  const text = kindOf(route).text?.(route, site);
  return text?.translations.get(locale) ?? text?.document;
}

/** Offset of a value in quotes, as in attributes and strings of a configuration. */
function quoted(text: string, value: string): number {
  for (const quote of ['"', "'", "`"]) {
    const offset = text.indexOf(`${quote}${value}${quote}`);
    if (offset !== -1) return offset + 1;
  }
  return -1;
}
