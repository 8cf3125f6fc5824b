/**
 * Bodies of documents. Most builds need few of them, because most pages are unchanged: a body is parsed again when a
 * page needs it. Search may need the text of every document, so that is cached.
 */
import type { Cache } from "../cache/cache.js";
import type { ShardedEntries } from "../cache/shards.js";
import { parseDocument } from "../parse/document.js";
import { loadDiagrams } from "../parse/markdown/diagrams.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { bytesOf } from "../read/sources.js";
import { decodeText, encodeText, savedTexts } from "../search/saved-texts.js";
import { cleanText } from "../shared/clean-text.js";
import type { Bodies, Document, DocumentBody, SearchText, Section } from "../shared/document.js";
import type { HtmlPart } from "../shared/html-parts.js";
import type { ParsedText, ParseJob } from "./parse-jobs.js";

export class DocumentBodies implements Bodies {
  private readonly parsed = new Map<string, HtmlPart[]>();
  /** The number of times the HTML in memory was requested, less the expected number besides its pages. */
  private readonly shown = new Map<string, number>();
  private readonly jobs: ReadonlyMap<string, ParseJob>;
  private readonly saved: ShardedEntries<Section[]>;
  private readonly texts = new Map<string, SearchText>();

  /**
   * @param jobs every text of the site.
   * @param uses the number of pages that usually show a text. With the last one its HTML is dropped, or a large site
   * would be in memory twice.
   */
  constructor(
    jobs: readonly ParseJob[],
    private readonly options: MarkdownOptions,
    cache: Cache,
    private readonly uses: number,
  ) {
    this.saved = savedTexts(cache);
    this.jobs = new Map(jobs.map((job) => [job.source.path, job]));
  }

  /** Adds the body of a text that was just parsed. */
  add({ facts, html, text }: ParsedText): void {
    this.parsed.set(facts.digest, html);
    this.texts.set(facts.digest, text);
  }

  prepare({ digest, hasDiagram }: Document): Promise<void> | undefined {
    return hasDiagram && !this.parsed.has(digest) ? loadDiagrams() : undefined;
  }

  /**
   * What must be awaited before `sections` may be called for these documents, if anything: those with a diagram whose
   * text is missing in the cache are parsed again.
   */
  prepareSections(documents: readonly Document[]): Promise<void> | undefined {
    const isLost = ({ digest, hasDiagram }: Document) =>
      hasDiagram && !this.texts.has(digest) && !this.saved.get(digest);
    return documents.some(isLost) ? loadDiagrams() : undefined;
  }

  reserve({ digest }: Document): void {
    this.shown.set(digest, (this.shown.get(digest) ?? 0) - 1);
  }

  html(document: Document) {
    const { digest } = document;
    const html = this.parsed.get(digest) ?? this.parse(document).html;
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
    const known = this.texts.get(document.digest);
    return known ? decodeText(known) : this.savedSections(document);
  }

  loadedText(digest: string): SearchText | undefined {
    return this.texts.get(digest);
  }

  markdown({ path, hasUnprintable }: Document): string | Buffer {
    const { source } = this.jobOf(path);
    const text = hasUnprintable ? cleanText(source.text) : (bytesOf(source) ?? source.text);
    // Git may have written other line ends into this folder (`core.autocrlf`) than into that of another machine.
    return text.includes("\r\n") ? text.toString().replaceAll("\r\n", "\n") : text;
  }

  /**
   * Caches the search text of these documents for the next process. @param changed those that the cache may not have.
   */
  save(documents: readonly Document[], changed: readonly Document[]): void {
    const byDigest = new Map(documents.map((document) => [document.digest, document]));
    const textOf = (digest: string) =>
      this.texts.get(digest) ?? encodeText(this.savedSections(byDigest.get(digest) as Document));
    this.saved.save(
      byDigest.keys(),
      changed.map(({ digest }) => digest),
      textOf,
    );
  }

  /**
   * Drops the search text of all documents: a single build no longer needs it once its index is being made and its
   * cache is written.
   */
  releaseSections(): void {
    this.texts.clear();
  }

  private savedSections(document: Document): Section[] {
    const saved = this.saved.get(document.digest);
    if (saved) return saved;
    // The library for diagrams may not be loaded: then `prepareSections` must be called first.
    const { sections } = this.parse(document);
    this.texts.set(document.digest, encodeText(sections));
    return sections;
  }

  private parse({ path }: Document): DocumentBody {
    const { source, role } = this.jobOf(path);
    const { value } = parseDocument(source, role, this.options);
    if (!value) throw new Error(`${path} was a document before and is none now, though its text is the same`);
    return value.body;
  }

  private jobOf(path: string): ParseJob {
    const job = this.jobs.get(path);
    if (!job) throw new Error(`${path} is not a text of this site`);
    return job;
  }
}
