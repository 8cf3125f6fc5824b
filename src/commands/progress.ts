/** The progress of a command on the terminal. */

import type { OnStage, Stage } from "../shared/api.js";
import type { CommandOutput } from "./output.js";

interface Progress {
  show(step: string): void;
  /** Removes the line. */
  clear(): void;
}

const eraseLine = "\r\u001b[K";

/** @param isWatched whether stderr is a terminal. */
export function progressLine(output: CommandOutput, isWatched: boolean): Progress {
  if (!isWatched) return { show: () => {}, clear: () => {} };
  return { show: (step) => output.talk(`${eraseLine}${step} …`), clear: () => output.talk(eraseLine) };
}

const labels: Record<Stage, string> = {
  read: "Reading",
  parse: "Parsing",
  link: "Linking",
  plan: "Planning",
  render: "Rendering",
  index: "Indexing for search",
  write: "Writing",
};

/** A build that ends before this, in ms, shows nothing. */
const patience = 1000;
/** A line that changes more often than this, in ms, cannot be read. */
const pause = 100;

interface Stages {
  on: OnStage;
  /** Removes the line. */
  end(): void;
}

/** @param isWatched whether stderr is a terminal.  */
export function watchStages(output: CommandOutput, isWatched: boolean): Stages {
  const line = progressLine(output, isWatched);
  let [current, shown] = ["start", 0];
  return {
    on(stage, done, total) {
      const now = performance.now();
      if (stage === current && now - shown < pause) return;
      current = stage;
      if (now < patience) return;
      shown = now;
      line.show(total ? `${labels[stage]} ${done} of ${total}` : labels[stage]);
    },
    end: () => line.clear(),
  };
}
