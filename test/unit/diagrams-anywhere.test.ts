/** Whether a diagram is drawn depends on its text alone: not on where the fence is, nor on what was parsed before. */
import { expect, test, vi } from "vitest";
import { noCache } from "../../src/cache/cache.js";
import { sourceFile } from "../../src/read/sources.js";
import type { ParsedDocument } from "../../src/shared/document.js";
import { options, seriesOf } from "../support/parse.js";

const fence = "```mermaid\ngraph LR\n  A --> B\n```";
const indented = (prefix: string) => fence.replaceAll("\n", `\n${prefix}`);

test.each([
  ["alone", fence],
  ["in a quotation", `> ${indented("> ")}`],
  ["in a list", `- ${indented("  ")}`],
  ["in a list in a quotation", `> 1. ${indented(">    ")}`],
  ["in a footnote", `a[^1]\n\n[^1]:\n    ${indented("    ")}`],
  ["with a name in capitals", fence.replace("mermaid", "Mermaid")],
  ["with tildes and attributes", fence.replace("```mermaid", "~~~ mermaid {x}").replace(/```$/, "~~~")],
])("a fence %s is drawn by a program that has drawn nothing yet, and by a later one that knows its facts", async (_, body) => {
  vi.resetModules();
  const { parseText } = await import("../../src/parse/document.js");
  const role = { kind: "proposal", series: seriesOf(), relativePath: "cbc/cip-20.md" } as const;
  const source = sourceFile("content/cip/cbc/cip-20.md", `---\ncip: 20\ntitle: T\n---\n${body}\n`);
  const { value } = await parseText(source, role, options);
  expect(value?.body.html.join("")).toContain("<svg");
  vi.resetModules();
  const { DocumentBodies } = await import("../../src/pipeline/bodies.js");
  const { facts, own } = value as ParsedDocument;
  const bodies = new DocumentBodies([{ source, role, own }], options, noCache, 1);
  await bodies.prepare(facts);
  expect(bodies.html(facts)).toEqual(value?.body.html);
});
