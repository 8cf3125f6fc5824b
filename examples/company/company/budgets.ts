/** What each team has decided and what it costs, as a table of the company's own (RFC 4180). */
import type { Output } from "cipgen";
import { teamsOf } from "./teams.js";

export const budgets: Output = {
  name: "budgets",
  paths: ["budgets.csv"],
  files(site) {
    const rows = teamsOf(site).map(({ name, proposals, days }) => [name, proposals.length, days]);
    return [
      {
        path: "budgets.csv",
        content: [["team", "decisions", "days"], ...rows].map((row) => `${row.join(",")}\r\n`).join(""),
      },
    ];
  },
};
