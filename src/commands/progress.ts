/** The progress of a command on the terminal, and the time of each stage of a build afterwards. */

import type { OnStage, Stage } from "../shared/api.js";
import { largestOf } from "../shared/lists.js";
import { siteCodeTimes } from "../view/site-code.js";
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
  /** Removes the line, and prints the times if requested. */
  end(): void;
}

/** @param isWatched whether stderr is a terminal. @param hasProfile whether to print times. */
export function watchStages(output: CommandOutput, isWatched: boolean, hasProfile: boolean): Stages {
  const line = progressLine(output, isWatched);
  const times = new Map<string, number>();
  let [current, since, shown] = ["start", 0, 0];
  const close = (now: number) => times.set(current, (times.get(current) ?? 0) + now - since);
  return {
    on(stage, done, total) {
      const now = performance.now();
      if (stage !== current) {
        close(now);
        [current, since] = [stage, now];
      } else if (now - shown < pause) return;
      if (now < patience) return;
      shown = now;
      line.show(total ? `${labels[stage]} ${done} of ${total}` : labels[stage]);
    },
    end() {
      const now = performance.now();
      close(now);
      line.clear();
      if (!hasProfile) return;
      printTimes([...times, ["in all", now]], output);
    },
  };
}

/** The time of each function of the site, which is part of the stages' times. */
export function printSiteCode(output: CommandOutput): void {
  printTimes([...siteCodeTimes()], output);
}

function printTimes(times: readonly (readonly [name: string, ms: number])[], output: CommandOutput): void {
  const rows = times.map(([name, ms]) => [name, `${Math.round(ms)} ms`] as const);
  const names = largestOf([8, ...rows.map(([name]) => name.length + 1)]);
  const width = largestOf(rows.map(([, time]) => time.length));
  output.talk(rows.map(([name, time]) => `${name.padEnd(names)}${time.padStart(width)}\n`).join(""));
}
