/** Rows of the table that `npm run test:trust` prints. */
import { appendFileSync } from "node:fs";

export interface Tried {
  what: string;
  times: number;
  /** What did not survive it: files, pages, promises. */
  lost: number;
}

/** @param lost how much of it went wrong; the test fails by itself. */
export function note(what: string, times: number, lost = 0): void {
  const file = process.env.CIPGEN_TRIED;
  if (file) appendFileSync(file, `${JSON.stringify({ what, times, lost } satisfies Tried)}\n`);
}
