/**
 * Everything that a document's HTML may consist of, written down apart from the program: what the sanitizer lets an author write, and what our own
 * markup adds. Whatever else an HTML parser finds got past both.
 */
import { Parser } from "htmlparser2";

const words = (text: string) => text.split(" ");
export const authorTags: ReadonlySet<string> = new Set(
  words(
    "a abbr address b bdi bdo blockquote br caption cite code col colgroup dd del dfn details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr h1 i img ins " +
      "kbd li mark ol p picture pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr",
  ),
);
const everywhere = words("id lang dir title class");
const byTag: Record<string, string[]> = {
  a: words("href rel aria-label"),
  img: words("src srcset sizes alt width height loading decoding"),
  source: words("srcset sizes media type"),
  td: words("colspan rowspan headers"),
  th: words("colspan rowspan headers scope abbr"),
  col: ["span"],
  colgroup: ["span"],
  ol: words("start type reversed"),
  li: ["value"],
  details: ["open"],
  q: ["cite"],
  blockquote: ["cite"],
  // Our own.
  div: words("role tabindex aria-label"),
  span: words("role tabindex aria-label"),
  section: ["aria-label"],
  figure: ["data-language"],
  pre: ["tabindex"],
  input: words("type disabled checked aria-label"),
};
const mathTags = new Set(
  words(
    "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd " +
      "mtext mtr munder munderover none semantics annotation",
  ),
);
const svgTags = new Set(
  words("svg g defs marker path rect circle ellipse line polyline polygon text tspan title desc clippath"),
);
const drawing =
  /^(?:id|class|d|[xy][12]?|[cr][xy]|r|width|height|viewbox|points|fill|stroke|opacity|transform|offset|d[xy]|orient|ref[xy]|marker(?:width|height|units)|(?:marker|stroke|font|text|fill|dominant|clip|letter)-[a-z]+(?:-[a-z]+)?|data-[a-z-]+|preserveaspectratio|rotate)$/;
const formula =
  /^(?:id|class|display|displaystyle|scriptlevel|mathvariant|mathcolor|mathbackground|mathsize|stretchy|symmetric|fence|separator|form|[lr]space|(?:min|max)size|width|height|depth|voffset|linethickness|accent|accentunder|movablelimits|largeop|columnalign|columnspacing|columnlines|rowspacing|rowlines|rowalign|columnspan|rowspan|notation|align|side|frame|framespacing|equalcolumns|equalrows|encoding|href|dir|bevelled|numalign|denomalign|subscriptshift|superscriptshift|linebreak|style)$/;

/** What a parser finds that may not be there, as `<tag>` or `<tag attribute="value">`. */
export function foreignMarkup(html: string): string[] {
  const found = new Set<string>();
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const isOwn = tag === "input" || mathTags.has(tag) || svgTags.has(tag);
        if (!authorTags.has(tag) && !isOwn) found.add(`<${tag}>`);
        for (const [name, value] of Object.entries(attributes))
          if (!isAllowed(tag, name, value)) found.add(`<${tag} ${name}="${value.slice(0, 80)}">`);
      },
      // Our own output has none, and a parser that reads one may read on elsewhere than a browser.
      oncomment: (text) => found.add(`<!--${text}-->`),
      onprocessinginstruction: (name) => found.add(`<${name}>`),
    },
    { lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return [...found];
}

export function isAllowed(tag: string, name: string, value: string): boolean {
  if (/[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")))
    return false;
  if (["href", "src", "cite", "srcset"].includes(name) && !isHarmless(value, name)) return false;
  if (name === "style") return false;
  if (mathTags.has(tag)) return formula.test(name);
  if (svgTags.has(tag)) return drawing.test(name) && !/url\(\s*['"]?(?!#)/i.test(value);
  return everywhere.includes(name) || (byTag[tag] ?? []).includes(name);
}

/** What a browser makes of an address: control characters and white space in front or inside a scheme do not count. */
function isHarmless(url: string, name: string): boolean {
  const bare = url.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, "").toLowerCase();
  if (name !== "href" && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(bare)) return true;
  return !/^(?:javascript|vbscript|data|file|blob|filesystem|view-source):/.test(bare);
}
