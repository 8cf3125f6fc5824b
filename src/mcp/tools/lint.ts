/** Tool: what an editor would say of a draft, by the rules of `cipgen lint`. */
import { posix } from "node:path";
import { z } from "zod";
import { placeText } from "../../diagnostics/report.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { inLine, part, quoted } from "../answer.js";
import { Problem } from "../files/files.js";
import { lint as lintSources, planProposal } from "../program.js";
import { reference, size } from "./inputs.js";
import { type Context, tool } from "./tool.js";

/** Longest draft, in characters. */
const longestDraft = 1_000_000;

const needsSources = (what: string) =>
  new Problem(
    `${what} needs the sources of the register, and this server has only its published files. Start it in a clone, or name one: cipgen mcp ADDRESS --root CLONE.`,
  );

export const lint = tool({
  name: "lint",
  title: "Check a draft",
  description:
    "Checks the text of a draft, or of a changed proposal, against the rules of the register: what an editor would say, with line, column and help. Nothing is written. Needs the sources of the register.",
  input: {
    text: z.string().max(longestDraft).describe("The whole text, with its front matter"),
    proposal: reference
      .optional()
      .describe("The proposal whose text this is to replace; without one it is a new proposal"),
    series: z.string().max(100).optional().describe("Series of a new proposal; the first one by default"),
    max_chars: size,
  },
  async run({ text, proposal, series, max_chars }, context) {
    const { root } = context;
    if (root === undefined) throw needsSources("lint");
    const file = proposal === undefined ? await newPath(text, series, root) : await pathOf(proposal, context);
    const { diagnostics, rules } = await lintSources({
      root,
      draft: { path: posix.join(root.replaceAll("\\", "/"), file), text },
    });
    const findings = diagnostics.filter((one) => one.file === file || one.severity === "error");
    if (findings.length === 0)
      return `No findings: the ${rules.length} rules of the register have nothing against this text.`;
    const errors = findings.filter(({ severity }) => severity === "error").length;
    const shown = part(findings.map(lineOf).join("\n"), max_chars);
    return `${errors} errors and ${findings.length - errors} warnings, as of ${file}:\n${quoted(shown.text)}${shown.rest ? "\nCut here: ask with a larger max_chars." : ""}`;
  },
});

async function pathOf(reference: string, { site }: Context): Promise<string> {
  const { label, source } = await (await site.present()).find(reference);
  if (source === undefined)
    throw new Problem(`${label} has no source file: leave out "proposal" to check the text as a new one.`);
  return source;
}

/** Where `cipgen new` would write it; a number that the text has itself is kept. */
async function newPath(text: string, series: string | undefined, root: string): Promise<string> {
  const [, written] = /^-{3}\n(?:.*\n)*?\w+:\s*(\d{1,15})\s*$/m.exec(text.slice(0, 5000)) ?? [];
  const title = /^title:\s*(.+)$/m.exec(text.slice(0, 5000))?.[1] ?? "Draft";
  const plan = async (number?: number) => planProposal({ root, title, series, number });
  const own = written === undefined ? undefined : await plan(Number(written));
  const planned = own?.path === undefined ? await plan() : own;
  if (planned.path === undefined) throw new Problem(planned.diagnostics.map(lineOf).join("\n"));
  return planned.path;
}

function lineOf(finding: Diagnostic): string {
  const { severity, code, message, help } = finding;
  return `- ${severity} ${placeText(finding)} ${code}: ${inLine(message)}${help ? ` (${inLine(help)})` : ""}`;
}
