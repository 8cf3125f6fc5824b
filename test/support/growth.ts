/** Texts that double: each is made for a rule that could look at the whole text for every part of it. `size` is about its length in characters. */

const fill = (text: string, size: number) => text.repeat(Math.max(1, Math.round(size / text.length)));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => line(index)).join("\n");
const allEdges = (nodes: number) =>
  lines(nodes, (to) => lines(to, (from) => `A${from} --> A${to}`)).replace(/\n+/g, "\n");

export const growing: Record<string, (size: number) => string> = {
  "formulas that are never closed": (size) => fill("$$ a\nb\n", size),
  "formulas in quotations that are never closed": (size) => fill("> $$ a\n> b\n", size),
  "formulas in ticks that are never closed": (size) => fill("$`a ", size),
  "formulas whose ends are escaped": (size) => fill(" $a\\$", size),
  "formulas that cannot be read, in one paragraph": (size) => fill("$\\nosuch$\n", size),
  "formulas of macros": (size) => fill(`$\\def\\a{${"x".repeat(60)}}${"\\a".repeat(120)}$\n\n`, size),
  "a formula": (size) => `$$\n${fill("x_1+", size)}x\n$$\n`,
  "groups in groups": (size) => `$$\n${fill("{", size / 2)}x${fill("}", size / 2)}\n$$\n`,
  "a chain of nodes": (size) => `\`\`\`mermaid\ngraph LR\n${lines(size / 14, (n) => `A${n} --> A${n + 1}`)}\n\`\`\`\n`,
  "a graph with all edges": (size) => `\`\`\`mermaid\ngraph TD\n${allEdges(Math.sqrt(size / 6))}\n\`\`\`\n`,
  "many graphs": (size) => lines(size / 60, (n) => `\`\`\`mermaid\ngraph TD\nA${n} --> B\nB --> C & D & E\n\`\`\`\n`),
  "reference definitions": (size) => lines(size / 12, (n) => `[r${n}]: /x${n}`),
  "references to one definition": (size) => `[r]: /xyz\n\n${fill("[r]\n", size)}`,
  "titles that are never closed": (size) => fill("[a]: /x 'a\n", size),
  "links in one paragraph": (size) => fill("[a](x)\n", size),
  "links to files of proposals in one paragraph": (size) => fill("[a](eip-1.md)\n", size),
  "links whose URLs are written otherwise": (size) => lines(size / 17, (n) => `[a](x&amp;y${n})`),
  "bare URLs that are written otherwise": (size) => lines(size / 28, (n) => `https://x.test/?a&amp;b=${n}`),
  "footnotes in the text": (size) => fill("^[a] ", size),
  "footnotes in footnotes in the text": (size) => fill("^[a ", size * 0.8) + fill("]", size * 0.2),
  "footnotes that refer to the next": (size) => lines(size / 20, (n) => `[^${n}]: a[^${n + 1}]\n`),
  "references to one footnote": (size) => `[^1]: x\n\n${fill("[^1] ", size)}`,
  "references to footnotes that are never closed": (size) => `[^1]: x\n\n${fill("[^a", size)}`,
  "headings of one name": (size) => fill("# a\n", 8 * size),
  "underlined headings": (size) => fill("a\n-\n", size),
  "tags that are never closed": (size) => fill("<b>", size),
  "blocks that are never closed": (size) => fill("<div>\n\n<B>a\n\n", size),
  "elements in elements": (size) => fill("<div>", size / 2) + fill("</div>", size / 2),
  "comments that are never closed": (size) => fill("a <!-- ", size),
  "raw links": (size) => lines(size / 22, (n) => `<a href="x${n}">a</a>`),
  "raw pictures of one URL": (size) => fill('<img src="x">\n', size),
  "a source of pictures": (size) => `<img srcset="${fill("a 1x, ", size)}">`,
  "attributes of one tag": (size) => `<a ${lines(size / 8, (n) => `b${n}=c`)}>x</a>`,
  "URLs that are not allowed": (size) => fill("[a](javascript:x)\n", size),
  mentions: (size) => lines(size / 9, (n) => `CIP-${n}`),
  "a table of mentions": (size) => `|a|\n|-|\n${fill("|CIP-1|\n", size)}`,
  "a table of one row": (size) => `|${fill("a|", size / 3)}\n|${fill("-|", size / 3)}\n|${fill("a|", size / 3)}\n`,
  emphasis: (size) => fill("**a *b ", size),
  brackets: (size) => fill("[", size),
  "pictures in pictures": (size) => fill("![", size / 4) + fill("](x)", size * 0.75),
  "quotations in quotations": (size) => `${fill("> ", size)}a`,
  tasks: (size) => fill("- [ ] a\n", size),
  alerts: (size) => fill("> [!NOTE]\n> a\n\n", size),
  "a line of dashes below the head of a table": (size) => `| a | b |\n|-|-|${fill(" -", size)}x\n`,
  "spaces in a cell with metadata": (size) => `| Status | Team |\n|-|-|\n| Draft | a${fill(" ", size)}b |\n`,
  "cells of HTML that are never closed": (size) => `<table>\n${fill("<tr><td>", size)}\n</table>\n`,
  "links in a cell of HTML that are never closed": (size) =>
    `<table><tr><td>Team</td><td>${fill("<a href=x ", size)}</td></tr></table>\n`,
  "keys whose values are keys": (size) => `CIP: 20\n\nTeam:\n\n${fill("  a:\n\n", 4 * size)}`,
  placeholders: (size) => fill("List<A> <Address>\n\n", size),
  "backticks of all lengths": (size) => lines(Math.sqrt(size), (n) => "`".repeat(n + 1)).replaceAll("\n", " a "),
  code: (size) => `\`\`\`js\n${fill("const a = { b: [1, 2, `x` ] };\n", size)}\`\`\`\n`,
};

export const growingWiki: typeof growing = {
  "links that are never finished": (size) => fill("[[a|", size),
  "links in links": (size) => `${fill("[[a|", size * 0.6)}b${fill("]]", size * 0.4)}`,
  "pictures in captions": (size) => `${fill("[[File:a|", size * 0.8)}b${fill("]]", size * 0.2)}`,
  "templates that are never finished": (size) => fill("{{", size),
  apostrophes: (size) => fill("'''a ''b ", size),
  "footnotes in footnotes": (size) => `${fill("<ref>", size / 2)}a${fill("</ref>", size / 2)}`,
  "names of footnotes": (size) => lines(size / 22, (n) => `a<ref name="n${n}" />`),
  "pieces that are never finished": (size) => fill("<pre><nowiki><math><poem><source>", size),
  "tables in tables": (size) => fill("{|\n|\n", size),
  "lists of all kinds": (size) => lines(size / 26, (n) => `${"*#:;".repeat(n % 12)} a`),
  "elements that are never closed": (size) => fill("<div>\n<b>", size),
  "lines with one key": (size) => `<pre>\nCIP: 20\n${fill("Tags: a\n", 8 * size)}</pre>\n`,
  "authors with names of their own": (size) =>
    `<pre>\nCIP: 20\nAuthor: ${lines(size, (n) => `a${n}`).replaceAll("\n", ", ")}\n</pre>\n`,
  "colons after an author": (size) => `<pre>\nCIP: 20\nAuthor: a${fill(" :", size)}x\n</pre>\n`,
  "comments among authors that are never closed": (size) =>
    `<pre>\nCIP: 20\nAuthor: ${fill("<!-- ", 4 * size)}\n</pre>\n`,
  "a status of stars": (size) => `<pre>\nCIP: 20\nStatus: ${fill("* ", size)}x\n</pre>\n`,
  "a picture of digits": (size) => `[[File:a|${fill("1", size)}|a]]`,
  "addresses in an address": (size) => fill("https://a.b/.,;:!?||", size),
};

export const growingRst: typeof growing = {
  "empty lines": (size) => `a${fill("\n", size)}b`,
  "spaces in a reference": (size) => `\`a${fill(" ", size)}b\`_`,
  "spaces in a role": (size) => `:doc:\`a${fill(" ", size)}b\``,
  "spaces in an abbreviation": (size) => `:abbr:\`a${fill(" ", size)}b\``,
  "a citation that is never closed": (size) => `.. [${fill("a", size)} b`,
  "colons in a title": (size) => `${fill(":a", size)}\n${fill("==", size)}\n`,
  "spaces in a link of a field": (size) => `:CIP: 20\n:Status: Draft\n:Team: \`a${fill(" ", size)}b\n`,
  "spaces in a substitution": (size) => `.. |a| unicode:: a${fill(" ", size)}b`,
};

export const growingFields: typeof growing = {
  "an author of brackets": (size) => `author: "${fill("(<[", size)}"`,
  "many authors": (size) => `author: "${fill("A (@a), ", size)}"`,
  "a date of many digits": (size) => `date: "${fill("2021-", size)}"`,
  "references that are almost ones": (size) => `requires: "${fill("cip-", size)}"`,
  "a description of spaces": (size) => `description: "a${fill(" ", size)}b"`,
  "a status of brackets and a word": (size) => `status: "${fill("()", size)}x"`,
  "a status of spaces": (size) => `status: "Final${fill(" ", size)}x"`,
  "links of HTML that are never finished": (size) => `requires: "${fill("<a href='", size)}"`,
  "links of HTML with many addresses": (size) => `requires: "<a ${fill("href=", size)}"`,
  "links of escaped brackets": (size) => `tags: '${fill("[\\[", size)}'`,
  "comments that are never closed": (size) => `tags: "${fill("<!--", size)}"`,
  "emphasis that is never closed": (size) => `tags: "${fill("**a __b ***c ", size)}"`,
  "links of digits": (size) => `requires: "[x](https://e.com/1.${fill("1", size)})"`,
  "a link of full stops": (size) => `discussions-to: "see https://a.example/${fill(".", size)}x"`,
  "dashes before a link": (size) => `discussions-to: "${fill("-", size)}x https://a.example/"`,
  "many links": (size) =>
    `discussions-to: "${lines(size / 24, (n) => `[a](https://a.example/${n})`).replaceAll("\n", " ")}"`,
  "brackets of YAML": (size) => `tags: ${fill("[", size)}`,
  "many keys": (size) => lines(size / 8, (n) => `k${n}: 1`),
  "anchors and aliases": (size) => `a: &a [x]\n${lines(size / 9, (n) => `k${n}: *a`)}`,
};
