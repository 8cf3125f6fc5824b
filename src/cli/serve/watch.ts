/** `serve --watch`: a site that follows its sources. The last good one stays up while they have errors. */

import type { OpenSite } from "../../build/open-site.js";
import type { SitePlan } from "../../build/plan.js";
import { emptyMemo, lastingState } from "../../build/state.js";
import { findConfigFile, type SiteConfig } from "../../config/index.js";
import { type LoadedConfig, loadConfig } from "../../config/loading.js";
import { readLiveClient } from "../../output/assets/client.js";
import { machineFailure } from "../../platform/diagnostics/codes.js";
import { errorsIn, hasErrors, textLookup } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { ServeRequest } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { LiveErrors } from "../../shared/live.js";
import { answeringFiles } from "../../shared/page-path.js";
import { isText } from "../../shared/text-format.js";
import { makeHandler, type RequestHandler, type ServedSite, siteStyle } from "./answer.js";
import { HeldTexts } from "./held-texts.js";
import { pathInSite } from "./host.js";
import { invalidate } from "./invalidation.js";
import { errorsToHtml, Live } from "./live.js";
import { LiveSite } from "./live-site.js";
import { type ServedFile, servedFile } from "./respond.js";
import { isNewerThan, type WatchedChange } from "./scan.js";
import { WatchedInputs } from "./watched-inputs.js";
import { Watcher } from "./watcher.js";

interface WatchOptions extends Pick<ServeRequest, "onRebuild"> {
  /** When opening the site began, in ms since 1970. */
  since: number;
  /** Absolute paths of folders that are not scanned: that of the built site. */
  skip: readonly string[];
  /** Address that the server listens on. */
  host: string;
}

/** A page that shows nothing but the overlay with errors, where the site has no page. */
const emptyPage = (path: string) =>
  servedFile(
    path,
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cipgen</title></head><body></body></html>\n',
  );

export class WatchedSite {
  private readonly root: string;
  private site: LiveSite | undefined;
  private config: LoadedConfig;
  /** The last good configuration. */
  private served: SiteConfig;
  private readonly state: ReturnType<typeof lastingState>;
  private readonly live: Live;
  private watcher: Watcher | undefined;
  private readonly inputs: WatchedInputs;
  private readonly held = new HeldTexts();
  /** The errors of texts: each concerns the pages of its text. */
  private textErrors: readonly Diagnostic[] = [];
  /** Changes that were not applied because of a failure of the machine. */
  private unapplied: readonly WatchedChange[] = [];
  /** Number of changes of pictures and other files without a digest in their addresses: pages that show them have changed, though their HTML is the same. */
  private filesVersion = 0;
  readonly answer: RequestHandler;

  private constructor(
    { root, config, configFiles: files = [], state }: OpenSite,
    private readonly options: WatchOptions,
  ) {
    this.root = root;
    this.config = { value: config, diagnostics: [], files };
    this.served = config;
    this.state = lastingState(state.cache);
    this.inputs = new WatchedInputs(root, () => ({
      config: this.config.value ?? this.served,
      files: this.config.files,
    }));
    this.live = new Live({
      site: () => this.view(),
      pageDigest: (file) => this.site?.pageDigest(file, this.filesVersion) ?? "",
      stylesheets: () => this.stylesheets(),
      filesVersion: () => this.filesVersion,
      errorsOf: (page) => this.errorsOf(page),
      script: readLiveClient,
    });
    this.answer = makeHandler(() => this.view(), {
      host: options.host,
      answerSpecial: (request, response, target) => this.live.answer(request, response, target),
      decorate: (file, request) => this.live.decorate(file, request),
    });
  }

  /** Resolves when the site can be requested. */
  static async start(site: OpenSite, options: WatchOptions): Promise<WatchedSite> {
    const watched = new WatchedSite(site, options);
    await watched.inputs.find();
    // Before the first build, so that no change during it is missed.
    watched.watcher = new Watcher({
      folders: watched.inputs.folders,
      skip: options.skip,
      onChanges: (changes) => watched.apply(changes),
      listed: () => watched.inputs.listed,
    });
    try {
      await watched.watcher.exclusive(async () => {
        if (watched.config.files.some((path) => isNewerThan(path, options.since))) await watched.reloadConfig();
        await watched.build([]);
      });
    } catch (error) {
      await watched.close();
      throw error;
    }
    return watched;
  }

  async close(): Promise<void> {
    this.live.close();
    await this.watcher?.close();
  }

  /** A file of the last good site. @param path below the site. */
  find(path: string): Promise<ServedFile | undefined> {
    return this.site?.find(path) ?? Promise.resolve(undefined);
  }

  /** Paths of the files of the last good site, as far as they are known before the files are made; undefined without a good site. */
  get paths(): string[] | undefined {
    return this.site?.paths;
  }

  private view(): ServedSite {
    const { site } = this;
    return {
      ...siteStyle(this.served),
      find: async (path) => (await site?.find(path)) ?? (site?.failureAt(path) && emptyPage(path)),
      fallback: emptyPage("404.html"),
    };
  }

  /** The errors to show over a page. @param page path of its address. */
  private errorsOf(page: string): LiveErrors | undefined {
    const path = pathInSite(page, this.view().style);
    if (!this.site || path === undefined) return undefined;
    const failures = answeringFiles(path).flatMap((file) => this.site?.failureAt(file) ?? []);
    if (failures.length > 0) return { title: "This page cannot be made", html: this.toHtml(failures), isOfPage: false };
    const route = this.site.pageAt(path);
    const errors = this.site.problemsOf(route, this.textErrors);
    if (errors.length === 0) return undefined;
    const title = route
      ? "Errors in this text: below is the last page that could be made"
      : "Errors in texts that have no page yet";
    return { title, html: this.toHtml(errors), isOfPage: true };
  }

  private toHtml(errors: readonly Diagnostic[]): string {
    return errorsToHtml(errors, textLookup(this.root));
  }

  private stylesheets(): string[] {
    return (this.site?.stylesheets ?? []).map((address) => this.served.baseUrl + address.slice(1));
  }

  private async apply(changes: readonly WatchedChange[]): Promise<void> {
    const all = [...this.unapplied, ...changes];
    this.unapplied = all;
    try {
      await this.rebuild(all);
      this.unapplied = [];
    } catch (error) {
      const diagnostics = [machineFailure(error, this.root)];
      this.live.fail(this.toHtml(diagnostics));
      const paths = [...new Set(all.map(({ path }) => pathBelow(this.root, path)))];
      this.report(paths, diagnostics, false, 0);
    }
  }

  private async rebuild(changes: readonly WatchedChange[]): Promise<void> {
    const inputChanges = this.inputs.changesIn(changes);
    if (inputChanges.length === 0) return;
    for (const { part, path, kind } of inputChanges) {
      invalidate(this.state.memo, part, path, kind);
      if (part === "content" && !isText(path, this.served.formats)) this.filesVersion++;
    }
    const parts = new Set(inputChanges.map(({ part }) => part));
    if (parts.has("config")) await this.reloadConfig();
    await this.build([...new Set(inputChanges.map(({ path }) => path))]);
  }

  private async reloadConfig(): Promise<void> {
    const began = Date.now();
    this.config = await loadConfig(this.root);
    await this.inputs.find();
    this.watcher?.watch(this.inputs.folders, began);
  }

  private async build(changes: string[]): Promise<void> {
    const start = performance.now();
    const began = Date.now();
    const planned = await this.plan();
    if (await this.inputs.note(this.state.memo)) this.watcher?.watch(this.inputs.folders, began);
    const unreadable = this.inputs.problemsOf(this.watcher?.unreadable);
    // The failure that the system reported for an unreadable input is reported once, as that input's problem.
    const diagnosticsOfSite = planned.diagnostics.filter(
      ({ code }) => unreadable.length === 0 || code !== "machine-failure",
    );
    const diagnostics = [...unreadable, ...diagnosticsOfSite];
    if (!planned.value || unreadable.length > 0) {
      if (hasErrors(diagnostics)) this.live.fail(this.toHtml(diagnostics));
      this.report(changes, diagnostics, false, performance.now() - start);
      return;
    }
    this.served = this.config.value ?? this.served;
    this.site = new LiveSite(planned.value);
    this.textErrors = errorsIn(diagnostics);
    await this.live.update();
    const siteErrors = this.textErrors.filter(({ file = "" }) => !this.state.memo.sources.has(file));
    if (siteErrors.length > 0) this.live.fail(this.toHtml(siteErrors));
    // Failures of pages are known only for those that tabs have requested.
    this.report(changes, [...diagnostics, ...this.site.failures], true, performance.now() - start);
  }

  private async plan(): Promise<Result<SitePlan | undefined>> {
    const { root, state } = this;
    const { value: config, diagnostics } = this.config;
    if (!config) return { value: undefined, diagnostics };
    const configFile = findConfigFile(root) ?? "cipgen.config.ts";
    const request = { root, config, configFile, configFiles: this.config.files, state, showsNew: true };
    try {
      const held = await this.held.plan(request).catch(() => {
        // Files may have disappeared while they were read, so that memoized results are inconsistent.
        state.memo = emptyMemo();
        return this.held.plan(request);
      });
      return { value: held.plan, diagnostics: held.diagnostics };
    } catch (error) {
      return { value: undefined, diagnostics: [machineFailure(error, root)] };
    }
  }

  private report(changes: string[], diagnostics: Diagnostic[], isCurrent: boolean, ms: number): void {
    this.options.onRebuild?.({ changes, diagnostics, hasSite: this.site !== undefined, isCurrent, ms });
  }
}
