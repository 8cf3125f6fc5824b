/** An EPUB 3 book: the files of its chapters and pictures, packed. The same texts make the same bytes: it has the date of its texts, and no other. */
import { strToU8, type Zippable, zipSync } from "fflate";
import type { ChapterText } from "./xhtml.js";
import { xmlAttribute, xmlText } from "./xml.js";

interface Book {
  title: string;
  /** Identifies it in all its editions. */
  id: string;
  publisher: string;
  /** The name of its contents. */
  contents: string;
  /** Of the newest change of its texts, `YYYY-MM-DD`. */
  date?: string | undefined;
  language: string;
  /** XHTML of its first page. */
  front: string;
  chapters: readonly Chapter[];
  pictures: readonly { path: string; type: string; bytes: Uint8Array }[];
}

export interface Chapter extends Pick<ChapterText, "hasFormulas" | "hasDrawings"> {
  path: string;
  title: string;
  /** Where it is not that of the book. */
  language?: string | undefined;
  xhtml: string;
}

interface Item {
  id: string;
  path: string;
  type: string;
  properties?: string;
}

/** The first date that an archive can have. */
const noDate = "1980-01-01";

/** @returns the file of the book. */
export function packBook(book: Book): Uint8Array {
  const { title, chapters, pictures, language } = book;
  const page = (name: string, body: string, own = language) => strToU8(pageOf(name, body, own));
  const pages: Item[] = [
    { id: "title", path: "title.xhtml", type: "application/xhtml+xml" },
    { id: "nav", path: "nav.xhtml", type: "application/xhtml+xml", properties: "nav" },
    ...chapters.map(({ path, hasFormulas, hasDrawings }, at): Item => {
      const properties = [...(hasFormulas ? ["mathml"] : []), ...(hasDrawings ? ["svg"] : [])].join(" ");
      return { id: `chapter-${at + 1}`, path, type: "application/xhtml+xml", ...(properties && { properties }) };
    }),
  ];
  const others: Item[] = [
    { id: "style", path: "style.css", type: "text/css" },
    ...pictures.map(({ path, type }, at): Item => ({ id: `picture-${at + 1}`, path, type })),
  ];
  const entries = chapters.map(
    ({ path, title: own }) => `<li><a href="${xmlAttribute(path)}">${xmlText(own)}</a></li>\n`,
  );
  const nav = `<nav epub:type="toc" id="toc">\n<h1>${xmlText(book.contents)}</h1>\n<ol>\n${entries.join("")}</ol>\n</nav>`;
  const files: Zippable = {
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": strToU8(container),
    "EPUB/package.opf": strToU8(packageOf(book, pages, others)),
    "EPUB/style.css": strToU8(style),
    "EPUB/title.xhtml": page(title, `<section class="title-page" epub:type="titlepage">\n${book.front}</section>`),
    "EPUB/nav.xhtml": page(book.contents, nav),
  };
  for (const one of chapters) files[`EPUB/${one.path}`] = page(one.title, one.xhtml, one.language);
  for (const { path, type, bytes } of pictures)
    files[`EPUB/${path}`] = type === "image/svg+xml" ? bytes : [bytes, { level: 0 }];
  // Archives have local times: these fields are the same everywhere.
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const container = `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function packageOf({ title, id, publisher, language, date = noDate }: Book, pages: Item[], others: Item[]): string {
  const item = ({ id: own, path, type, properties }: Item) =>
    `<item id="${own}" href="${xmlAttribute(path)}" media-type="${type}"${properties ? ` properties="${properties}"` : ""}/>`;
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${xmlAttribute(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${xmlText(id)}</dc:identifier>
<dc:title>${xmlText(title)}</dc:title>
<dc:language>${xmlText(language)}</dc:language>
<dc:publisher>${xmlText(publisher)}</dc:publisher>
${date === noDate ? "" : `<dc:date>${date}</dc:date>\n`}<meta property="dcterms:modified">${date}T00:00:00Z</meta>
</metadata>
<manifest>
${[...pages, ...others].map(item).join("\n")}
</manifest>
<spine>
${pages.map(({ id: own }) => `<itemref idref="${own}"/>`).join("\n")}
</spine>
</package>
`;
}

function pageOf(title: string, body: string, language: string): string {
  const lang = xmlAttribute(language);
  return `${declaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}

/** Sizes and colours are those of the reader: it adds what a text needs beyond them. */
const style = `body { margin: 0 5%; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-align: left; break-after: avoid; }
.title-page { margin-top: 20%; text-align: center; }
.title-page h1 { text-align: center; }
nav ol { padding-left: 0; list-style: none; }
nav li { margin: 0.3em 0; }
.facts { margin: 0 0 2em; padding: 0.5em 0; border-top: 1px solid; border-bottom: 1px solid; font-size: 0.9em; }
.facts dt { font-weight: bold; }
.facts dd { margin: 0 0 0.3em 1.5em; overflow-wrap: anywhere; }
.number { opacity: 0.7; }
pre, code, kbd, samp { font-family: monospace, monospace; font-size: 0.85em; overflow-wrap: anywhere; }
pre { padding: 0.6em; border: 1px solid; white-space: pre-wrap; }
pre code { font-size: inherit; }
figure { margin: 1em 0; }
figcaption { font-size: 0.85em; }
img, svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 0.85em; }
th, td { padding: 0.25em 0.5em; border: 1px solid; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
blockquote, .alert { margin: 1em 0; padding-left: 1em; border-left: 3px solid; }
.alert-title, .hljs-keyword, .hljs-title { font-weight: bold; }
.hljs-comment { font-style: italic; opacity: 0.75; }
.task-list { padding-left: 0; list-style: none; }
.align-left { text-align: left; }
.align-center { text-align: center; }
.align-right { text-align: right; }
.math-scroll { display: block; }
.footnotes { margin-top: 2em; border-top: 1px solid; font-size: 0.85em; }
`;
