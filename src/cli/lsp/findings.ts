/**
 * The problems of a site as its editor shows them: those of `lint`, with which those of the build come. A text that is edited is looked at first,
 * then what else is open, then the rest in small pieces.
 */
import { setImmediate as turn } from "node:timers/promises";
import { toOrigins } from "../../content/read/origins.js";
import { collectGarbage } from "../../platform/memory.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Document } from "../../shared/document.js";
import { lintSite } from "../../tools/lint/lint.js";
import type { EditedSite, Failed, Snapshot } from "./site.js";

/** Texts that are looked at before their garbage is collected: a look at 10,000 takes 1.1 GiB without that. */
const collectEvery = 1000;

/** Time in ms after which the problems of texts that nobody has open are published again: all of them are compared then. */
const showPause = 500;

/** Texts that are looked at without a pause, in which requests are answered. */
const piece = 20;

export class Findings {
  /** The findings of lint by the path of their text, before inclusions are resolved. */
  private readonly linted = new Map<string, readonly Diagnostic[]>();
  /** Findings that are about no text: of the configuration, the strings. */
  private siteFindings: readonly Diagnostic[] = [];
  private pending = new Set<string>();
  private last: Snapshot | Failed | undefined;
  private running: Promise<void> | undefined;
  private isStale = true;
  private published = new Map<string, string>();
  /** When `show` ran last, in ms. */
  private lastShown = 0;
  private isClosed = false;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param isOpen whether a text is open in the editor.
   * @param publish called with all problems of a file, by its path below the root, when they have changed.
   */
  constructor(
    private readonly site: EditedSite,
    private readonly isOpen: (path: string) => boolean,
    private readonly publish: (file: string, diagnostics: readonly Diagnostic[]) => void,
  ) {}

  /** Something of the site changed. @param path of the text that was edited. */
  note(path?: string): void {
    if (this.isClosed) return;
    if (path !== undefined) this.pending.add(path);
    this.isStale = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      this.answer();
      if (this.isStale) this.note();
    });
  }

  /** The problems of a text as it is now. */
  async of(path: string): Promise<readonly Diagnostic[]> {
    while (this.running && (this.isStale || this.pending.has(path)))
      await new Promise<void>((done) => this.waiting.push(done));
    return this.all().get(path) ?? [];
  }

  /** Resolves when everything is known of the site as it is then. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Some texts have been looked at. */
  private answer(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  private async run(): Promise<void> {
    let uncollected = 0;
    while ((this.isStale || this.pending.size > 0) && !this.isClosed) {
      const isFirst = !this.last;
      if (this.isStale) await this.refresh();
      const { last } = this;
      if (!last?.linked || this.pending.size === 0) break;
      const paths = this.nextPiece(last);
      const hasReader = [...paths].some(this.isOpen);
      this.look(last, paths);
      if (hasReader || this.pending.size === 0 || Date.now() - this.lastShown > showPause) this.show();
      this.answer();
      // To link texts for the first time leaves as much garbage as to look at them.
      uncollected += isFirst ? last.sources.size : paths.size;
      if (uncollected >= collectEvery || (uncollected > collectEvery / 2 && this.pending.size === 0)) {
        collectGarbage();
        uncollected = 0;
      }
      await turn();
    }
  }

  private async refresh(): Promise<void> {
    this.isStale = false;
    const before = this.last?.linked ? this.last : undefined;
    const now = await this.site.now();
    this.last = now;
    if (!now.linked) {
      this.linted.clear();
      this.pending.clear();
      this.siteFindings = now.loading;
      this.show();
      return;
    }
    const isSame = before && seeTheSame(before, now);
    for (const [path, source] of now.sources)
      if (!isSame || before.sources.get(path) !== source) this.pending.add(path);
    for (const path of this.linted.keys()) if (!now.sources.has(path)) this.linted.delete(path);
    for (const path of this.pending) if (!now.sources.has(path)) this.pending.delete(path);
  }

  /** The texts that somebody sees come first. */
  private nextPiece({ sources }: Snapshot): Set<string> {
    const open = [...this.pending].filter(this.isOpen);
    const queue = open.length > 0 ? open : [...this.pending];
    const size = Math.max(piece, Math.ceil(sources.size / 50));
    return new Set(queue.slice(0, size));
  }

  private look({ linked, sources, reported, settings, loading }: Snapshot, paths: ReadonlySet<string>): void {
    const diagnostics = lintSite(linked, reported, settings, (path) => (paths.has(path) ? "whole" : "none"));
    const byText = new Map<string, Diagnostic[]>([...paths].map((path) => [path, []]));
    const siteFindings: Diagnostic[] = [];
    for (const diagnostic of diagnostics) {
      const textFindings = byText.get(diagnostic.file ?? "");
      if (textFindings) textFindings.push(diagnostic);
      else if (!linked.roles.has(diagnostic.file ?? "")) siteFindings.push(diagnostic);
    }
    for (const [path, findings] of byText) {
      const source = sources.get(path);
      this.linted.set(path, toOrigins(findings, source ? [source] : []));
      this.pending.delete(path);
    }
    this.siteFindings = [...loading, ...siteFindings];
  }

  /** All problems by the file that they are in; those without a file are the configuration's. */
  private all(): Map<string, Diagnostic[]> {
    const byFile = new Map<string, Diagnostic[]>();
    const add = (diagnostics: readonly Diagnostic[]) => {
      for (const diagnostic of diagnostics) {
        const file = diagnostic.file ?? this.configFile;
        const fileFindings = byFile.get(file);
        if (fileFindings) fileFindings.push(diagnostic);
        else byFile.set(file, [diagnostic]);
      }
    };
    add(this.siteFindings);
    for (const findings of this.linted.values()) add(findings);
    return byFile;
  }

  private get configFile(): string {
    return (this.last?.linked && this.last.configFile) || "cipgen.config.ts";
  }

  private show(): void {
    this.lastShown = Date.now();
    const all = this.all();
    for (const file of this.published.keys()) if (!all.has(file)) all.set(file, []);
    for (const [file, diagnostics] of all) {
      const key = JSON.stringify(diagnostics);
      if ((this.published.get(file) ?? "[]") === key) continue;
      if (diagnostics.length === 0) this.published.delete(file);
      else this.published.set(file, key);
      this.publish(file, diagnostics);
    }
  }
}

/** Whether texts that are the same in both have the same problems: no other text changed in a way that they show. */
function seeTheSame(before: Snapshot, now: Snapshot): boolean {
  if (before.config !== now.config || before.generation !== now.generation) return false;
  const [former, present] = [before.linked.documents, now.linked.documents];
  const isSame = (document: Document, index: number) =>
    document === former[index] || sharedFacts(document) === sharedFacts(former[index]);
  return former.length === present.length && present.every(isSame);
}

/** Places are of interest to their own text alone. */
const sharedFacts = (document: Document | undefined) =>
  JSON.stringify(document, (key, value) => (key === "position" ? undefined : value));
