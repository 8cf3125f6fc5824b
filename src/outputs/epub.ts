/** `cip.epub`: each register as a book (EPUB 3) with all its texts by number, to be read without a network. */
import { createHash } from "node:crypto";
import { bookUrl, hasBook } from "../model/addresses.js";
import { lastChangeOf } from "../model/history.js";
import { documentOf, fullTitle, proposalLang } from "../model/localized.js";
import type { Proposal, Register, Texts } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { compareText, unescapeHtml } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import type { RenderContext } from "../view/context.js";
import { factsOf } from "../view/facts.js";
import { fillAbsolute } from "../view/fill.js";
import { withSectionNumbers } from "../view/section-numbers.js";
import type { Chapter } from "./book.js";
import { BookPictures, readPicture } from "./book-pictures.js";
import type { OutputKind, OutputPiece } from "./kind.js";
import { xmlAttribute, xmlText } from "./xml.js";

export const epub: OutputKind = {
  name: "epub",
  each: "locale",
  urls: ({ registers }) => registers.filter(hasBook).map(({ series }) => bookUrl(series)),
  pieces: (context) => context.site.registers.filter(hasBook).map((register) => pieceOf(register, context)),
  make: () => [],
};

/** What a chapter is made from. */
interface Source {
  proposal: Proposal;
  document: Document;
  /** Its address, absolute. */
  page: string;
  /** In the book. */
  path: string;
}

function pieceOf(register: Register, context: RenderContext): OutputPiece {
  const { urls } = context;
  const sources = register.proposals.flatMap((proposal, at): Source[] => {
    const document = documentOf(proposal, context);
    // With a hyphen it is not one of the book's own pages: a proposal without a number may be called `nav`.
    const path = `${/^\w+-[\w-]+$/.test(proposal.label) ? proposal.label : at + 1}.xhtml`;
    return document ? [{ proposal, document, page: urls.absolute(urls.page(proposal.route)), path }] : [];
  });
  return {
    path: bookUrl(register.series, urls.prefix).slice(1),
    digestOf({ bodies }) {
      const hash = createHash("sha256");
      for (const { document } of sources) hash.update(bodies.own(document).digest);
      for (const file of filesOf(sources, context).values()) hash.update(readPicture(file)?.bytes ?? "");
      return hash.digest("base64url");
    },
    make: (texts) => bookOf(register, sources, texts, context),
  };
}

/** The files that texts name, by their absolute address. */
function filesOf(sources: readonly Source[], { site, urls }: RenderContext): Map<string, string> {
  const files = new Map<string, string>();
  for (const { document, page } of sources)
    for (const target of site.targets.get(document) ?? []) {
      const file = target.kind === "file" ? site.files.get(target.path) : undefined;
      if (file && file.publication !== "refused") files.set(new URL(urls.target(target), page).href, file.path);
    }
  return files;
}

async function bookOf(
  register: Register,
  sources: readonly Source[],
  { bodies }: Texts,
  context: RenderContext,
): Promise<Uint8Array> {
  const [{ packBook }, { chapterText }] = await Promise.all([import("./book.js"), import("./xhtml.js")]);
  const { site, translator, urls, locale } = context;
  const { title, toc, locales } = site.config;
  const { route, title: name } = register.series;
  const paths = new Map(sources.map(({ page, path }) => [page, path]));
  const pictures = new BookPictures(filesOf(sources, context));
  const idsOf = new Map<string, ReadonlySet<string>>();
  const chapters: Chapter[] = [];
  for (const { proposal, document, page, path } of sources) {
    await bodies.prepare(document);
    const filled = fillAbsolute(bodies.html(document), document, context);
    const text = chapterText(toc.numbers ? withSectionNumbers(filled, document.outline) : filled, {
      link: (address) => addressIn(paths, address, page),
      picture: (address) => pictures.path(address),
    });
    const { titleId } = document;
    idsOf.set(path, new Set([...text.ids, ...(titleId === undefined ? [] : [titleId])]));
    const id = titleId === undefined ? "" : ` id="${xmlAttribute(titleId)}"`;
    const ownTitle = fullTitle(proposal, context);
    const facts = factsOf(proposal, register, page, context).map(
      ([fact, value]) => `<dt>${xmlText(fact)}</dt><dd>${value === page ? linkTo(page) : xmlText(value)}</dd>\n`,
    );
    const xhtml = `<h1${id}>${xmlText(ownTitle)}</h1>\n<dl class="facts">\n${facts.join("")}</dl>\n${text.xhtml}`;
    chapters.push({ ...text, path, title: ownTitle, language: proposalLang(proposal, context), xhtml });
  }
  const list = urls.absolute(urls.page(route));
  const dates = sources.flatMap(({ proposal }) => lastChangeOf(proposal) ?? []);
  const date = dates.sort(compareText).at(-1);
  const label = translator.label(name);
  const lines = [
    ...(label === title ? [] : [title]),
    translator.t("count.proposals", { count: sources.length }),
    ...(date ? [translator.t("tools.lastUpdated", { date: translator.date(date) })] : []),
  ];
  return packBook({
    title: label === title ? title : `${title}: ${label}`,
    id: list,
    publisher: title,
    contents: translator.t("text.contents"),
    date,
    language: locales[locale]?.htmlLang ?? locale,
    front: `<h1>${xmlText(label)}</h1>\n${lines.map((line) => `<p>${xmlText(line)}</p>\n`).join("")}<p>${linkTo(list)}</p>\n`,
    chapters: chapters.map((chapter) => ({ ...chapter, xhtml: withPlacesInBook(chapter.xhtml, idsOf) })),
    pictures: pictures.all,
  });
}

const linkTo = (page: string) => `<a href="${xmlAttribute(page)}">${xmlText(page)}</a>`;

/** @param address absolute, unless it leads nowhere. @returns the same in the book, if that has the page. */
function addressIn(paths: ReadonlyMap<string, string>, address: string, page: string): string | undefined {
  const { path, query, hash } = splitUrl(address);
  const chapter = query === "" ? paths.get(path) : undefined;
  if (chapter !== undefined) return hash === "" ? chapter : `${chapter}#${decodeUrl(hash)}`;
  return URL.canParse(address, page) ? new URL(address, page).href : undefined;
}

/** A link to a place that its chapter does not have leads to the chapter. */
function withPlacesInBook(xhtml: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>): string {
  return xhtml.replace(/ href="([^":#]+)#([^"]*)"/g, (link, path: string, id: string) =>
    idsOf.get(path)?.has(unescapeHtml(id)) ? link : ` href="${path}"`,
  );
}
