/** Prints what the long tests tried, how often, and how often something was lost: the figures that a promise is worth. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter } from "vitest/node";
import type { Tried } from "../support/tried.js";

export default class TableReporter implements Reporter {
  private readonly folder = mkdtempSync(join(tmpdir(), "cipgen-tried-"));
  private readonly file = join(this.folder, "rows");

  onInit(): void {
    // Tests run in processes of their own, which inherit this.
    process.env.CIPGEN_TRIED = this.file;
  }

  onTestRunEnd(): void {
    const lines = existsSync(this.file) ? readFileSync(this.file, "utf8").trim().split("\n") : [];
    rmSync(this.folder, { recursive: true });
    if (lines.length === 0) return;
    const rows = lines.map((line): Tried => JSON.parse(line));
    const width = Math.max(...rows.map(({ what }) => what.length));
    const row = (what: string, times: string, lost: string) =>
      `${what.padEnd(width)}  ${times.padStart(9)}  ${lost.padStart(6)}`;
    console.log(`\n${row("tried", "times", "lost")}`);
    for (const { what, times, lost } of rows) console.log(row(what, String(times), String(lost)));
  }
}
