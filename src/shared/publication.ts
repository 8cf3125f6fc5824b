/** Decides by extension which files beside proposals are published, and in which form. All others are refused. */
import { extensionOf } from "./text-format.js";

/**
 * `copy`: unchanged, unless the content begins like an HTML page. `plain`: unchanged, because every host sends the file as
 * text. `text`: unchanged, under a name that ends with `.txt`. `drawing`: an SVG, which is cleaned.
 */
export type Publication = "copy" | "plain" | "text" | "drawing";

const words = (text: string) => text.trim().split(/\s+/);

const kinds = new Map<string, Publication>([
  ...words("txt md markdown").map((name) => [name, "plain"] as const),
  ...words(`
    png apng jpg jpeg gif webp avif bmp ico tif tiff pdf
    mp3 m4a mp4 m4v webm ogg oga ogv opus wav flac
    zip gz tgz bz2 xz zst 7z tar
    csv tsv json jsonl ndjson yaml yml toml ini cfg log diff patch bib tex rst adoc ipynb mmd dot puml proto abi
    sol vy yul huff cairo move fe rs go c h cc cpp hpp cs java kt swift scala hs ml ex exs erl zig nim lua r jl m ts tsx jsx py sh gas asm s hex
    sql graphql tla als lean v smt2 k
  `).map((name) => [name, "copy"] as const),
  ...words("html htm xhtml xht xml xsl xslt rss atom rdf mathml js mjs cjs css map webmanifest").map(
    (name) => [name, "text"] as const,
  ),
  ["svg", "drawing"],
]);

/** Extensions of files that a host may run, or that a browser may show as a page: no configuration allows them unchanged. */
export const neverAsIs: ReadonlySet<string> = new Set(
  words(`html htm xhtml xht shtml shtm stm xml xsl xslt svg svgz mht mhtml hta js mjs cjs swf
    php php3 php4 php5 php7 php8 phtml phar phps asp aspx ashx asmx cer jsp jspx cgi pl fcgi config htaccess htpasswd`),
);

/** Names of texts without an extension, such as licences: they get `.txt`, so that hosts send them as text. */
const namesOfTexts = /^(?:licen[cs]e|copying|notice|authors|readme|makefile|dockerfile)$/i;

/**
 * The form in which a file is published, by its name.
 * @param added extensions that the series allows unchanged.
 * @returns undefined if the file is not published.
 */
export function publicationOf(path: string, added: readonly string[]): Publication | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Some hosts run a file if any part of its name is an extension of a script: `a.php.png`.
  const innerParts = name.split(".").slice(1, -1);
  if (innerParts.some((part) => /^(?:php\d?|phtml|phar|aspx?|jsp|cgi|pl|shtml)$/i.test(part))) return undefined;
  if (namesOfTexts.test(name)) return "text";
  const extension = extensionOf(path);
  return kinds.get(extension) ?? (added.includes(extension) && !neverAsIs.has(extension) ? "copy" : undefined);
}

/** The address at which a file is published. */
export function publishedUrl(url: string, publication: Publication | undefined): string {
  return publication === "text" ? `${url}.txt` : url;
}
