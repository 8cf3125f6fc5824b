/** Reports for other programs: each must be what its reader expects, whatever content holds. */
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/platform/diagnostics/codes.js";
import { formatReport, type ReportFormat, reportFormats } from "../../src/platform/diagnostics/reporters/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { commandsIn } from "../support/ci-log.js";
import { parseXml } from "../support/xml.js";

const broken = diagnose("broken-link", "nothing answers /a", {
  file: "content/a b.md",
  line: 3,
  column: 5,
  length: 2,
  help: "Did you mean /b?",
});
const anchor = diagnose("broken-anchor", "no heading #x", { file: "content/c.md", line: 1, column: 1 });
const nowhere = diagnose("config-missing", "there is no cipgen.config.ts here");
const evil = "%0A::stop-commands::x\n::error::owned\r]]>\"'<&,:\u001b[2J\u0000\uFFFE\uD800\u202e";
const hostile: Diagnostic = diagnose("broken-link", evil, { file: `c/${evil}.md`, line: 1, column: 1, help: evil });

function report(format: ReportFormat, diagnostics: Diagnostic[], base = ""): string {
  return formatReport(format, diagnostics, {
    readText: () => undefined,
    command: "check-links",
    version: "1.2.3",
    base,
    facts: { pages: 7 },
  });
}

test("every format sorts: errors first, then by file", () => {
  for (const format of reportFormats) {
    const text = report(format, [anchor, broken]);
    expect(text.indexOf("nothing answers"), format).toBeLessThan(text.indexOf("no heading"));
  }
});

describe("json", () => {
  test("is one document of the contract's form, with what the command counted", () => {
    expect(JSON.parse(report("json", [broken]))).toEqual({
      ok: false,
      pages: 7,
      diagnostics: [
        {
          code: "broken-link",
          severity: "error",
          message: "nothing answers /a",
          file: "content/a b.md",
          line: 3,
          column: 5,
          help: "Did you mean /b?",
        },
      ],
    });
    expect(JSON.parse(report("json", [anchor])).ok).toBe(true);
    expect(JSON.parse(report("json", []))).toEqual({ ok: true, pages: 7, diagnostics: [] });
  });
});

describe("github", () => {
  test("is a workflow command a line, with the place by the repository", () => {
    expect(report("github", [broken, anchor, nowhere], "site").split("\n")).toEqual([
      "::error title=config-missing::there is no cipgen.config.ts here",
      "::error file=site/content/a b.md,line=3,col=5,endColumn=7,title=broken-link::nothing answers /a%0ADid you mean /b?",
      "::warning file=site/content/c.md,line=1,col=1,title=broken-anchor::no heading #x",
      "",
    ]);
    expect(report("github", [])).toBe("");
  });

  test("content can neither add a command nor a property", () => {
    const [line = "", ...rest] = report("github", [hostile]).trimEnd().split("\n");
    expect(rest).toEqual([]);
    const [, properties = "", message = ""] = /^::error (.*?)::(.*)$/s.exec(line) ?? [];
    expect(properties.split(",").map((part) => part.split("=")[0])).toEqual(["file", "line", "col", "title"]);
    expect(message).toMatch(/^%250A::stop-commands/);
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    const findings = Array.from({ length: 11 }, (_, index) => diagnose("broken-link", `${index}##[error]`));
    expect(commandsIn(report("github", findings).replace(/^::error /gm, ""))).toEqual([]);
  });
});

describe("junit", () => {
  test("has a test case for each problem, and errors have failed", () => {
    const xml = parseXml(report("junit", [broken, anchor]));
    const [suite] = xml.all("testsuite");
    expect(suite?.attributes).toMatchObject({ name: "cipgen check-links", tests: "2", failures: "1" });
    expect(xml.all("testcase").map(({ attributes }) => attributes)).toMatchObject([
      { name: "broken-link at content/a b.md:3:5", classname: "content/a b.md", line: "3" },
      { name: "broken-anchor at content/c.md:1:1" },
    ]);
    const [failure, ...others] = xml.all("failure");
    expect(others).toEqual([]);
    expect(failure?.attributes).toEqual({ type: "broken-link", message: "nothing answers /a" });
    expect(failure?.text).toContain("Did you mean /b?");
  });

  test("holds nothing that XML cannot hold, and content stays text", () => {
    const text = report("junit", [hostile]);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/(?!\n)\p{Cc}|[\uFFFE\uFFFF]/u);
    expect(parseXml(text).all("failure")[0]?.attributes.message).toContain("]]>\"'<&,:");
  });
});

describe("sarif", () => {
  interface Log {
    $schema: string;
    version: string;
    runs: {
      tool: { driver: { name: string; version: string; rules: { id: string; shortDescription: { text: string } }[] } };
      results: {
        ruleId: string;
        ruleIndex: number;
        level: string;
        message: { text: string };
        locations: {
          physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> };
        }[];
      }[];
    }[];
  }

  test("has the required properties of 2.1.0, and each result its rule", () => {
    const log: Log = JSON.parse(report("sarif", [anchor, broken, nowhere], "site"));
    expect(log.version).toBe("2.1.0");
    expect(log.runs).toHaveLength(1);
    const [run] = log.runs;
    expect(run?.tool.driver).toMatchObject({ name: "cipgen", version: "1.2.3" });
    for (const { ruleId, ruleIndex, level, message } of run?.results ?? []) {
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(run?.tool.driver.rules[ruleIndex]?.shortDescription.text).toMatch(/\w \w/);
      expect(["error", "warning"]).toContain(level);
      expect(message.text).not.toBe("");
    }
    expect(run?.results.map(({ locations }) => locations.map(({ physicalLocation }) => physicalLocation))).toEqual([
      [],
      [
        {
          artifactLocation: { uri: "site/content/a%20b.md" },
          region: { startLine: 3, startColumn: 5, endColumn: 7 },
        },
      ],
      [{ artifactLocation: { uri: "site/content/c.md" }, region: { startLine: 1, startColumn: 1 } }],
    ]);
  });
});
