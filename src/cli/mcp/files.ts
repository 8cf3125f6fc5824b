/** The files of a site, in a folder or as its sources make them: all that the server says of a register is read from them. */
import { resolve } from "node:path";
import { builtSite } from "../../content/read/built-site.js";
import { hasErrors, locationText } from "../../platform/diagnostics/report.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { LiveFiles } from "../api/live-files.js";
import { openLiveFiles } from "./program.js";

/** Something that the agent, or the person behind it, has to know: it is the answer to a call, not a failure of the server. */
export class Problem extends Error {}

export interface SiteFiles {
  /** What messages call it. */
  name: string;
  /** Begins with what the first call needs, where that takes long. */
  open(): void;
  /** Rejects with a `Problem` if there is no site that can be read. */
  list(): Promise<readonly string[]>;
  read(path: string): Promise<Buffer | undefined>;
  /** Another text when the file at a path may have changed. */
  stamp(path: string): Promise<string>;
  close(): Promise<void>;
}

/** A built site; none of its code runs. @param folder relative to the working directory. */
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

/** Maximum number of problems of the sources that an answer names. */
const maxProblems = 10;

/** The site that sources make, as they are now. Its code runs, as in a build. @param root relative to the working directory. */
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
  const errors = diagnostics.filter((diagnostic) => hasErrors([diagnostic]));
  const lines = errors
    .slice(0, maxProblems)
    .map((error) => `${locationText(error)} ${error.message} ${error.help ?? ""}`);
  return new Problem([`The sources in ${root} make no site:`, ...lines.map((line) => line.trim())].join("\n"));
}
