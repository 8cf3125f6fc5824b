/**
 * A site as an editor has it: with the unsaved texts in place of their files. It follows changes of both, and is linked again when a request needs
 * it. As with `serve --watch`, earlier results are kept in memory.
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

/** A linked site at one moment. */
export interface Snapshot {
  root: string;
  /** Grows with each change other than the edit of a text: of files, the configuration, the history. */
  generation: number;
  config: SiteConfig;
  configFile: string;
  linked: LinkedSite;
  /** The texts, by path. */
  sources: ReadonlyMap<string, SourceFile>;
  settings: readonly RuleSetting[];
  /** The diagnostics of reading, parsing and linking the site. */
  reported: readonly Diagnostic[];
  configProblems: readonly Diagnostic[];
}

/** The problems of a site that could not be linked, as without a valid configuration. */
export type SiteFailure = Pick<Snapshot, "root" | "configProblems"> & { linked?: undefined };

interface SiteOptions {
  /** Absolute, without symbolic links. */
  root: string;
  /** Whether code in the folder may run. */
  isTrusted: boolean;
  /** Called after files changed that are not open in the editor. */
  onChange(): void;
}

export class EditedSite {
  private readonly drafts = new Map<string, Buffer>();
  /** The texts of the last linked site, by path. */
  private roles: Inputs["roles"] | undefined;
  private config: LoadedConfig | undefined;
  private lastGood: SiteConfig | undefined;
  private readonly inputs: WatchedInputs;
  private watcher: Watcher | undefined;
  private linking: Promise<Snapshot | SiteFailure> | undefined;
  private isStale = true;
  private last: Snapshot | SiteFailure | undefined;
  private isClosed = false;
  /** Changes since the site was last linked. They invalidate results only before the next link, because a link under way could store outdated results again. */
  private changes: InputChange[] = [];
  private generation = 0;
  private hasNewConfig = false;

  private constructor(
    private readonly options: SiteOptions,
    private readonly state: ReturnType<typeof lastingState>,
  ) {
    this.inputs = new WatchedInputs(options.root, () => ({
      config: this.config?.value ?? (this.lastGood as SiteConfig),
      files: this.config?.files ?? [],
    }));
  }

  static async open(options: SiteOptions): Promise<EditedSite> {
    const cache = await openCacheOf(options.root, { noCache: !options.isTrusted });
    return new EditedSite(options, lastingState(cache));
  }

  get root(): string {
    return this.options.root;
  }

  /** The texts that are not saved, by path below the root. */
  get unsaved(): ReadonlyMap<string, Buffer> {
    return this.drafts;
  }

  /** Notes an edited text. @param text undefined if the file on disk counts again. */
  edit(path: string, text: string | undefined): void {
    const bytes = text === undefined ? undefined : Buffer.from(text);
    const former = this.drafts.get(path);
    if (bytes === former || (bytes && former?.equals(bytes))) return;
    if (bytes) this.drafts.set(path, bytes);
    else this.drafts.delete(path);
    // The edit of a text of the site adds and removes no file; that of any other file may.
    const isFile = this.roles?.has(path) || this.state.memo?.sources.has(path);
    const isNoted = isFile || this.changes.some((change) => change.path === path);
    this.changes.push({ part: "content", path, kind: isNoted && bytes ? "changed" : "replaced" });
    this.isStale = true;
  }

  /** The current site, linked again if something has changed. */
  async snapshot(): Promise<Snapshot | SiteFailure> {
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

  private async link(): Promise<Snapshot | SiteFailure> {
    this.isStale = false;
    try {
      this.last = await this.linkNow();
    } catch {
      // Files may have disappeared while they were read, so that memoized results are inconsistent.
      this.state.memo = emptyMemo();
      this.generation++;
      this.last = await this.linkNow().catch(
        (error): SiteFailure => ({ root: this.root, configProblems: [machineFailure(error, this.root)] }),
      );
    }
    return this.last;
  }

  private async linkNow(): Promise<Snapshot | SiteFailure> {
    const { root } = this;
    const began = Date.now();
    this.invalidateChanges();
    const { value: config, diagnostics: configProblems } = await this.loadedConfig();
    if (config) this.lastGood = config;
    // The texts of a site are checked by its last good configuration while the next is written.
    const usedConfig = config ?? this.lastGood;
    if (!usedConfig) {
      await this.watch(began);
      return { root, configProblems };
    }
    const request = this.requestOf(usedConfig);
    const { configFile } = request;
    const settings = readSettings(usedConfig, configFile);
    const problems = await placeInConfig(root, configFile, settings.diagnostics, usedConfig);
    const linked = await linkSite(request);
    this.roles = linked.value.roles;
    await this.watch(began);
    const sources = new Map(linked.value.sources.map((source) => [source.path, source]));
    return {
      root,
      generation: this.generation,
      config: usedConfig,
      configFile,
      linked: linked.value,
      sources,
      settings: settings.value,
      reported: linked.diagnostics,
      configProblems: [...configProblems, ...problems],
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
      // Without trust no code may run, and no git, because a repository can configure git to run a program.
      ...(!this.options.isTrusted && { reader: diskReader(root, false), withoutPageCode: true }),
    };
  }

  /** Invalidates the results that depend on the changes. */
  private invalidateChanges(): void {
    const { memo } = this.state;
    const changes = this.changes.splice(0);
    for (const { part, path, kind } of changes) if (memo) invalidate(memo, part, path, kind);
    if (changes.some(({ part, kind }) => part !== "content" || kind !== "changed")) this.generation++;
  }

  private async loadedConfig(): Promise<LoadedConfig> {
    if (this.config) return this.config;
    this.config = await (this.options.isTrusted ? loadConfig(this.root) : readUntrusted(this.root));
    return this.config;
  }

  /** Watches the inputs of the linked site. */
  private async watch(began: number): Promise<void> {
    const changed = await (this.lastGood ? this.inputs.note(this.state.memo) : undefined);
    if (this.isClosed) return;
    if (!this.watcher) {
      if (this.lastGood) await this.inputs.find();
      this.watcher = new Watcher({
        folders: this.watchedFolders,
        skip: [],
        onChanges: (changes) => this.follow(changes),
        listed: () => this.inputs.listed,
      });
    } else if (changed || this.hasNewConfig) {
      if (this.lastGood) await this.inputs.find();
      this.watcher.watch(this.watchedFolders, began);
    }
    this.hasNewConfig = false;
  }

  /** The folders to watch; without a valid configuration, only that of the configuration. */
  private get watchedFolders() {
    if (this.lastGood) return this.inputs.folders;
    const accepts = (name: string) => /^cipgen\.config\./.test(name);
    return [{ folder: this.root, isDeep: false, accepts }];
  }

  private async follow(changes: readonly WatchedChange[]): Promise<void> {
    const inputChanges = this.lastGood ? this.inputs.changesIn(changes) : [];
    // Saving a text changes nothing, because the editor's text already counts.
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
 * Reads the configuration of an untrusted folder as data, without running it, so that its texts can be checked.
 * @param root folder of the site, absolute.
 * @returns no configuration and no diagnostics if the readable part is not valid, because running the file might make it valid.
 */
async function readUntrusted(root: string): Promise<LoadedConfig> {
  const file = findConfigFile(root);
  if (!file || file.endsWith(".json")) return loadConfig(root);
  const path = join(root, file);
  const { value } = await readScript(await readFile(path, "utf8").catch(() => ""));
  return { value: resolveConfig(value, file).value, diagnostics: [], files: [path] };
}
