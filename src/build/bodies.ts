/** Keeps the bodies of documents in memory until their last pages are made. If one is needed again, its text is parsed again. */
import type { MarkdownOptions } from "../content/formats/markdown/env.js";
import { highlight } from "../content/formats/markdown/highlight.js";
import { parseDocument } from "../content/parse/document.js";
import { decodeSections, encodeSections } from "../output/search/page.js";
import { publishedText } from "../shared/clean-text.js";
import type { Bodies, Document, DocumentBody, SearchText, Section } from "../shared/document.js";
import { type HtmlPart, type ParsedPart, withColors } from "../shared/html-parts.js";
import type { Highlighter } from "./highlighter.js";
import type { ParsedText, ParseJob } from "./parse-jobs.js";

interface Body {
  job: ParseJob;
  hasDiagram: boolean;
  html: ParsedPart[] | undefined;
  text: SearchText | undefined;
  /** Number of pages that have shown the HTML. */
  uses: number;
}

export class DocumentBodies implements Bodies {
  /** By path. */
  private readonly bodies = new Map<string, Body>();

  /**
   * @param jobs all texts of the site. @param parsed the result of each job; undefined for a text with errors.
   * @param uses the number of pages that usually show a text. After the last one its HTML is dropped, because otherwise a
   * large site would be in memory twice.
   */
  constructor(
    jobs: readonly ParseJob[],
    parsed: readonly (ParsedText | undefined)[],
    private readonly options: MarkdownOptions,
    private readonly uses: number,
    private readonly highlighter?: Highlighter,
  ) {
    for (const [index, job] of jobs.entries()) {
      const text = parsed[index];
      if (!text) continue;
      const { hasDiagram, body } = text;
      this.bodies.set(job.source.path, { job, hasDiagram, html: body?.html, text: body?.text, uses: 0 });
    }
  }

  hasDiagram(document: Document): boolean {
    return this.bodyOf(document).hasDiagram;
  }

  html(document: Document): HtmlPart[] {
    const body = this.bodyOf(document);
    const html = this.withColors(body.html ?? this.parse(body.job).html);
    body.html = ++body.uses < this.uses ? html : undefined;
    return html;
  }

  sections(document: Document): Section[] {
    return decodeSections(this.searchText(document));
  }

  searchText(document: Document): SearchText {
    const body = this.bodyOf(document);
    // The thread of the index may have taken the bytes.
    if (!body.text?.length) body.text = encodeSections(this.parse(body.job).sections);
    return body.text;
  }

  markdown(document: Document): string {
    // Line ends in this folder depend on the machine (`core.autocrlf`).
    return publishedText(this.bodyOf(document).job.source.text);
  }

  private withColors(parts: ParsedPart[]): HtmlPart[] {
    return this.highlighter?.withColors(parts) ?? withColors(parts, highlight);
  }

  private parse({ source, role }: ParseJob): DocumentBody {
    const { value } = parseDocument(source, role, this.options);
    if (!value) throw new Error(`${source.path} was a document, and the same text is now none`);
    return value.body;
  }

  private bodyOf({ path }: Document): Body {
    const body = this.bodies.get(path);
    if (!body) throw new Error(`${path} is not a text of this site`);
    return body;
  }
}
