/** The directives of docutils and Sphinx that proposals use. Each gets its argument, its options and the lines of its content. */
import type { Token } from "markdown-it";
import { addAll, largestOf } from "../../../shared/lists.js";
import { charge } from "../budget.js";
import type { BlockReader } from "./blocks.js";
import { dedented, fieldMark, firstNumber, isBlank, type Line, mapTexts, sourceOf, trimmedSource } from "./lines.js";
import { type Cell, readCsv } from "./tables.js";

interface Directive {
  name: string;
  /** The text before its options. */
  argument: string;
  options: ReadonlyMap<string, string>;
  content: readonly Line[];
  /** All of its lines. */
  lines: readonly Line[];
}

type WriteDirective = (reader: BlockReader, directive: Directive) => void;

interface DirectiveKind {
  /** How many of the lines before an empty line may be its argument; the others are a part of the content. */
  argumentLines: number;
  write: WriteDirective;
}

const withArgument = (write: WriteDirective): DirectiveKind => ({ argumentLines: Infinity, write });
/** Authors forget the empty line below the name of a language. */
const withWord = (write: WriteDirective): DirectiveKind => ({ argumentLines: 1, write });
const withContent = (write: WriteDirective): DirectiveKind => ({ argumentLines: 0, write });

/** @param name of a container in the style sheet. @param title undefined for the usual title of the container. */
function admonition(reader: BlockReader, name: string, title: string | undefined, { content, lines }: Directive): void {
  const meta = { name, hasTitle: title !== undefined } as never;
  reader.push("container_open", "div", 1, lines).meta = meta;
  if (title !== undefined) {
    reader.push("container_title_open", "p", 1).meta = meta;
    reader.inline(title, lines.slice(0, 1));
    reader.push("container_title_close", "p", -1).meta = meta;
  }
  reader.read(content);
  reader.push("container_close", "div", -1).meta = meta;
}

const admonitions = "note tip important warning caution attention danger error hint seealso todo".split(" ");
const titledNote = withArgument((reader, directive) =>
  admonition(reader, "note", directive.argument || "Note", directive),
);

const code = withWord((reader, { argument, options, content, lines }) => {
  const caption = options.get("caption");
  if (caption) reader.paragraph(`**${caption}**`, lines.slice(0, 1));
  reader.literal(content, argument.trim() || reader.context.language, lines);
});

/** @returns attributes for the size and the alignment of a picture, and for its class `invert-in-dark-mode`. */
function layoutOf(options: Directive["options"]): [name: string, value: string][] {
  const sizes = ["width", "height", "scale"].flatMap((name): [string, string][] => {
    const value = options.get(name)?.replace(/\s+/g, "");
    return value ? [[name, value]] : [];
  });
  const side = /^(?:left|center|right)$/.exec(options.get("align") ?? "")?.[0];
  const isInverted = /(?:^|\s)invert-in-dark-mode(?:\s|$)/.test(options.get("class") ?? "");
  const classes = [side && `align-${side}`, isInverted && "invert-in-dark-mode"].filter(Boolean).join(" ");
  return classes ? [...sizes, ["class", classes]] : sizes;
}

/** @returns the tokens of a picture, in a link if it has a target. */
function picture(reader: BlockReader, { argument, options }: Directive): Token[] {
  const { make } = reader.context;
  const image = make("image", "img", 0);
  const alt = options.get("alt") ?? "";
  image.attrs = [["src", argument.replace(/\s+/g, "")], ...layoutOf(options)];
  image.content = alt;
  image.children = alt ? [Object.assign(make("text", "", 0), { content: alt })] : [];
  const target = options.get("target");
  if (!target) return [image];
  const open = Object.assign(make("link_open", "a", 1), { markup: "notation", info: target });
  const name = /^(?:`([^`]+)`_|([\w.-]+)_)$/.exec(target);
  if (name) open.meta = { name: name[1] ?? name[2], source: target } as never;
  else open.attrs = [["href", target]];
  return [open, image, Object.assign(make("link_close", "a", -1), { markup: "notation" })];
}

function writePicture(reader: BlockReader, directive: Directive): void {
  Object.assign(reader.push("inline", "", 0, directive.lines.slice(0, 1)), {
    content: directive.argument,
    children: picture(reader, directive),
    meta: { isRead: true },
  });
}

const image = withArgument((reader, directive) => {
  reader.push("paragraph_open", "p", 1, directive.lines);
  writePicture(reader, directive);
  reader.push("paragraph_close", "p", -1);
});

const figure = withArgument((reader, directive) => {
  const { content, lines } = directive;
  reader.push("figure_open", "figure", 1, lines);
  writePicture(reader, directive);
  if (content.length > 0) {
    reader.push("figcaption_open", "figcaption", 1);
    reader.read(content);
    reader.push("figcaption_close", "figcaption", -1);
  }
  reader.push("figure_close", "figure", -1);
});

function cellOf(text: string, number: number): Cell {
  return { lines: dedented(text.split("\n").map((line) => ({ text: line, number }))), columns: 1, rows: 1 };
}

/** Adds a table whose rows are filled up to the longest row. @param headRows number of rows in its head. */
function writeTable(reader: BlockReader, rows: Cell[][], headRows: number, directive: Directive): void {
  const { argument, content, lines } = directive;
  const width = largestOf(
    rows.map(({ length }) => length),
    0,
  );
  const number = firstNumber(lines);
  if (!charge(reader.context.env, "cells", rows.length * width, "this table", number)) {
    reader.literal(content, "");
    return;
  }
  const filledRows = rows.map((row) => [...row, ...Array.from(Array(width - row.length), () => cellOf("", number))]);
  const data = { head: filledRows.slice(0, headRows), body: filledRows.slice(headRows) };
  reader.table(data, lines, argument);
}

const csvTable = withArgument((reader, directive) => {
  const { options, content, lines } = directive;
  if (isFromFile(directive)) {
    reportNotShown(reader, lines, "a table from another file");
    return;
  }
  const delimiter = { tab: "\t", space: " " }[options.get("delim") ?? ""] ?? options.get("delim");
  const read = (text: string) => readCsv(text, delimiter || ",", options.get("quote") || '"');
  const header = options.get("header");
  const values = [...(header === undefined ? [] : read(header)), ...read(sourceOf(content))];
  const headRows = (header === undefined ? 0 : 1) + Number(options.get("header-rows") ?? 0);
  const rows = values.map((row) => row.map((value) => cellOf(value, firstNumber(lines))));
  writeTable(reader, rows, headRows || 0, directive);
});

/** Reads a list of lists: each item is a row, and each item in it a cell. */
const listTable = withArgument((reader, directive) => {
  const { content, options, lines } = directive;
  const rows = itemsOf(content).map((row) => itemsOf(row).map((cell): Cell => ({ lines: cell, columns: 1, rows: 1 })));
  if (rows.length === 0 || rows.some((row) => row.length === 0)) {
    const message = "a row of this table is not a list, so its content is shown as it is";
    reader.report("rst-syntax", message, lines, "Each item is a row, and each item of it a cell.");
    reader.read(content);
    return;
  }
  writeTable(reader, rows, Number(options.get("header-rows") ?? 0) || 0, directive);
});

/** @returns the lines of each item of a list; none if there is other text. */
function itemsOf(lines: readonly Line[]): Line[][] {
  const items: Line[][] = [];
  for (const line of lines) {
    const [mark] = /^[-+*•](?: +|$)/.exec(line.text) ?? [];
    if (mark !== undefined) items.push(mapTexts([line], (text) => " ".repeat(mark.length) + text.slice(mark.length)));
    else if (isBlank(line) || line.text.startsWith(" ")) items.at(-1)?.push(line);
    else return [];
  }
  return items.map(dedented);
}

/** Reads a table with the argument as its caption; content without a table gets the argument as a paragraph before it. */
const table = withArgument((reader, { argument, content, lines }) => {
  const tokens = reader.readAside(() => reader.read(content));
  const open = tokens.findIndex(({ type }) => type === "table_open");
  addAll(reader.tokens, tokens.slice(0, open + 1));
  if (argument && open !== -1) reader.caption(argument, lines);
  else if (argument && tokens.length > 0) reader.paragraph(argument, lines.slice(0, 1));
  addAll(reader.tokens, tokens.slice(open + 1));
});

const raw = withWord((reader, directive) => {
  const { argument, content, lines } = directive;
  if (isFromFile(directive)) reportNotShown(reader, lines, "raw text from another file");
  else if (/\bhtml\b/i.test(argument)) reader.push("html_block", "", 0, lines).content = `${sourceOf(content)}\n`;
});

const math = withContent((reader, { content, lines }) => {
  for (const formula of sourceOf(content).split(/\n\s*\n/))
    if (formula.trim()) Object.assign(reader.push("math_block", "math", 0, lines), { content: formula });
});

const isFromFile = ({ options }: Directive) => options.has("file") || options.has("url");

function reportNotShown(reader: BlockReader, lines: readonly Line[], subject: string): void {
  reader.report("rst-unknown", `${subject} is not shown`, lines, "Write its content here.");
}

const ignored = withArgument(() => undefined);
const boldArgument = withArgument((reader, { argument, content, lines }) => {
  if (argument) reader.paragraph(`**${argument}**`, lines.slice(0, 1));
  reader.read(content);
});
const onlyContent = withArgument((reader, { content }) => reader.read(content));
const contentWithFirstLines = withContent((reader, { content }) => reader.read(content));
const quotation = withContent((reader, { content, lines }) => {
  reader.within("blockquote", "blockquote", lines, content);
});

/** `.. versionadded:: 3.5 text` */
const version = (words: string): DirectiveKind =>
  withArgument((reader, { argument, content, lines }) => {
    const [, number = "", text = ""] = /^(\S+)\s*([\s\S]*)$/.exec(argument) ?? [];
    reader.paragraph(`*${words} ${number}*${text ? `: ${text}` : ""}`, lines.slice(0, 1));
    reader.read(content);
  });

/** A declaration in a programming language: its signatures are code, its content describes them. */
const declaration = withArgument((reader, { argument, content, lines }) => {
  const signatures = argument.split("\n").map((line) => `\`\`${line.trim()}\`\``);
  reader.push("dl_open", "dl", 1, lines);
  reader.definition(signatures, content, lines.slice(0, 1));
  reader.push("dl_close", "dl", -1);
});

/** A banner of Python's proposals, which links to the current text. */
const banner = (name: string, title: string): DirectiveKind =>
  withArgument((reader, directive) => {
    const { argument, content, lines } = directive;
    const number = firstNumber(lines);
    const paragraph = argument ? [argument, ""].map((text) => ({ text, number })) : [];
    admonition(reader, name, title, { ...directive, content: [...paragraph, ...content] });
  });

const included = withArgument((reader, { argument, lines }) => reportNotShown(reader, lines, `the file ${argument}`));

const kinds: Readonly<Record<string, DirectiveKind>> = {
  ...Object.fromEntries(
    admonitions.map((name) => [
      name,
      withContent((reader, directive) =>
        admonition(reader, name, name === "seealso" ? "See also" : undefined, directive),
      ),
    ]),
  ),
  admonition: titledNote,
  topic: titledNote,
  sidebar: titledNote,
  code,
  "code-block": code,
  sourcecode: code,
  productionlist: withArgument((reader, { argument, lines }) => {
    const number = firstNumber(lines);
    reader.literal(
      argument.split("\n").map((text, index) => ({ text: text.trim(), number: number + index })),
      "",
    );
  }),
  "parsed-literal": withContent((reader, { content, lines }) => {
    reader.push("preformatted_open", "pre", 1, lines);
    reader.inline(sourceOf(content), lines);
    reader.push("preformatted_close", "pre", -1);
  }),
  highlight: withArgument((reader, { argument }) => {
    reader.context.language = argument.trim();
  }),
  math,
  image,
  figure,
  table,
  "csv-table": csvTable,
  "list-table": listTable,
  raw,
  include: included,
  literalinclude: included,
  epigraph: quotation,
  highlights: quotation,
  "pull-quote": quotation,
  compound: onlyContent,
  container: onlyContent,
  class: onlyContent,
  "rst-class": onlyContent,
  only: onlyContent,
  glossary: onlyContent,
  hlist: onlyContent,
  header: contentWithFirstLines,
  footer: contentWithFirstLines,
  centered: boldArgument,
  rubric: boldArgument,
  deprecated: version("Deprecated since version"),
  versionadded: version("New in version"),
  versionchanged: version("Changed in version"),
  "canonical-doc": banner("important", "This is a historical document"),
  "canonical-pypa-spec": banner("important", "This is a historical document"),
  "canonical-typing-spec": banner("important", "This is a historical document"),
  rejected: banner("caution", "Rejected"),
  withdrawn: banner("caution", "Withdrawn"),
  superseded: banner("caution", "Superseded"),
  role: withArgument((reader, { argument, options }) => {
    const [, name = "", base = ""] = /^([\w.+:-]+)\s*(?:\(\s*([\w.+:-]+)\s*\))?$/.exec(argument.trim()) ?? [];
    const format = options.get("format");
    if (name)
      reader.context.names.roles.set(name.toLowerCase(), {
        base: base.toLowerCase(),
        ...(format !== undefined && { format }),
      });
  }),
  "default-role": withArgument((reader, { argument }) => {
    reader.context.names.defaultRole = argument.trim();
  }),
  ...Object.fromEntries(
    "contents sectnum section-numbering meta title index toctree tabularcolumns target-notes currentmodule module date restructuredtext-test-directive"
      .split(" ")
      .map((name) => [name, ignored]),
  ),
};

/** Directives of Sphinx that declare something in a programming language. */
const declarations =
  /^(?:(?:py|c|cpp|js|rst|std):)?(?:function|method|classmethod|staticmethod|class|data|attribute|exception|decorator|decoratormethod|property|member|macro|struct|union|enum|enumerator|type|var|directive|role|option|envvar|program|object|describe|cmdoption|ghc-flag)$/;

/** @returns false for an unknown directive, for which no token is added. */
export function readDirective(reader: BlockReader, name: string, lines: readonly Line[]): boolean {
  const key = name.toLowerCase();
  const declarationKind = declarations.test(key) ? declaration : undefined;
  const kind = Object.hasOwn(kinds, key) ? kinds[key] : declarationKind;
  if (!kind) return false;
  if (kind !== ignored) reader.flushLabels();
  kind.write(reader, partsOf(name, lines, kind.argumentLines));
  return true;
}

/** Separates the argument, the options and the content of a directive. */
function partsOf(name: string, allLines: readonly Line[], argumentLines: number): Directive {
  // The line with the name may have nothing else. An empty line after it begins the content.
  const lines = allLines.slice(isBlank(allLines[0]) ? 1 : 0);
  const isOption = ({ text }: Line) => /^:[\w-]+:(?: |$)/.test(text) && fieldMark.test(text);
  const firstBlank = lines.findIndex(isBlank);
  const head = firstBlank === -1 ? lines : lines.slice(0, firstBlank);
  let from = head.findIndex(isOption);
  if (from === -1) from = head.length;
  const options = new Map<string, string>();
  let last = "";
  for (const { text } of head.slice(from)) {
    const [, key, value = ""] = /^:([\w-]+):\s*(.*)$/.exec(text) ?? [];
    if (key !== undefined) last = key.toLowerCase();
    options.set(last, key === undefined ? `${options.get(last) ?? ""}\n${text.trim()}` : value);
  }
  const firstLines = head.slice(0, from);
  const contentLines = firstBlank === -1 ? [] : lines.slice(firstBlank);
  const argument = trimmedSource(firstLines.slice(0, argumentLines)).trim();
  const content = dedented([...firstLines.slice(argumentLines), ...contentLines]);
  return { name, argument, options, content, lines: allLines };
}
