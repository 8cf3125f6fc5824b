/** Bodies of documents: kept from the parsing of a text until its last page is made, and parsed again where more is asked for. */
import { createHash } from "node:crypto";
import { loadDiagrams } from "../formats/diagrams/index.js";
import type { MarkdownOptions } from "../formats/markdown/env.js";
import { highlight } from "../formats/markdown/highlight.js";
import { parseDocument } from "../parse/document.js";
import { bytesOf } from "../read/sources.js";
import { decodeSections, encodeSections } from "../search/page.js";
import { cleanText } from "../shared/clean-text.js";
import type { Bodies, Document, DocumentBody, OwnFacts, SearchText, Section } from "../shared/document.js";
import { type HtmlPart, type ParsedPart, withColors } from "../shared/html-parts.js";
import { lazy } from "../shared/lazy.js";
import type { Highlighter } from "./highlighter.js";
import type { ParsedText, ParseJob } from "./parse-jobs.js";

/** A text, with what is known of it alone; nothing if it has errors. */
export interface KnownText extends ParseJob {
  own: OwnFacts | undefined;
}

export class DocumentBodies implements Bodies {
  private readonly parsed = new Map<string, ParsedPart[]>();
  /** The number of times the HTML in memory was requested, less the expected number besides its pages. */
  private readonly shown = new Map<string, number>();
  /** By path. */
  private readonly all: ReadonlyMap<string, KnownText>;
  private readonly texts = new Map<string, SearchText>();
  private readonly digestOfAll = lazy(() => {
    const whole = createHash("sha256");
    for (const { source } of this.all.values()) whole.update(`${source.path} ${source.hash}\n`);
    return whole.digest("hex");
  });

  /**
   * @param texts all of the site.
   * @param uses the number of pages that usually show a text. With the last one its HTML is dropped, or a large site
   * would be in memory twice.
   */
  constructor(
    texts: readonly KnownText[],
    private readonly options: MarkdownOptions,
    private readonly uses: number,
    private readonly highlighter?: Highlighter,
  ) {
    this.all = new Map(texts.map((text) => [text.source.path, text]));
  }

  get digest(): string {
    return this.digestOfAll();
  }

  own(document: Document): OwnFacts {
    return this.textOf(document).own;
  }

  /** Adds the body of a text that was just parsed. */
  add({ own, html, text }: ParsedText): void {
    this.parsed.set(own.digest, html);
    this.texts.set(own.digest, text);
  }

  prepare(document: Document): Promise<void> | undefined {
    const { digest, hasDiagram } = this.own(document);
    return hasDiagram && !this.parsed.has(digest) ? loadDiagrams() : undefined;
  }

  /** What must be awaited before `sections` may be called for these documents, if anything: some with a diagram are parsed again. */
  prepareSections(documents: readonly Document[]): Promise<void> | undefined {
    const isLost = (document: Document) => {
      const { digest, hasDiagram } = this.own(document);
      return hasDiagram && !this.texts.has(digest);
    };
    return documents.some(isLost) ? loadDiagrams() : undefined;
  }

  html(document: Document): HtmlPart[] {
    const { digest } = this.own(document);
    const html = this.withColors(this.parsed.get(digest) ?? this.parse(document).html);
    const times = (this.shown.get(digest) ?? 0) + 1;
    if (times < this.uses) {
      this.parsed.set(digest, html);
      this.shown.set(digest, times);
    } else {
      this.parsed.delete(digest);
      this.shown.delete(digest);
    }
    return html;
  }

  sections(document: Document): Section[] {
    const { digest } = this.own(document);
    const known = this.texts.get(digest);
    if (known) return decodeSections(known);
    // The library for diagrams may not be loaded: then `prepareSections` must be called first.
    const { sections } = this.parse(document);
    this.texts.set(digest, encodeSections(sections));
    return sections;
  }

  loadedText(digest: string): SearchText | undefined {
    return this.texts.get(digest);
  }

  markdown(document: Document): string | Buffer {
    const { source, own } = this.textOf(document);
    const text = own.hasUnprintable ? cleanText(source.text) : (bytesOf(source) ?? source.text);
    // Git may have written other line ends into this folder (`core.autocrlf`) than into that of another machine.
    return text.includes("\r\n") ? text.toString().replaceAll("\r\n", "\n") : text;
  }

  /** Drops the search text of all documents: a single build no longer needs it once its index is being made. */
  releaseSections(): void {
    this.texts.clear();
  }

  /** Drops all that was parsed; what is asked for is parsed again. */
  release(): void {
    this.parsed.clear();
    this.texts.clear();
  }

  private withColors(parts: ParsedPart[]): HtmlPart[] {
    return this.highlighter?.withColors(parts) ?? withColors(parts, highlight);
  }

  private parse(document: Document): DocumentBody {
    const { source, role } = this.textOf(document);
    const { value } = parseDocument(source, role, this.options);
    if (!value) throw new Error(`${source.path} was a document before and is not one now, though its text is the same`);
    return value.body;
  }

  private textOf({ path }: Document): KnownText & { own: OwnFacts } {
    const text = this.all.get(path);
    if (!text?.own) throw new Error(`${path} is not a text of this site`);
    return text as KnownText & { own: OwnFacts };
  }
}
