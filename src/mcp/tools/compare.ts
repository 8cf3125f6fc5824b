/** Tool: the lines that changed between two versions of a proposal. */
import { lineChanges } from "../../history/line-changes.js";
import { bySection } from "../../history/sections.js";
import { aboutOf, part, quoted } from "../answer.js";
import { versionText } from "../versions.js";
import { reference, size, version } from "./inputs.js";
import { tool } from "./tool.js";

export const compare = tool({
  name: "compare",
  title: "Compare two versions",
  description:
    "What changed in a proposal from one version to another, by section: lines that went (-) and lines that came (+).",
  input: {
    proposal: reference,
    from: version.describe(
      "The older version: a commit as get_history lists it, a day, month or year, or the id of a status",
    ),
    to: version.default("today").describe("The newer version, today by default"),
    max_chars: size,
  },
  async run({ proposal: named, from, to, max_chars }, { site }) {
    const present = await site.present();
    const proposal = await present.find(named);
    const [before, after] = await Promise.all([
      versionText(proposal, from, present),
      versionText(proposal, to, present),
    ]);
    const sections = bySection(lineChanges(before.text.split("\n"), after.text.split("\n")), after.text);
    const about = { ...(await aboutOf(proposal, present)), from: before.name, to: after.name };
    if (sections.length === 0) return `The text of ${proposal.label} is the same: ${before.name}, ${after.name}.`;
    const lines = sections.flatMap(({ heading, changes }) => [
      `## ${heading || "Beginning of the text"}`,
      ...changes.flatMap(({ line, old, new: come }) => [
        `@@ line ${line + 1} @@`,
        ...old.map((text) => `-${text}`),
        ...come.map((text) => `+${text}`),
      ]),
    ]);
    const { text, rest } = part(lines.join("\n"), max_chars);
    const names = sections.map(({ heading }) => heading || "beginning").join(", ");
    return `Changed sections: ${sections.length}.\n${quoted(`Sections: ${names}\n${text}`, about)}${rest ? "\nCut here: ask with a larger max_chars, or compare versions that are closer." : ""}`;
  },
});
