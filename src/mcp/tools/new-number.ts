/** Tool: the number of the next proposal, without writing its file. */
import { z } from "zod";
import { largestOf } from "../../shared/lists.js";
import { suggestion } from "../../shared/text.js";
import { quoted } from "../answer.js";
import { Problem } from "../files/files.js";
import { planProposal } from "../program.js";
import { shortened } from "../site.js";
import { tool } from "./tool.js";

export const newNumber = tool({
  name: "new_number",
  title: "Number of a new proposal",
  description:
    "The next free number of a series, and the file and text with which a new proposal begins. Nothing is written and no number is reserved.",
  input: {
    title: z.string().min(1).max(300).default("Title of the proposal"),
    series: z.string().max(100).optional().describe("The first series by default"),
    category: z.string().max(100).optional().describe("The first category by default"),
  },
  async run({ title, series, category }, { site, root }) {
    if (root !== undefined) {
      const { label, path, text, diagnostics } = await planProposal({ root, title, series, category });
      if (path === undefined)
        throw new Problem(diagnostics.map(({ message, help }) => [message, help].filter(Boolean).join(" ")).join("\n"));
      if (label === undefined)
        return `Proposals of this series have no numbers. \`cipgen new\` writes ${path}:\n${quoted(text ?? "")}`;
      return `The next free number is ${label}. \`cipgen new\` writes ${path}:\n${quoted(text ?? "")}`;
    }
    const registers = await (await site.present()).registers();
    const register = series === undefined ? registers[0] : registers.find((one) => one.series === series);
    if (!register)
      throw new Problem(
        `There is no series "${shortened(series ?? "")}". ${suggestion(
          series ?? "",
          registers.map((one) => one.series),
        )}`,
      );
    if (register.proposals.length > 0 && register.proposals.every(({ number }) => number === null))
      return `Proposals of ${register.series} have no numbers: they are known by the names of their files.`;
    const highest = largestOf(
      register.proposals.map(({ number }) => number ?? 0),
      0,
    );
    return `The highest published number is ${register.label}-${highest}, so the next is ${register.label}-${highest + 1}. Only published proposals are known here: numbers that are reserved or used in open pull requests are not. A clone of the register knows more (--root).`;
  },
});
