/** The site that the sources in a folder make, as they are now: it follows every edit. Its code runs, as in a build. */

import type { LiveFiles } from "../../api/live-files.js";
import { hasErrors, placeText } from "../../diagnostics/report.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { openLiveFiles } from "../program.js";
import { type FileList, Problem, type SiteFiles } from "./files.js";

/** Maximum number of problems of the sources that an answer names. */
const most = 10;

/** @param root relative to the working directory. */
export function sourceFiles(root: string): SiteFiles {
  let opening: Promise<LiveFiles> | undefined;
  let opened: LiveFiles | undefined;
  let known: FileList | undefined;
  const open = () => {
    opening ??= openLiveFiles(root).then(({ value, diagnostics }) => {
      if (!value) throw notBuilt(root, diagnostics);
      opened = value;
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
    open: () => {
      open().catch(() => undefined);
    },
    async list() {
      const live = await open();
      if (!live.hasSite()) throw notBuilt(root, live.diagnostics());
      const version = String(live.revision());
      if (known?.version !== version) known = { version, paths: new Set(live.paths()) };
      return known;
    },
    read: async (path) => (await open()).read(path),
    history: {
      of: (label) => opened?.historyOf(label),
      text: async (label, blob) => (await open()).textOf(label, blob),
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

function notBuilt(root: string, diagnostics: readonly Diagnostic[]): Problem {
  const errors = diagnostics.filter((one) => hasErrors([one]));
  const lines = errors.slice(0, most).map((one) => `${placeText(one)} ${one.message} ${one.help ?? ""}`.trim());
  return new Problem([`The sources in ${root} make no site:`, ...lines].join("\n"));
}
