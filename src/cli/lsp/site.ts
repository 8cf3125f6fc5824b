/**
 * A site as an editor has it: its files, with the texts that are not saved in their place. It follows changes of both, and is linked again
 * when somebody asks; the results of the last time are in memory, as they are for `serve --watch`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Inputs } from "../../build/inputs.js";
import { type LinkedSite, type LinkRequest, linkSite } from "../../build/link.js";
import { openCacheOf } from "../../build/open-site.js";
import { emptyMemo, lastingState } from "../../build/state.js";
import { findConfigFile, placeInConfig, type SiteConfig } from "../../config/index.js";
import { type LoadedConfig, loadConfig, resolveConfig } from "../../config/loading.js";
import { diskReader } from "../../content/read/reader.js";
import { machineFailure } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { addAll } from "../../shared/lists.js";
import { type RuleSetting, readSettings } from "../../tools/lint/settings.js";
import { readScript } from "../../tools/scaffold/from/script-data.js";
import { invalidate } from "../serve/invalidation.js";
import type { WatchedChange } from "../serve/scan.js";
import { type InputChange, WatchedInputs } from "../serve/watched-inputs.js";
import { Watcher } from "../serve/watcher.js";

/** A site at one moment. */
export interface Snapshot {
  root: string;
  /** Is another one after each change that is not the edit of a text: of a file, the configuration, the history. */
  generation: number;
  config: SiteConfig;
  configFile: string;
  linked: LinkedSite;
  /** By path. */
  sources: ReadonlyMap<string, SourceFile>;
  settings: readonly RuleSetting[];
  /** What reading, parsing and linking the site report. */
  reported: readonly Diagnostic[];
  /** Problems of the configuration. */
  loading: readonly Diagnostic[];
}

/** A site without a configuration that can be used: its problems. */
export type Failed = Pick<Snapshot, "root" | "loading"> & { linked?: undefined };

interface SiteOptions {
  /** Absolute, without symbolic links. */
  root: string;
  /** Whether code of the folder may run. */
  isTrusted: boolean;
  /** Called after files changed that are not open in the editor. */
  onChange(): void;
}

export class EditedSite {
  private readonly drafts = new Map<string, Buffer>();
  /** The texts of the site, by path, as they were found last. */
  private roles: Inputs["roles"] | undefined;
  private config: LoadedConfig | undefined;
  private reading: Promise<LoadedConfig> | undefined;
  private readonly inputs: WatchedInputs;
  private watcher: Watcher | undefined;
  private linking: Promise<Snapshot | Failed> | undefined;
  private isStale = true;
  private last: Snapshot | Failed | undefined;
  private isClosed = false;
  /** What changed since the site was linked: its results are dropped before the next time, because one that is under way would keep older ones. */
  private changes: InputChange[] = [];
  private generation = 0;

  private constructor(
    private readonly options: SiteOptions,
    readonly state: ReturnType<typeof lastingState>,
    private lastGood: SiteConfig | undefined,
  ) {
    this.inputs = new WatchedInputs(options.root, () => ({
      config: this.config?.value ?? (this.lastGood as SiteConfig),
      files: this.config?.files ?? [],
    }));
  }

  static async open(options: SiteOptions): Promise<EditedSite> {
    const cache = await openCacheOf(options.root, { noCache: !options.isTrusted });
    return new EditedSite(options, lastingState(cache), undefined);
  }

  get root(): string {
    return this.options.root;
  }

  get isTrusted(): boolean {
    return this.options.isTrusted;
  }

  /** The texts that are not saved, by path below the root. */
  get unsaved(): ReadonlyMap<string, Buffer> {
    return this.drafts;
  }

  /** The editor has another text of a file now. @param text undefined if the file counts again. */
  edit(path: string, text: string | undefined): void {
    const bytes = text === undefined ? undefined : Buffer.from(text);
    const former = this.drafts.get(path);
    if (bytes === former || (bytes && former?.equals(bytes))) return;
    if (bytes) this.drafts.set(path, bytes);
    else this.drafts.delete(path);
    // Only of a text that the site has is it known that no other file appears or disappears with it.
    const isFile = this.roles?.has(path) || this.state.memo?.sources.has(path);
    const isKnown = isFile || this.changes.some((change) => change.path === path);
    this.changes.push({ part: "content", path, kind: isKnown && bytes ? "changed" : "replaced" });
    this.isStale = true;
  }

  /** The site as it is now, linked again if something changed. */
  async now(): Promise<Snapshot | Failed> {
    // Another caller may have started the next link before this one goes on.
    while (this.isStale || this.linking || !this.last) {
      this.linking ??= this.link().finally(() => {
        this.linking = undefined;
      });
      await this.linking;
    }
    return this.last;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.watcher?.close();
  }

  private async link(): Promise<Snapshot | Failed> {
    this.isStale = false;
    try {
      this.last = await this.linkNow();
    } catch (error) {
      // Files disappeared while they were read: what is in memory may be inconsistent.
      this.state.memo = emptyMemo();
      this.generation++;
      this.last = await this.linkNow().catch(
        (again): Failed => ({ root: this.root, loading: [machineFailure(again ?? error, this.root)] }),
      );
    }
    return this.last;
  }

  private async linkNow(): Promise<Snapshot | Failed> {
    const { root } = this;
    const began = Date.now();
    this.dropChanged();
    const { value: config, diagnostics: loading } = await this.loadedConfig();
    if (config) this.lastGood = config;
    // The texts of a site are checked by its last good configuration while the next is written.
    const used = config ?? this.lastGood;
    if (!used) {
      await this.watch(began);
      return { root, loading };
    }
    const request = this.requestOf(used);
    const { configFile } = request;
    const settings = readSettings(used, configFile);
    const problems = await placeInConfig(root, configFile, settings.diagnostics, used);
    const linked = await linkSite(request);
    this.roles = linked.value.roles;
    await this.watch(began);
    const sources = new Map(linked.value.sources.map((source) => [source.path, source]));
    return {
      root,
      generation: this.generation,
      config: used,
      configFile,
      linked: linked.value,
      sources,
      settings: settings.value,
      reported: linked.diagnostics,
      loading: [...loading, ...problems],
    };
  }

  private requestOf(config: SiteConfig): LinkRequest {
    const { root, state } = this;
    return {
      root,
      config,
      configFile: findConfigFile(root) ?? "cipgen.config.ts",
      configFiles: this.config?.files ?? [],
      state,
      drafts: new Map(this.drafts),
      showsNew: true,
      withoutBodies: true,
      // Without trust neither code runs, nor git, which a repository can configure to run something.
      ...(!this.isTrusted && { reader: diskReader(root, false), withoutPageCode: true }),
    };
  }

  /** Drops the results that depend on what changed. */
  private dropChanged(): void {
    const { memo } = this.state;
    const changes = this.changes.splice(0);
    for (const { part, path, kind } of changes) if (memo) invalidate(memo, part, path, kind);
    if (changes.some(({ part, kind }) => part !== "content" || kind !== "changed")) this.generation++;
  }

  private async loadedConfig(): Promise<LoadedConfig> {
    if (this.config) return this.config;
    this.reading ??= this.readConfig().finally(() => {
      this.reading = undefined;
    });
    this.config = await this.reading;
    return this.config;
  }

  private async readConfig(): Promise<LoadedConfig> {
    return this.isTrusted ? loadConfig(this.root) : readUntrusted(this.root);
  }

  /** Watches the files that the site is made of now. */
  private async watch(began: number): Promise<void> {
    const changed = await (this.lastGood ? this.inputs.note(this.state.memo) : undefined);
    if (this.isClosed) return;
    if (!this.watcher) {
      if (this.lastGood) await this.inputs.find();
      this.watcher = new Watcher({
        places: this.places,
        skip: [],
        onChanges: (changes) => this.follow(changes),
        listed: () => this.inputs.listed,
      });
    } else if (changed || this.hasNewConfig) {
      if (this.lastGood) await this.inputs.find();
      this.watcher.watch(this.places, began);
    }
    this.hasNewConfig = false;
  }

  private hasNewConfig = false;

  /** Without a configuration, only it is waited for. */
  private get places() {
    if (this.lastGood) return this.inputs.places;
    const accepts = (name: string) => /^cipgen\.config\./.test(name);
    return [{ folder: this.root, deep: false, accepts }];
  }

  private async follow(changes: readonly WatchedChange[]): Promise<void> {
    const inputChanges = this.lastGood ? this.inputs.changesIn(changes) : [];
    // A saved text is the one that the editor has.
    const inputEvents = inputChanges.filter(
      ({ part, path, kind }) => part !== "content" || kind !== "changed" || !this.drafts.has(path),
    );
    if (this.lastGood && inputEvents.length === 0) return;
    addAll(this.changes, inputEvents);
    if (!this.lastGood || inputEvents.some(({ part }) => part === "config")) {
      this.config = undefined;
      this.hasNewConfig = true;
    }
    this.isStale = true;
    this.options.onChange();
  }
}

/**
 * The configuration of a folder that nobody trusts yet, as data: what can be read of it without running it. So its texts can be checked, and none
 * of its code runs.
 * @param root of the site, absolute. @returns no configuration where what can be read is not a valid one: running it might show that it is.
 */
async function readUntrusted(root: string): Promise<LoadedConfig> {
  const file = findConfigFile(root);
  if (!file || file.endsWith(".json")) return loadConfig(root);
  const path = join(root, file);
  const { value } = await readScript(await readFile(path, "utf8").catch(() => ""));
  return { value: resolveConfig(value, file).value, diagnostics: [], files: [path] };
}
