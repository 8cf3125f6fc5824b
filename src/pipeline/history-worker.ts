/** The thread that reads the history of a repository while the texts of today are parsed. */
import type { MessagePort } from "node:worker_threads";
import { reviveFunctions } from "../config/index.js";
import { GitError } from "../read/git.js";
import { readWhole } from "../read/history.js";
import { encodeHistories } from "../read/history-store.js";
import { describing } from "./describe-versions.js";
import type { HistoryShare, SentHistory } from "./history.js";

export async function run({ series: sent, seriesOf, ...share }: HistoryShare, port: MessagePort): Promise<void> {
  const all = await Promise.all(sent.map(reviveFunctions));
  const series = new Map(
    [...seriesOf].flatMap(([path, index]) => {
      const own = all[index];
      return own ? [[path, own]] : [];
    }),
  );
  try {
    const history = await readWhole(share, describing({ ...share, series }));
    const bytes = history && new TextEncoder().encode(encodeHistories(new Map([["", history]])));
    port.postMessage({ bytes } satisfies SentHistory, bytes ? [bytes.buffer] : []);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    port.postMessage({ message: error.message, help: error.help } satisfies SentHistory);
  }
}
