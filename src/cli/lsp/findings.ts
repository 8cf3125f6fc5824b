/**
 * The problems of a site for its editor: those of `lint`, which include those of the build. Open texts are checked first, then all others in
 * small batches.
 */
import { setImmediate as turn } from "node:timers/promises";
import { toOrigins } from "../../content/read/origins.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Document } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { lintSite } from "../../tools/lint/lint.js";
import type { EditedSite, SiteFailure, Snapshot } from "./site.js";

/** Minimum time, in ms, between two publications while texts that are not open are checked: each publication compares all problems. */
const publishPause = 500;

/** Minimum number of texts that are checked before requests are answered again. */
const minBatch = 20;

export class Findings {
  /** The findings of each text, by its path. A text that includes a file has the file's findings, too. */
  private readonly linted = new Map<string, readonly Diagnostic[]>();
  /** Findings that are not in texts, but in the configuration or in strings. */
  private siteFindings: readonly Diagnostic[] = [];
  private pending = new Set<string>();
  private last: Snapshot | SiteFailure | undefined;
  private running: Promise<void> | undefined;
  private isStale = true;
  private published = new Map<string, string>();
  /** Time of the last publication, in ms since 1970. */
  private lastPublished = 0;
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

  /** Starts to check the site again after a change. @param path of the text that was edited. */
  note(path?: string): void {
    if (this.isClosed) return;
    if (path !== undefined) this.pending.add(path);
    this.isStale = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      this.wakeRequests();
      if (this.isStale) this.note();
    });
  }

  /** The problems of the current text at a path. */
  async of(path: string): Promise<readonly Diagnostic[]> {
    while (this.running && (this.isStale || this.pending.has(path)))
      await new Promise<void>((done) => this.waiting.push(done));
    return this.all().get(path) ?? [];
  }

  /** Resolves when all texts are checked. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Lets waiting requests see whether their text is checked. */
  private wakeRequests(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  private async run(): Promise<void> {
    while ((this.isStale || this.pending.size > 0) && !this.isClosed) {
      if (this.isStale) await this.refresh();
      const { last } = this;
      if (!last?.linked) break;
      const paths = this.nextBatch(last);
      const hasReader = [...paths].some(this.isOpen);
      this.check(last, paths);
      if (hasReader || this.pending.size === 0 || Date.now() - this.lastPublished > publishPause) this.publishChanges();
      this.wakeRequests();
      await turn();
    }
  }

  private async refresh(): Promise<void> {
    this.isStale = false;
    const before = this.last?.linked ? this.last : undefined;
    const snapshot = await this.site.snapshot();
    this.last = snapshot;
    if (!snapshot.linked) {
      this.linted.clear();
      this.pending.clear();
      this.siteFindings = snapshot.configProblems;
      this.publishChanges();
      return;
    }
    const isSame = before && haveSameFacts(before, snapshot);
    for (const [path, source] of snapshot.sources)
      if (!isSame || before.sources.get(path) !== source) this.pending.add(path);
    for (const path of this.linted.keys()) if (!snapshot.sources.has(path)) this.linted.delete(path);
    for (const path of this.pending) if (!snapshot.sources.has(path)) this.pending.delete(path);
  }

  /** The next texts to check: open ones, or if none is pending, others. */
  private nextBatch({ sources }: Snapshot): Set<string> {
    const open = [...this.pending].filter(this.isOpen);
    const queue = open.length > 0 ? open : [...this.pending];
    const size = Math.max(minBatch, Math.ceil(sources.size / 50));
    return new Set(queue.slice(0, size));
  }

  private check({ linked, sources, reported, settings, configProblems }: Snapshot, paths: ReadonlySet<string>): void {
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
    this.siteFindings = [...configProblems, ...siteFindings];
  }

  /** All problems by the file that they are in; those without a file are the configuration's. */
  private all(): Map<string, Diagnostic[]> {
    const byFile = new Map<string, Diagnostic[]>();
    for (const diagnostic of [this.siteFindings, ...this.linted.values()].flat())
      getOrAdd(byFile, diagnostic.file ?? this.configFile, (): Diagnostic[] => []).push(diagnostic);
    return byFile;
  }

  private get configFile(): string {
    return (this.last?.linked && this.last.configFile) || "cipgen.config.ts";
  }

  private publishChanges(): void {
    this.lastPublished = Date.now();
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

/** Whether an unchanged text has the same problems in both snapshots, because no fact that other texts depend on has changed. */
function haveSameFacts(before: Snapshot, snapshot: Snapshot): boolean {
  if (before.config !== snapshot.config || before.generation !== snapshot.generation) return false;
  const [former, present] = [before.linked.documents, snapshot.linked.documents];
  const isSame = (document: Document, index: number) =>
    document === former[index] || sharedFacts(document) === sharedFacts(former[index]);
  return former.length === present.length && present.every(isSame);
}

/** The facts of a document that other texts may depend on: all but positions. */
const sharedFacts = (document: Document | undefined) =>
  JSON.stringify(document, (key, value) => (key === "position" ? undefined : value));
