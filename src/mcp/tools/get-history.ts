/** Tool: when a proposal changed, and what. */
import { z } from "zod";
import { aboutOf, inLine, part, quoted } from "../answer.js";
import { type TextVersion, textVersions } from "../versions.js";
import { reference, size } from "./inputs.js";
import { tool } from "./tool.js";

export const getHistory = tool({
  name: "get_history",
  title: "History of a proposal",
  description:
    "When a proposal was created and changed, when each status began, and its versions with what changed in which section. Versions can be read by get_proposal and compared by compare.",
  input: {
    proposal: reference,
    since: z
      .string()
      .regex(/^\d{4}(-\d\d){0,2}$/)
      .optional()
      .describe("Only versions from this day, month or year on: 2025-01-31, 2025"),
    until: z
      .string()
      .regex(/^\d{4}(-\d\d){0,2}$/)
      .optional()
      .describe("Only versions up to this day, month or year"),
    max_chars: size,
  },
  async run({ proposal: named, since, until, max_chars }, { site }) {
    const present = await site.present();
    const proposal = await present.find(named);
    const [published, versions] = await Promise.all([present.historyOf(proposal), textVersions(proposal, present)]);
    if (!published && versions.length === 0) {
      const dates = [
        proposal.date && `created ${proposal.date}`,
        proposal.updated && `updated ${proposal.updated}`,
      ].filter(Boolean);
      return `${proposal.label} has no history here: the site was built without git. Its own text says: ${dates.join(", ") || "no dates"}; status ${proposal.status ?? "none"}.`;
    }
    const isIn = (date: string | undefined) =>
      (since === undefined && until === undefined) ||
      (date !== undefined &&
        (since === undefined || date >= since) &&
        (until === undefined || date.slice(0, until.length) <= until));
    const statuses = (published?.statuses ?? []).filter(({ date }) => isIn(date));
    const shown = versions.filter(({ date }) => isIn(date));
    const lines = [
      ...(published
        ? [`Created ${published.created}, last changed ${published.updated}, ${published.versions} versions in git.`]
        : []),
      ...(statuses.length > 0
        ? [
            "Statuses:",
            ...statuses.map(({ date, status, commit }) => `- ${date}: ${status} (commit ${commit.slice(0, 10)})`),
          ]
        : []),
      ...(shown.length > 0 ? ["Versions that can be read, newest first:", ...shown.map(lineOfVersion)] : []),
    ];
    if (shown.length === 0 && statuses.length === 0) lines.push("No version in this time.");
    const { text, rest } = part(lines.join("\n"), max_chars);
    return `${quoted(text, await aboutOf(proposal, present))}${rest ? "\nCut here: ask for a shorter time with since and until." : ""}`;
  },
});

function lineOfVersion({ name, date, status, subject, author, changes }: TextVersion): string {
  const sections = (changes ?? []).map(
    ({ heading, added, removed }) => `${inLine(heading) || "beginning"} +${added} -${removed} words`,
  );
  const parts = [date, status && `became ${status}`, subject && inLine(subject), author && `by ${inLine(author)}`];
  return `- ${[name, ...parts].filter(Boolean).join(" | ")}${sections.length > 0 ? ` | ${sections.join("; ")}` : ""}`;
}
