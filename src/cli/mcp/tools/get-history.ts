/** Tool: when a proposal was created and changed, and when each status began. */
import { aboutOf, quoted } from "../answer.js";
import { reference, tool } from "./tool.js";

export const getHistory = tool({
  name: "get_history",
  title: "History of a proposal",
  description: "When a proposal was created and last changed, how many versions it has, and when each status began.",
  input: { proposal: reference },
  async run(args, register) {
    const proposal = await register.find(args.proposal);
    const about = await aboutOf(proposal, register);
    const history = await register.historyOf(proposal);
    if (!history) {
      const { label, date = "unknown", updated = "unknown", status = "none" } = proposal;
      const facts = `Created: ${date}\nUpdated: ${updated}\nStatus: ${status}`;
      const reason = "the site was built without a history, or no commit has the proposal yet";
      return `${label} has no history on this site: ${reason}. The proposal itself says:\n${quoted(facts, about)}`;
    }
    const { created, updated, versions, statuses } = history;
    const lines = [
      `Created ${created}, last changed ${updated}, ${versions} ${versions === 1 ? "version" : "versions"} in git.`,
      ...statuses.map(({ date, status, commit }) => `- ${date}: ${status} (commit ${commit.slice(0, 10)})`),
    ];
    return quoted(lines.join("\n"), about);
  },
});
