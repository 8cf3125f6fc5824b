/**
 * Reads HTML, which a site's own format may give, into the tokens of the Markdown parser: headings, paragraphs and code become what they are in
 * Markdown, so that they are in the outline, in search and in colours; all else is an author's HTML, which the sanitizer makes safe.
 */
import { Parser } from "htmlparser2";
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../../shared/text.js";
import { tokenMaker } from "../mediawiki/notes.js";

/** Elements that are tokens of Markdown: what is in them is running text. */
const running = /^(?:h[1-6]|p)$/;
const blocks =
  /^(?:address|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|header|hr|li|main|nav|ol|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const pattern = /^(?:html|body|head|title|meta|link)$/;

/** Makes a parser read HTML instead of Markdown. */
export function html(md: MarkdownIt): void {
  const make = tokenMaker(md);
  md.block.parse = (text, _md, _env, tokens) => {
    new HtmlReader(make, tokens).read(text);
  };
  // All tokens of running text are there already.
  md.core.ruler.disable("inline");
}

class HtmlReader {
  private readonly lines: number[] = [];
  private line = 0;
  /** The text that is being read: that of an element, or between blocks. */
  private children: Token[] = [];
  private start = 0;
  private element = "";
  private code: { text: string; language: string; line: number; depth: number } | undefined;
  private hidden = 0;

  constructor(
    private readonly make: ReturnType<typeof tokenMaker>,
    private readonly tokens: Token[],
  ) {}

  read(text: string): void {
    for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) this.lines.push(index);
    const parser: Parser = new Parser({
      onopentag: (name, attributes) => this.open(name, attributes, parser.startIndex),
      ontext: (data) => this.text(data, parser.startIndex),
      onclosetag: (name, isImplied) => this.close(name, isImplied, parser.startIndex),
    });
    parser.write(text);
    parser.end();
    this.flush();
  }

  private moveTo(index: number): void {
    while ((this.lines[this.line] ?? Number.POSITIVE_INFINITY) < index) this.line++;
  }

  private open(name: string, attributes: Record<string, string>, index: number): void {
    this.moveTo(index);
    if (/^(?:script|style|title)$/.test(name)) this.hidden++;
    if (pattern.test(name) || this.hidden > 0) return;
    if (this.code) {
      this.code.depth++;
      this.code.language ||= languageOf(attributes);
      return;
    }
    if (name === "pre") {
      this.flush();
      this.code = { text: "", language: languageOf(attributes), line: this.line, depth: 0 };
    } else if (running.test(name)) {
      this.flush();
      this.element = name;
      this.start = this.line;
    } else this.tag(tagOf(name, attributes), blocks.test(name));
  }

  private text(data: string, index: number): void {
    this.moveTo(index);
    if (this.hidden > 0) return;
    if (this.code) {
      this.code.text += data;
      return;
    }
    if (this.children.length === 0 && data.trim() === "") return;
    if (this.children.length === 0 && this.element === "") this.start = this.line;
    for (const [offset, line] of data.split("\n").entries()) {
      if (offset > 0) this.children.push(this.make("softbreak", "br", 0));
      if (line) this.children.push(Object.assign(this.make("text", "", 0), { content: line }));
    }
  }

  private close(name: string, isImplied: boolean, index: number): void {
    this.moveTo(index);
    if (/^(?:script|style|title)$/.test(name)) this.hidden--;
    else if (this.code && name !== "pre") this.code.depth--;
    else if (this.code) this.endCode(this.code);
    else if (running.test(name)) this.flush();
    else if (!pattern.test(name) && !(isImplied && /^(?:br|col|hr|img|source|wbr)$/.test(name)) && this.hidden === 0)
      this.tag(`</${name}>`, blocks.test(name));
  }

  private endCode({ text, language, line }: NonNullable<HtmlReader["code"]>): void {
    this.code = undefined;
    const fence = Object.assign(this.make("fence", "code", 0), {
      block: true,
      info: language,
      map: [line, this.line + 1],
    });
    fence.content = `${text.replace(/^\n/, "").trimEnd()}\n`;
    this.tokens.push(fence);
  }

  private tag(content: string, isBlock: boolean): void {
    if (isBlock) this.flush();
    if (!isBlock && this.children.length === 0 && this.element === "") this.start = this.line;
    const token = Object.assign(this.make(isBlock ? "html_block" : "html_inline", "", 0), { content });
    if (isBlock) this.tokens.push(Object.assign(token, { map: [this.line, this.line + 1] }));
    else this.children.push(token);
  }

  /** Writes the text that has been read, if there is some. */
  private flush(): void {
    const { children, element } = this;
    const map: [number, number] = [this.start, this.line + 1];
    this.children = [];
    this.element = "";
    if (children.length === 0) return;
    const type = element.startsWith("h") ? "heading" : "paragraph";
    const common = { block: true, map, hidden: element === "" };
    this.tokens.push(Object.assign(this.make(`${type}_open`, element || "p", 1), common));
    const content = children.map((child) => child.content).join("");
    this.tokens.push(Object.assign(this.make("inline", "", 0), { map, content, children }));
    this.tokens.push(Object.assign(this.make(`${type}_close`, element || "p", -1), common));
  }
}

/** `class="language-js"` or `data-lang="js"`, as other programs write it. */
function languageOf(attributes: Record<string, string>): string {
  return attributes["data-lang"] ?? /\blanguage-([\w+#-]+)/.exec(attributes.class ?? "")?.[1] ?? "";
}

const tagOf = (name: string, attributes: Record<string, string>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join("")}>`;
