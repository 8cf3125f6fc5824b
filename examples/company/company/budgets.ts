/** What each team has decided and what it costs, as a table of the company's own. */
import type { Output } from "cipgen";
import { csvOf } from "./csv.js";
import { teamsOf } from "./teams.js";

export const budgets: Output = {
  name: "budgets",
  paths: ["budgets.csv"],
  files(site) {
    const rows = teamsOf(site).map(({ name, proposals, days }) => [name, proposals.length, days]);
    return [{ path: "budgets.csv", content: csvOf([["team", "decisions", "days"], ...rows]) }];
  },
};
