/** The files of a site, from a built folder or made from sources. The server reads them for every answer. */
import { resolve } from "node:path";
import { builtSite } from "../../content/read/built-site.js";
import { errorsIn, locationText } from "../../platform/diagnostics/report.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { LiveFiles } from "../api/live-files.js";
import { quoted } from "./answer.js";
import { openLiveFiles } from "./program.js";

/** A problem that the caller of a tool gets as its answer; it is not a failure of the server. */
export class Problem extends Error {}

export interface SiteFiles {
  /** Name of the site in messages. */
  name: string;
  /** Starts to open the site, which the first call needs. */
  open(): void;
  /** Rejects with a `Problem` if there is no site that can be read. */
  list(): Promise<readonly string[]>;
  read(path: string): Promise<Buffer | undefined>;
  /** A text that differs when the file at a path may have changed. */
  stamp(path: string): Promise<string>;
  close(): Promise<void>;
}

/** The files of a built site, none of whose code runs. @param folder relative to the working directory. */
export function folderFiles(folder: string): SiteFiles {
  const { list, find, read } = builtSite(resolve(folder));
  return {
    name: folder,
    open: () => undefined,
    list,
    read,
    async stamp(path) {
      const stats = (await find(path))?.stats;
      return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
    },
    close: async () => undefined,
  };
}

/** Maximum number of problems in an answer. */
const maxProblems = 10;

/** The files that the current sources make. Code of the site runs, as in a build. @param root relative to the working directory. */
export function sourceFiles(root: string): SiteFiles {
  let opening: Promise<LiveFiles> | undefined;
  const open = () => {
    opening ??= openLiveFiles(root).then(({ value, diagnostics }) => {
      if (!value) throw notBuilt(root, diagnostics);
      return value;
    });
    // The next call tries again: the configuration may be right by then.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    name: root,
    open: () => void open(),
    async list() {
      const live = await open();
      if (!live.hasSite()) throw notBuilt(root, live.diagnostics());
      return live.paths();
    },
    read: async (path) => (await open()).read(path),
    stamp: async () => String((await open()).revision()),
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

function notBuilt(root: string, diagnostics: readonly Diagnostic[]): Problem {
  const lines = errorsIn(diagnostics)
    .slice(0, maxProblems)
    .map((error) => `${locationText(error)} ${error.message} ${error.help ?? ""}`);
  const problems = quoted(lines.map((line) => line.trim()).join("\n"));
  return new Problem(`The sources in ${root} have errors, so there is no site:\n${problems}`);
}
