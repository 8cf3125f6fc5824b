/** `cipgen check-links`: checks every link of the rendered site, or of a folder with any built site. */
import { resolve } from "node:path";
import { printable } from "../../platform/diagnostics/report.js";
import type { CheckLinksRequest } from "../../shared/api.js";
import { checkLinks } from "../api/check-links.js";
import { type CommandOutput, exitCode, printReports, type ReportOptions, reportText } from "./output.js";

interface CheckLinksOptions extends Pick<CheckLinksRequest, "site" | "external" | "updateBaseline">, ReportOptions {
  root: string;
}

export async function checkLinksCommand(options: CheckLinksOptions, output: CommandOutput): Promise<number> {
  const { format, report, ...request } = options;
  const start = performance.now();
  const { pages, links, notes, diagnostics } = await checkLinks({ ...request, onExternal: progress(output) });
  const durationMs = Math.round(performance.now() - start);
  for (const note of notes) output.talk(`${printable(note)}\n`);
  const root = resolve(options.site ?? options.root);
  const context = { command: "check-links", facts: { pages, links, durationMs } };
  printReports({ format, report }, output, (form) => reportText(form, diagnostics, root, context));
  if (format === "text" && pages > 0) {
    const outcome = diagnostics.length === 0 ? ", nothing wrong" : "";
    output.result(`Checked ${links} links of ${pages} pages in ${(durationMs / 1000).toFixed(2)} s${outcome}\n`);
  }
  return exitCode(diagnostics);
}

/** A progress line on the terminal, which is overwritten. */
function progress(output: CommandOutput): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done, total) => output.talk(done < total ? `\rOther sites: ${done} of ${total}` : "\r\u001b[K");
}
