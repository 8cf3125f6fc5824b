/** `serve --watch`: a site that follows its sources. The last good one stays up while they have errors. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleLiveClient, readLiveClient } from "../assets/client.js";
import { findConfigFile, placeInConfig, type SiteConfig } from "../config/index.js";
import type { LoadedConfig } from "../config/loading.js";
import { machineFailure } from "../diagnostics/codes.js";
import { errorsIn, hasErrors, textLookup } from "../diagnostics/report.js";
import type { Site } from "../model/site.js";
import type { LinkedSite } from "../pipeline/link.js";
import type { SitePlan } from "../pipeline/plan.js";
import type { BuildState, Memo } from "../pipeline/state.js";
import { packageRoot } from "../runtime/package-root.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Rebuild } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { LiveErrors, LiveFindings } from "../shared/live.js";
import { KnownLinks } from "../site/index.js";
import { makeHandler, type RequestHandler, type ServedSite, siteStyle } from "./answer.js";
import { HeldTexts } from "./held-texts.js";
import { pathInSite } from "./host.js";
import { invalidate } from "./invalidation.js";
import { errorsToHtml, Live, problemsToHtml } from "./live.js";
import { LiveSite } from "./live-site.js";
import { BuildReports, ConfigReader, type WatchReport } from "./reports.js";
import { memoryFile, type ServedFile } from "./respond.js";
import { isNewerThan, type WatchedChange } from "./scan.js";
import { type InputChange, WatchedInputs } from "./watched-inputs.js";
import { Watcher } from "./watcher.js";

interface WatchOptions {
  /** Absolute. */
  root: string;
  config: LoadedConfig;
  /** When reading the configuration began, in ms since 1970. */
  since: number;
  state: BuildState;
  /** Absolute paths of folders that are not scanned: that of the built site. */
  skip: readonly string[];
  /** Where the server listens. */
  host: string;
  report: WatchReport;
  /** What lint finds in the text at a path. @param linked the site of the texts as they are. */
  findingsOf?(linked: Result<LinkedSite>, path: string, config: SiteConfig): Promise<Diagnostic[]>;
  /** Maximum time, in ms, to wait for an edited configuration; some seconds by default. */
  patience?: number;
  /** Files are made when somebody asks for them, and no others. */
  onDemand?: boolean;
}

/** After a rebuild the tabs request their pages; the other pages wait this long, in ms. */
const tabsFirst = 250;

/** From this number of changes on, the pages in tabs are made before the rest. */
const manyChanges = 100;

/** The page for browsers before the first good build, on which the overlay is shown. */
const emptyPage = memoryFile(
  "404.html",
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cipgen</title></head><body></body></html>\n',
);

export class WatchedSite {
  private site: LiveSite | undefined;
  private config: LoadedConfig;
  /** The last good one. */
  private served: SiteConfig;
  private readonly live: Live;
  private watcher: Watcher | undefined;
  private readonly inputs: WatchedInputs;
  private readonly reports: BuildReports;
  private readonly reader: ConfigReader;
  private readonly held = new HeldTexts();
  /** The errors of texts: each concerns the pages of its text. */
  private textErrors: readonly Diagnostic[] = [];
  /** Changes that were not applied because of a failure of the machine. */
  private unapplied: readonly WatchedChange[] = [];
  private script: Promise<Uint8Array> | undefined;
  /**
   * How often each style sheet in the static folder has changed, by address. Their addresses have no digest: with a version, tabs notice that one
   * changed.
   */
  private readonly sheetVersions = new Map<string, number>();
  readonly answer: RequestHandler;

  private constructor(
    private readonly options: WatchOptions,
    config: SiteConfig,
  ) {
    this.config = options.config;
    this.served = config;
    this.inputs = new WatchedInputs(options.root, () => ({
      config: this.config.value ?? this.served,
      files: this.config.files,
    }));
    const readLate = (path: string) => this.watcher?.note({ path, kind: "changed" });
    this.reader = new ConfigReader(options.root, readLate, options.patience);
    this.reports = new BuildReports(options.report, () => this.site?.changedPages ?? 0);
    this.live = new Live({
      site: () => this.view(),
      pageDigest: async (file) => (await this.site?.pageDigest(file)) ?? "",
      stylesheets: () => this.stylesheets(),
      filesVersion: () => this.site?.copyChanges ?? 0,
      ...(options.findingsOf && { findingsOf: (page) => this.findingsOf(page) }),
      errorsOf: (page) => this.errorsOf(page),
      script: () => {
        this.script ??= options.root === packageRoot ? bundleLiveClient() : readLiveClient();
        return this.script;
      },
    });
    this.answer = makeHandler(() => this.view(), {
      host: options.host,
      compress: false,
      answerOwn: (request, response, target) => this.live.answer(request, response, target),
      decorate: (file, request) => this.live.decorate(file, request),
    });
  }

  /** Resolves when the site can be requested. */
  static async start(options: WatchOptions & { config: LoadedConfig & Result<SiteConfig> }): Promise<WatchedSite> {
    const watched = new WatchedSite(options, options.config.value);
    options.state.html ??= new Map();
    options.state.memo = emptyMemo();
    options.state.links = new KnownLinks();
    options.state.documents = new Map();
    await watched.inputs.find();
    // Before the first build, so that no change during it is missed.
    watched.watcher = new Watcher({
      places: watched.inputs.places,
      skip: options.skip,
      onChanges: (changes) => watched.apply(changes),
      listed: () => watched.inputs.listed,
    });
    try {
      await watched.watcher.exclusive(async () => {
        if (options.config.files.some((path) => isNewerThan(path, options.since))) await watched.reloadConfig();
        await watched.build([]);
      });
    } catch (error) {
      await watched.close();
      throw error;
    }
    return watched;
  }

  async close(): Promise<void> {
    this.reports.close();
    this.site?.stop();
    this.live.close();
    await this.watcher?.close();
  }

  /** A file of the last good site. @param path below the site. */
  find(path: string): Promise<ServedFile | undefined> {
    return this.site?.find(path) ?? Promise.resolve(undefined);
  }

  /** The last good site: what it is made of, and the paths of its files as far as they are known before they are made. */
  get present(): { site: Site; paths: string[] } | undefined {
    return this.site && { site: this.site.linked, paths: this.site.plannedPaths() };
  }

  /** All files of the site as a build would write them, once all are made. */
  async files(): Promise<Map<string, Buffer>> {
    await this.site?.complete();
    const files = new Map<string, Buffer>();
    for (const path of this.site?.paths() ?? []) {
      const body = (await this.site?.find(path))?.body;
      if (body) files.set(path, body instanceof Uint8Array ? Buffer.from(body) : readFileSync(body.file));
    }
    return files;
  }

  private view(): ServedSite {
    return {
      ...siteStyle(this.served),
      find: async (path) => this.site?.find(path),
      fallback: emptyPage,
    };
  }

  /** What lint finds besides the errors that are shown. @param page its path. */
  private async findingsOf(page: string): Promise<LiveFindings> {
    const { findingsOf, state, root } = this.options;
    const path = pathInSite(page, this.view().style);
    const text = path === undefined ? undefined : this.site?.textOf(path);
    const linked = text === undefined ? undefined : await state.memo?.linked?.catch(() => undefined);
    if (text === undefined || !linked || !findingsOf) return { html: "", count: 0 };
    const known = new Set(this.textErrors.map(keyOf));
    const found = (await findingsOf(linked, text, this.served)).filter((finding) => !known.has(keyOf(finding)));
    return { html: problemsToHtml(found, textLookup(root)), count: found.length };
  }

  /** @param page its path. */
  private errorsOf(page: string): LiveErrors | undefined {
    const path = pathInSite(page, this.view().style);
    if (!this.site || path === undefined) return undefined;
    const errors = this.site.concerning(path, this.textErrors);
    if (errors.length === 0) return undefined;
    const title = this.site.hasPage(path)
      ? "Errors in this text: below is the last page that could be made"
      : "Errors in texts that have no page yet";
    return { title, html: this.toHtml(errors), isOfPage: true };
  }

  private toHtml(errors: readonly Diagnostic[]): string {
    return errorsToHtml(errors, textLookup(this.options.root));
  }

  private stylesheets(): string[] {
    const { baseUrl } = this.served;
    const own = [...this.sheetVersions].map(([address, version]) => `${address}?v=${version}`);
    return [...(this.site?.stylesheets ?? []), ...own].map((address) => baseUrl + address.slice(1));
  }

  private noteSheet(path: string): void {
    const folder = this.served.content.static;
    if (!path.endsWith(".css") || !path.startsWith(`${folder}/`)) return;
    const address = path.slice(folder.length);
    this.sheetVersions.set(address, (this.sheetVersions.get(address) ?? 0) + 1);
  }

  private async apply(changes: readonly WatchedChange[]): Promise<void> {
    const all = [...this.unapplied, ...changes];
    this.unapplied = all;
    try {
      await this.rebuild(all);
      this.unapplied = [];
    } catch (error) {
      this.reportFailure([...new Set(all.map(({ path }) => pathBelow(this.options.root, path)))], error);
    }
  }

  private async rebuild(changes: readonly WatchedChange[]): Promise<void> {
    const { root, state } = this.options;
    const known = this.inputs.changesIn(changes);
    if (known.length === 0) return;
    const ahead = await this.buildAhead(known);
    for (const { part, path, kind } of known) {
      if (state.memo) invalidate(state.memo, part, path, kind);
      if (part === "content") this.noteSheet(path);
      if (part === "content" && !path.endsWith(".css") && !this.site?.isText(path))
        this.site?.noteCopy(join(root, path));
    }
    const parts = new Set(known.map(({ part }) => part));
    if (parts.has("scripts") || parts.has("shared")) this.script = undefined;
    if (parts.has("config")) await this.reloadConfig();
    await this.build([...new Set(known.map(({ path }) => path))], ahead);
  }

  /**
   * Of many changed texts, applies first those that tabs show: until the next build, the site is as if only these had
   * changed. Diagnostics are reported by the build of all changes. @returns whether tabs have such a site now.
   */
  private async buildAhead(changes: readonly InputChange[]): Promise<boolean> {
    const { site, options } = this;
    const { memo } = options.state;
    if (!site || !memo || changes.length < manyChanges) return false;
    const { style } = siteStyle(this.served);
    const shown = new Set(this.live.pages.flatMap((page) => site.textsAt(pathInSite(page, style) ?? "")));
    const first = changes.flatMap(({ part, path, kind }) =>
      part === "content" && kind === "changed" && shown.has(path) ? path : [],
    );
    if (first.length === 0) return false;
    for (const path of first) invalidate(memo, "content", path, "changed");
    const { value: plan } = await this.plan();
    if (!plan) return false;
    this.reports.endEarly();
    site.follow(plan);
    await this.live.update();
    await new Promise((done) => setTimeout(done, tabsFirst));
    return true;
  }

  private async reloadConfig(): Promise<void> {
    const began = Date.now();
    this.config = await this.reader.read(this.config.files);
    await this.inputs.find();
    this.watcher?.watch(this.inputs.places, began);
  }

  /** @param isRest whether tabs have some of these changes already. */
  private async build(changes: string[], isRest = false): Promise<void> {
    const start = performance.now();
    const began = Date.now();
    const planned = await this.plan();
    if (await this.inputs.note(this.options.state.memo)) this.watcher?.watch(this.inputs.places, began);
    const unreadable = this.inputs.problemsOf(this.watcher?.unreadable);
    // The code that could not read it has reported the system's error.
    const rest = planned.diagnostics.filter(({ code }) => unreadable.length === 0 || code !== "machine-failure");
    const diagnostics = [...unreadable, ...rest];
    const plan = unreadable.length > 0 ? undefined : planned.value;
    const failed = { changes, diagnostics, hasSite: this.site !== undefined, isWhole: true, ms: 0 };
    this.reports.endEarly();
    if (!plan) {
      this.fail(diagnostics);
      this.reports.add({ ...failed, ms: performance.now() - start });
      return;
    }
    this.served = this.config.value ?? this.served;
    if (this.site) this.site.follow(plan, isRest);
    else this.site = new LiveSite(plan);
    this.textErrors = errorsIn(diagnostics);
    await this.live.update();
    // For the pages that tabs show.
    this.fail(this.site.failures);
    const rebuild = { ...failed, hasSite: true, isWhole: false, ms: performance.now() - start };
    this.reports.begin(rebuild);
    this.finish(rebuild, this.site).catch((error) => this.reportFailure(rebuild.changes, error));
  }

  /** Makes the rest of the pages, and reports. */
  private async finish(rebuild: Rebuild, site: LiveSite): Promise<void> {
    if (this.options.onDemand) {
      this.reports.complete(rebuild, {});
      return;
    }
    await new Promise((done) => setTimeout(done, tabsFirst).unref());
    const { isWhole, changedPages: pages } = await site.complete();
    const { root } = this.options;
    const configFile = findConfigFile(root) ?? "";
    const broken = isWhole ? await placeInConfig(root, configFile, site.brokenLinks(configFile)) : [];
    const failures = isWhole ? [...site.failures, ...broken] : [];
    const diagnostics = [...rebuild.diagnostics, ...failures];
    const result = { diagnostics, isWhole, ...(failures.length === 0 && { pages }) };
    if (this.reports.complete(rebuild, result) && hasErrors(failures)) await this.show(diagnostics);
  }

  /** Shows errors where they belong: those of texts on their pages, all others everywhere. */
  private async show(diagnostics: readonly Diagnostic[]): Promise<void> {
    const errors = errorsIn(diagnostics);
    this.textErrors = errors.filter(({ file }) => this.site?.isText(file));
    if (this.textErrors.length < errors.length) this.live.fail(this.toHtml(errors));
    else await this.live.update();
  }

  private async plan(): Promise<Result<SitePlan | undefined>> {
    const { root, state } = this.options;
    const { value: config, diagnostics } = this.config;
    if (!config) return { value: undefined, diagnostics };
    const configFile = findConfigFile(root) ?? "cipgen.config.ts";
    const request = { root, config, configFile, configFiles: this.config.files, state, showsNew: true };
    try {
      return await this.held.plan(request).catch(async () => {
        // Files disappeared while they were read: memoized results may be inconsistent.
        state.memo = emptyMemo();
        return this.held.plan(request);
      });
    } catch (error) {
      return { value: undefined, diagnostics: [machineFailure(error, root)] };
    }
  }

  private reportFailure(changes: string[], error: unknown): void {
    const diagnostics = [machineFailure(error, this.options.root)];
    this.fail(diagnostics);
    this.reports.add({ changes, diagnostics, hasSite: this.site !== undefined, isWhole: true, ms: 0 });
  }

  private fail(diagnostics: readonly Diagnostic[]): void {
    if (!hasErrors(diagnostics)) return;
    this.live.fail(this.toHtml(diagnostics));
  }
}

const keyOf = ({ code, file, line, column }: Diagnostic) => [code, file, line, column].join("\n");

/** Of a site of which nothing is known yet. */
export function emptyMemo(): Memo {
  return { sources: new Map(), files: new Map() };
}
