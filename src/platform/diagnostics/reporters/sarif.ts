/** SARIF 2.1.0 (OASIS), the form that code scanning and editors read. */
import { posix } from "node:path";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { CodeHelp, ReportContext } from "../report.js";
import { jsonDocument, printable, type ReportEntry, withNotes } from "../report.js";

export function sarif(diagnostics: readonly Diagnostic[], context: ReportContext): string {
  const { rules = [], version, base = "", notes } = context;
  const entries = withNotes(diagnostics, notes);
  const ids = [...new Set(entries.map(({ code }) => code))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "cipgen",
            version,
            rules: ids.map((id) => ruleOf(rules.find((rule) => rule.id === id) ?? { id, summary: id })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: entries.map((entry) => ({ ...resultOf(entry, base), ruleIndex: ids.indexOf(entry.code) })),
      },
    ],
  };
  return jsonDocument(log);
}

function ruleOf({ id, summary, help }: CodeHelp) {
  return { id, shortDescription: { text: summary }, ...(help && { help: { text: help, markdown: help } }) };
}

function resultOf({ code, severity, message, help, file, line, column, length }: ReportEntry, base: string) {
  const region = line && {
    startLine: line,
    ...(column && { startColumn: column, ...(length && { endColumn: column + length }) }),
  };
  const artifactLocation = file === undefined ? undefined : { uri: uriOf(posix.join(base, file)) };
  return {
    ruleId: code,
    level: severity,
    message: { text: printable([message, help].filter(Boolean).join(" — ")) },
    locations: artifactLocation ? [{ physicalLocation: { artifactLocation, ...(region && { region }) } }] : [],
  };
}

function uriOf(path: string): string {
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
