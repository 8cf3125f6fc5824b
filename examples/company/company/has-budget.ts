/** A rule of lint: who decides something says which team pays for it, and how much. */
import { defineCheck } from "cipgen";

export const hasBudget = defineCheck({
  id: "has-budget",
  severity: "error",
  summary: "A proposal without a team or its budget",
  help: `A team pays for what it decides from its own days.
Options \`teams\`: the teams that there are; \`max\`: the most days that a proposal may cost.

Wrong: \`team: Everybody\`
Right: \`team: Ledger\` and \`budget: 20\``,
  scope: "proposals",
  options: { teams: [""], max: 100 },
  check(text, _register, { teams, max }) {
    const team = text.field("team");
    // That the field is missing is a finding of required-fields.
    if (!team) return [];
    if (!teams.includes(team.text)) {
      const { line, column, length } = team;
      const help = `The teams are ${teams.join(", ")}.`;
      return [{ message: `there is no team "${team.text}"`, line, column, length, help }];
    }
    const budget = text.field("budget");
    if (!budget) {
      const { line, column, length } = team;
      return [
        {
          message: `the team ${team.text} has no budget for this`,
          line,
          column,
          length,
          help: "Add budget: 0 if it costs nothing.",
        },
      ];
    }
    const { line, column, length } = budget;
    const days = Number(budget.text);
    if (!Number.isInteger(days) || days < 0)
      return [{ message: `"${budget.text}" is no number of days`, line, column, length }];
    return days <= max ? [] : [{ message: `${days} days are more than ${max}`, line, column, length }];
  },
});
