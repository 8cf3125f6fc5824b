/** `cipgen switch`: reports which addresses of today's site the new site keeps, redirects or loses. */
import { resolve } from "node:path";
import { hasErrors, jsonDocument, printable, toJson } from "../../platform/diagnostics/report.js";
import type { SwitchRequest } from "../../shared/api.js";
import { switchSite } from "../api/switch.js";
import { type CommandOutput, exitCode, printReports, type ReportOptions, reportText } from "./output.js";

interface SwitchOptions extends SwitchRequest, Pick<ReportOptions, "format"> {
  root: string;
}

export async function switchCommand(options: SwitchOptions, output: CommandOutput): Promise<number> {
  const { format, ...request } = options;
  const { ok, total, kept, redirected, lost, notes, diagnostics } = await switchSite(request);
  const root = resolve(options.root);
  for (const note of notes) output.talk(`${printable(note)}\n`);
  if (format === "json") {
    output.result(jsonDocument({ ok, total, kept, redirected, lost, diagnostics: diagnostics.map(toJson) }));
    return exitCode(diagnostics);
  }
  const context = { command: "switch", facts: { total, kept, redirected, lost: lost.length } };
  printReports({ format }, output, (form) => reportText(form, diagnostics, root, context));
  const isCompared = total > 0 || !hasErrors(diagnostics);
  if (format === "text" && isCompared)
    output.result(`${total} addresses: ${kept} kept, ${redirected} redirected, ${lost.length} lost\n`);
  return exitCode(diagnostics);
}
