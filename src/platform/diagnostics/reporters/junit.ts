/** JUnit's XML, which most continuous integration systems show: a test case for each problem; errors are failed cases. */
import { posix } from "node:path";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { escapeHtml } from "../../../shared/text.js";
import type { ReportContext } from "../report.js";
import { errorsIn, locationText, printable, type ReportEntry, withNotes, withoutCommandsInXml } from "../report.js";

export function junit(diagnostics: readonly Diagnostic[], { command, base = "", notes }: ReportContext): string {
  const errors = errorsIn(diagnostics).length;
  const name = `cipgen ${command}`;
  // A report without a test case looks as if nothing had run.
  const entries = withNotes(diagnostics, notes);
  const cases = entries.length > 0 ? entries.map((d) => testCase(d, base)) : [`<testcase name="${name}"/>`];
  const totals = `tests="${cases.length}" failures="${errors}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${totals}>`,
    `<testsuite name="${name}" ${totals} skipped="0">`,
    ...cases,
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase({ severity, code, message, help, file, line, column }: ReportEntry, base: string): string {
  const path = file === undefined ? "" : posix.join(base, file);
  const location = locationText({ file: path || undefined, line, column });
  const attributes = [
    ["name", location ? `${code} at ${location}` : code],
    ["classname", path || code],
    ["file", path],
    ["line", line],
  ].flatMap(([key, value]) => (value ? [`${key}="${xml(String(value))}"`] : []));
  const text = [message, help, location].flatMap((part) => (part ? [xml(part)] : [])).join("\n");
  const content =
    severity === "error"
      ? `<failure type="${code}" message="${xml(message)}">${text}</failure>`
      : `<system-out>${severity}: ${text}</system-out>`;
  return `<testcase ${attributes.join(" ")}>${content}</testcase>`;
}

/** XML cannot represent control characters, unpaired surrogates and noncharacters. */
function xml(text: string): string {
  const plain = printable(text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
  return withoutCommandsInXml(escapeHtml(plain));
}
