/** What is printed in a job's log gives its runner no command, whatever the content says. */

import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutRunnerCommands } from "../../src/cli/commands/output.js";
import { diagnose } from "../../src/platform/diagnostics/codes.js";
import { printable, withoutCommands } from "../../src/platform/diagnostics/report.js";
import { commandFormats, formatReport, reportFormats } from "../../src/platform/diagnostics/reporters/index.js";
import { commandsIn } from "../support/ci-log.js";
import { runs } from "../support/runs.js";
import { parseXml } from "../support/xml.js";

const parts = [
  "##[error]",
  "::error::x",
  "::set-output name=a::",
  "##vso[task.setvariable variable=a]",
  "##teamcity[a]",
];
const signs = [..."#:[]\r\n\u200b\u00ad\ufeff\u2028 a…", "%0A", "%0D", "\u001b[0K"];
const content = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...signs)), { maxLength: 12 })
  .map((all) => all.join(""));

describe.each([...reportFormats, "by rule"] as const)("a report in the form %s", (format) => {
  test("has no command but its own, and says the same", () => {
    fc.assert(
      fc.property(content, content, content, content, fc.nat(60), (message, help, file, source, column) => {
        const found = diagnose("broken-link", message, { file, help, line: 1, column: column + 1, length: 3 });
        const printed: string[] = [];
        const output = withoutRunnerCommands({
          result: (text) => printed.push(text),
          talk: (text) => printed.push(text),
        });
        const name = format === "by rule" ? "text" : format;
        const report = formatReport(name, [found], {
          readText: () => source,
          command: "lint",
          version: "1.2.3",
          byRule: format === "by rule",
          notes: [{ code: "note", message, file }],
        });
        output.result(report, commandFormats.has(name) ? "commands" : "text");
        const log = stripVTControlCharacters(printed.join(""));
        if (format === "github") {
          expect(commandsIn(log.replace(/^::(error|notice) /gm, ""))).toEqual([]);
          expect(log.trimEnd().split(/[\r\n]/)).toHaveLength(2);
        } else expect(commandsIn(log)).toEqual([]);
        if (format === "json") expect(JSON.parse(log).diagnostics[0]).toMatchObject({ message, help, file });
        if (format === "junit") {
          const [failure] = parseXml(log).all("failure");
          expect(failure?.attributes.message).toBe(printable(message));
        }
        if (format === "sarif") {
          const [result] = JSON.parse(log).runs[0].results;
          expect(result.message.text).toBe(printable([message, help].filter(Boolean).join(" — ")));
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

test("a text keeps its columns, and what is no command is not changed", () => {
  const keepsLength = fc.property(content, (text) => {
    expect(withoutCommands(text)).toHaveLength(text.length);
  });
  fc.assert(keepsLength, { numRuns: runs(200) });
  for (const text of ["a ::error::", "# [x]", "##x", "[##]", "std::vector", " 1 | :::note", "## [0.1.0]"])
    expect(withoutCommands(text)).toBe(text);
});

test("a long run of any sign takes no long time", () => {
  for (const sign of [...signs, "##", "##a", "\ufeff#", "#\u200b"]) withoutCommands(`\n${sign.repeat(1_000_000)}`);
});
