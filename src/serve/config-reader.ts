/**
 * Reads the configuration of a watched site again. Its code may wait for what never happens: then the site follows its
 * other files, and a fixed configuration, and this one counts when it ends after all.
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findConfigFile } from "../config/index.js";
import { type LoadedConfig, loadConfig } from "../config/loading.js";
import { diagnose } from "../diagnostics/codes.js";
import { isNewerThan } from "./scan.js";

/** Maximum time, in ms, in which nothing else is followed. */
const usualPatience = 5000;

export class ConfigReader {
  private turn = 0;
  private late: { config: LoadedConfig; began: number } | undefined;

  /**
   * @param root absolute.
   * @param onLate gets the absolute path of a configuration that ended later than it was waited for: it is to be read.
   */
  constructor(
    private readonly root: string,
    private readonly onLate: (path: string) => void,
    private readonly patience = usualPatience,
  ) {}

  /** @param former files of the last one: which those of one that does not end are, is not known. */
  async read(former: readonly string[]): Promise<LoadedConfig> {
    const late = this.late;
    this.late = undefined;
    if (late && !late.config.files.some((path) => isNewerThan(path, late.began))) return late.config;
    const turn = ++this.turn;
    const began = Date.now();
    const loading = loadConfig(this.root);
    const ended = new AbortController();
    const config = await Promise.race([loading, wait(this.patience, undefined, { signal: ended.signal })]).finally(() =>
      ended.abort(),
    );
    if (config) return config;
    const file = findConfigFile(this.root) ?? "cipgen.config.ts";
    const path = join(this.root, file);
    const take = (result: LoadedConfig) => {
      if (this.turn !== turn) return;
      this.late = { config: result, began };
      this.onLate(path);
    };
    // A failure is that of a file that has changed since, which is read again.
    loading.then(take, () => undefined);
    const message = `the configuration has not ended after ${this.patience / 1000} s`;
    const help = "Look for an await that never ends. It counts when it ends.";
    const problem = diagnose("config-syntax", message, { file, line: 1, column: 1, help });
    return { value: undefined, files: [...new Set([path, ...former])], diagnostics: [problem] };
  }
}
