/** One progress line on the terminal; nothing if stderr is not a terminal. */
import type { CommandOutput } from "./output.js";

export interface Progress {
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
