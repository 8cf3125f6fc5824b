/** The directives of docutils and Sphinx that proposals use, in one table. Each gets its argument, its options and the lines of its content. */
import type { Token } from "markdown-it";
import { charge } from "../budget.js";
import type { BlockReader } from "./blocks.js";
import { dedented, fieldMark, type Line } from "./lines.js";
import { type Cell, readCsv } from "./tables.js";

interface Directive {
  name: string;
  /** The lines before its options. */
  argument: string;
  options: ReadonlyMap<string, string>;
  content: Line[];
  /** All of its lines. */
  lines: Line[];
}

type Write = (reader: BlockReader, directive: Directive) => void;

interface Kind {
  /** Whether text on its first lines is an argument, or a part of the content. */
  hasArgument: boolean;
  write: Write;
}

const withArgument = (write: Write): Kind => ({ hasArgument: true, write });
const withContent = (write: Write): Kind => ({ hasArgument: false, write });

/** @param look one of the containers that the style sheet has. @param title undefined for the usual one. */
function admonition(reader: BlockReader, look: string, title: string | undefined, { content, lines }: Directive): void {
  const meta = { name: look, hasTitle: title !== undefined } as never;
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
const titled = withArgument((reader, directive) => admonition(reader, "note", directive.argument || "Note", directive));

const code = withArgument((reader, { argument, options, content, lines }) => {
  const caption = options.get("caption");
  if (caption) reader.paragraph(`**${caption}**`, lines.slice(0, 1));
  const language = argument.trim() || reader.context.language;
  const token = reader.push("fence", "code", 0, lines);
  Object.assign(token, { info: language, content: `${content.map(({ text }) => text).join("\n")}\n` });
});

/** Size, side and look of a picture. Units of paper have no meaning here. */
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

/** Alternative text, and where a picture leads. */
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

function pictureBlock(reader: BlockReader, directive: Directive, tag: "p" | ""): void {
  if (tag) reader.push("paragraph_open", tag, 1, directive.lines);
  Object.assign(reader.push("inline", "", 0, directive.lines.slice(0, 1)), {
    content: directive.argument,
    children: picture(reader, directive),
    meta: { isRead: true },
  });
  if (tag) reader.push("paragraph_close", tag, -1);
}

const figure = withArgument((reader, directive) => {
  const { content, lines } = directive;
  reader.push("figure_open", "figure", 1, lines);
  pictureBlock(reader, directive, "");
  if (content.length > 0) {
    reader.push("figcaption_open", "figcaption", 1);
    reader.read(content);
    reader.push("figcaption_close", "figcaption", -1);
  }
  reader.push("figure_close", "figure", -1);
});

function cellOf(text: string, index: number): Cell {
  return { lines: dedented(text.split("\n").map((line) => ({ text: line, at: index }))), columns: 1, rows: 1 };
}

/** Rows as long as the longest; the first `count` are the head. */
function tableOf(reader: BlockReader, rows: Cell[][], count: number, directive: Directive): void {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const index = directive.lines[0]?.at ?? 0;
  if (!charge(reader.context.env, "cells", rows.length * width, "this table", index)) {
    reader.literal(directive.content, "");
    return;
  }
  const full = rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => cellOf("", index))]);
  reader.table(
    { head: full.slice(0, count), body: full.slice(count) },
    directive.lines,
    directive.argument || undefined,
  );
}

const csvTable = withArgument((reader, directive) => {
  const { options, content, lines } = directive;
  const named = { tab: "\t", space: " " }[options.get("delim") ?? ""] ?? options.get("delim");
  const read = (text: string) => readCsv(text, named || ",", options.get("quote") || '"');
  const header = options.get("header");
  const index = lines[0]?.at ?? 0;
  if (options.has("file") || options.has("url")) {
    notShown(reader, directive, "a table from another file");
    return;
  }
  const rows = read(content.map(({ text }) => text).join("\n"));
  const all = [...(header === undefined ? [] : read(header)), ...rows];
  const count = (header === undefined ? 0 : 1) + Number(options.get("header-rows") ?? 0);
  tableOf(
    reader,
    all.map((row) => row.map((cell) => cellOf(cell, index))),
    count || 0,
    directive,
  );
});

/** A list of lists: each item is a row, and each item in it a cell. */
const listTable = withArgument((reader, directive) => {
  const { content, options, lines } = directive;
  const rows = itemsOf(content).map((row) => itemsOf(row).map((cell): Cell => ({ lines: cell, columns: 1, rows: 1 })));
  if (rows.length === 0 || rows.some((row) => row.length === 0)) {
    reader.report(
      "rst-syntax",
      "a row of this table is not a list, so its content is shown as it is",
      lines[0]?.at ?? 0,
      "Each item is a row, and each item of it a cell.",
    );
    reader.read(content);
    return;
  }
  tableOf(reader, rows, Number(options.get("header-rows") ?? 0) || 0, directive);
});

function itemsOf(lines: readonly Line[]): Line[][] {
  const items: Line[][] = [];
  for (const { text, at: index } of lines) {
    const [mark] = /^[-+*•](?: +|$)/.exec(text) ?? [];
    if (mark !== undefined) items.push([{ text: `${" ".repeat(mark.length)}${text.slice(mark.length)}`, at: index }]);
    else if (text.trim() === "" || text.startsWith(" ")) items.at(-1)?.push({ text, at: index });
    else return [];
  }
  return items.map(dedented);
}

const table = withArgument((reader, { argument, content, lines }) => {
  const tokens = reader.readAside(() => reader.read(content));
  const open = tokens.findIndex(({ type }) => type === "table_open");
  const before = argument && open !== -1 ? open + 1 : 0;
  for (const [index, token] of tokens.entries()) {
    if (index === before && argument) {
      if (open === -1) reader.paragraph(argument, lines.slice(0, 1));
      else {
        reader.push("caption_open", "caption", 1);
        reader.inline(argument, lines.slice(0, 1));
        reader.push("caption_close", "caption", -1);
      }
    }
    reader.tokens.push(token);
  }
});

const raw = withArgument((reader, directive) => {
  const { argument, content, options, lines } = directive;
  if (options.has("file") || options.has("url")) notShown(reader, directive, "raw text from another file");
  else if (/\bhtml\b/i.test(argument))
    reader.push("html_block", "", 0, lines).content = `${content.map(({ text }) => text).join("\n")}\n`;
});

const math = withContent((reader, { content, lines }) => {
  for (const part of content
    .map(({ text }) => text)
    .join("\n")
    .split(/\n\s*\n/)) {
    if (part.trim()) Object.assign(reader.push("math_block", "math", 0, lines), { content: part });
  }
});

function notShown(reader: BlockReader, { lines }: Directive, subject: string): void {
  reader.report("rst-unknown", `${subject} is not shown`, lines[0]?.at ?? 0, "Write its content here.");
}

const nothing: Kind = { hasArgument: true, write: () => undefined };
const ownKind: Kind = withArgument((reader, { argument, content, lines }) => {
  if (argument) reader.paragraph(`**${argument}**`, lines.slice(0, 1));
  reader.read(content);
});
const onlyContent: Kind = withArgument((reader, { content }) => reader.read(content));
const quotation: Kind = withContent(
  (reader, { content, lines }) => void reader.within("blockquote", "blockquote", lines, content),
);

/** `.. versionadded:: 3.5 text` */
const version = (words: string): Kind =>
  withArgument((reader, { argument, content, lines }) => {
    const [, number = "", text = ""] = /^(\S+)\s*([\s\S]*)$/.exec(argument) ?? [];
    reader.paragraph(`*${words} ${number}*${text ? `: ${text}` : ""}`, lines.slice(0, 1));
    reader.read(content);
  });

/** A declaration of a language: its signature is code, what it means is below. */
const declaration = withArgument((reader, { argument, content, lines }) => {
  const signatures = argument.split("\n").map((line) => `\`\`${line.trim()}\`\``);
  reader.push("dl_open", "dl", 1, lines);
  reader.definition(signatures, content, lines.slice(0, 1));
  reader.push("dl_close", "dl", -1);
});

/** The banners of Python's proposals: where the current text is. */
const banner = (look: string, title: string): Kind =>
  withArgument((reader, directive) => {
    const { argument, content, lines } = directive;
    const moved = argument
      ? [
          { text: argument, at: lines[0]?.at ?? 0 },
          { text: "", at: lines[0]?.at ?? 0 },
        ]
      : [];
    admonition(reader, look, title, { ...directive, content: [...moved, ...content] });
  });

const included = withArgument((reader, directive) => notShown(reader, directive, `the file ${directive.argument}`));

const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(
    admonitions.map((name) => [
      name,
      withContent((reader, directive) =>
        admonition(reader, name, name === "seealso" ? "See also" : undefined, directive),
      ),
    ]),
  ),
  admonition: titled,
  topic: titled,
  sidebar: titled,
  code,
  "code-block": code,
  sourcecode: code,
  productionlist: withArgument((reader, { argument, lines }) => {
    reader.literal(
      argument.split("\n").map((text, index) => ({ text: text.trim(), at: (lines[0]?.at ?? 0) + index })),
      "",
    );
  }),
  "parsed-literal": withContent((reader, { content, lines }) => {
    reader.push("preformatted_open", "pre", 1, lines);
    reader.inline(content.map(({ text }) => text).join("\n"), lines);
    reader.push("preformatted_close", "pre", -1);
  }),
  highlight: withArgument((reader, { argument }) => {
    reader.context.language = argument.trim();
  }),
  math,
  image: withArgument((reader, directive) => pictureBlock(reader, directive, "p")),
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
  header: withContent((reader, { content }) => reader.read(content)),
  footer: withContent((reader, { content }) => reader.read(content)),
  centered: ownKind,
  rubric: ownKind,
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
      .map((name) => [name, nothing]),
  ),
};

/** What Sphinx declares in each language. */
const declarations =
  /^(?:(?:py|c|cpp|js|rst|std):)?(?:function|method|classmethod|staticmethod|class|data|attribute|exception|decorator|decoratormethod|property|member|macro|struct|union|enum|enumerator|type|var|directive|role|option|envvar|program|object|describe|cmdoption|ghc-flag)$/;

/** @returns false for a directive that is not known; nothing has been written then. */
export function readDirective(reader: BlockReader, name: string, lines: Line[]): boolean {
  const key = name.toLowerCase();
  const kind = Object.hasOwn(kinds, key)
    ? kinds[key]
    : declarations.test(key) && key !== "class"
      ? declaration
      : undefined;
  if (!kind) return false;
  if (kind !== nothing) reader.flushLabels();
  kind.write(reader, partsOf(name, lines, kind.hasArgument));
  return true;
}

function partsOf(name: string, all: Line[], hasArgument: boolean): Directive {
  const lines = [...all];
  while (lines.length > 1 && lines[0]?.text.trim() === "" && !hasArgument) lines.shift();
  const isOption = ({ text }: Line) => /^:[\w-]+:(?: |$)/.test(text) && fieldMark.test(text);
  const firstBlank = lines.findIndex(({ text }, index) => text.trim() === "" && index > 0);
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
  const before = head.slice(0, from);
  const remainingLines = firstBlank === -1 ? [] : lines.slice(firstBlank);
  const argument = hasArgument
    ? before
        .map(({ text }) => text.trim())
        .join("\n")
        .trim()
    : "";
  const content = dedented(hasArgument ? remainingLines : [...before, ...remainingLines]);
  return { name, argument, options, content, lines: all };
}
