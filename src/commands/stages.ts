/** What a build shows of itself while it runs, and afterwards where its time went. */
import type { OnStage, Stage } from "../shared/api.js";
import type { Output } from "./output.js";
import { progressLine } from "./progress.js";

const labels: Record<Stage, string> = {
  read: "Reading",
  parse: "Parsing",
  link: "Linking",
  plan: "Planning",
  render: "Rendering",
  index: "Indexing for search",
  write: "Writing",
};

/** A build that is over before this, in ms, shows nothing. */
const patience = 1000;
/** A line that changes more often than this, in ms, cannot be read. */
const pause = 100;

export interface Stages {
  on: OnStage;
  /** Takes the line away, and prints the times that were asked for. */
  end(): void;
}

/** @param isWatched whether somebody looks at a terminal. @param hasProfile whether times are wanted. */
export function watchStages(output: Output, isWatched: boolean, hasProfile: boolean): Stages {
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
      const rows = [...times, ["in all", now] as const].map(([name, ms]) => [name, `${Math.round(ms)} ms`] as const);
      const width = Math.max(...rows.map(([, time]) => time.length));
      output.talk(rows.map(([name, time]) => `${name.padEnd(8)}${time.padStart(width)}\n`).join(""));
    },
  };
}
