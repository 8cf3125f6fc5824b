/** Whatever the form of metadata, its order, spaces, line ends and what is above it: the proposal says the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseProposal, seriesOf, xip } from "../../support/parse.js";

const series = seriesOf({ series: [{ ...xip, statuses: ["Draft", "Final"] }] });

type Field = [key: string, value: string];
const written: Field[] = [
  ["XIP", "7"],
  ["Title", "Tokens"],
  ["Author", "Ada <a@x.example>"],
  ["Status", "Draft"],
  ["Created", "2024-01-02"],
  ["Requires", "3"],
];

interface Style {
  space: string;
  indent: string;
  isBold: boolean;
}

const lines = (fields: readonly Field[], { space, isBold }: Style, before: string, after: string) =>
  fields.map(([key, value]) => `${before}${isBold ? `**${key}:**` : `${key}:`}${space}${value}`).join(after);
const plain = (style: Style) => ({ ...style, isBold: false });
const escaped = (value: string) => value.replace("<", "&lt;").replace(">", "&gt;");

const forms: Record<string, (fields: Field[], style: Style) => string> = {
  "in <pre>": (fields, style) => `<pre>\n${lines(fields, plain(style), style.indent, "\n")}\n</pre>\n`,
  "in a fence": (fields, style) => `\`\`\`\n${lines(fields, plain(style), "", "\n")}\n\`\`\`\n`,
  "in lines": (fields, style) => `${lines(fields, style, "", "\n")}\n`,
  "in lines with breaks": (fields, style) => `${lines(fields, style, "", "  \n")}\n`,
  "in lines with backslashes": (fields, style) => `${lines(fields, style, "", "\\\n")}\n`,
  "in indented lines": (fields, style) => `${lines(fields, plain(style), style.indent, "\n")}\n`,
  "in paragraphs": (fields, style) => `${lines(fields, style, "", "\n\n")}\n`,
  "in a list": (fields, style) => `${lines(fields, style, "- ", "\n")}\n`,
  "in a list with empty lines": (fields, style) => `${lines(fields, style, "*\t", "\n\n")}\n`,
  "in a quotation": (fields, style) => `${lines(fields, style, "> ", "\n")}\n`,
  "in a list in a quotation": (fields, style) => `${lines(fields, style, "> - ", "\n")}\n`,
  "in a table": (fields) => `| Field | Value |\n|---|---|\n${fields.map((one) => `|${one.join(" | ")}|\n`).join("")}`,
  "in a table without a head": ([first = ["", ""], ...fields]) =>
    `${first.join(" | ")}\n--- | ---\n${fields.map((one) => `${one.join(" | ")}\n`).join("")}`,
  "in a row": (fields) =>
    `| ${fields.map(([key]) => key).join(" | ")} |\n|${"---|".repeat(fields.length)}\n| ${fields.map(([, value]) => value).join(" | ")} |\n`,
  "in HTML": (fields) =>
    `<table>\n${fields.map(([key, value]) => `<tr><td>${key}</td><td>${escaped(value)}</td></tr>\n`).join("")}</table>\n`,
};

const style = fc.record({
  space: fc.constantFrom(" ", "   ", "\t", " \t"),
  indent: fc.constantFrom("    ", "\t"),
  isBold: fc.boolean(),
});
const top = fc.constantFrom(
  "",
  "# XIP-7: Tokens\n\n",
  "# Tokens\n",
  "<!-- Note -->\n\n# Tokens\n\n",
  "> Old.\n\n# Tokens\n\n",
  "# Tokens\n\n## Preamble\n\n",
);

test.each(Object.entries(forms))("fields %s", (_, write) => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(written, { minLength: written.length }),
      style,
      top,
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.constantFrom("", "\ufeff"),
      (fields, how, above, end, mark) => {
        const text = `${mark}${above}${write(fields, how)}\n## Abstract\n\nText.\n`.replaceAll("\n", end);
        const { document, diagnostics } = parseProposal(text, "0007-x.md", series);
        expect(diagnostics).toEqual([]);
        expect(document?.meta).toMatchObject({
          number: 7,
          title: "Tokens",
          status: "draft",
          date: "2024-01-02",
          authors: [{ name: "Ada", email: "a@x.example" }],
          requires: [{ number: 3 }],
        });
        expect(document?.outline.map((heading) => heading.text)).toEqual(["Abstract"]);
      },
    ),
    { numRuns: 40 },
  );
});
