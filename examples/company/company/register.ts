/** All decisions as a table for spreadsheets, the company's own fields last. */
import type { Output } from "cipgen";
import { csvOf } from "./csv.js";
import type { Fields } from "./teams.js";

const head = ["label", "title", "status", "authors", "date", "requires", "url", "team", "budget"];

export const register: Output<Fields> = {
  name: "register",
  paths: ["register.csv"],
  files({ registers }) {
    const rows = registers.flatMap(({ proposals }) =>
      proposals.map(({ label, title, status, authors, date, requires, url, fields }) => [
        label,
        title,
        status?.label ?? "",
        authors.map(({ name }) => name).join("; "),
        date ?? "",
        requires.map((required) => required.label).join("; "),
        url,
        fields.team ?? "",
        fields.budget ?? "",
      ]),
    );
    return [{ path: "register.csv", content: csvOf([head, ...rows]) }];
  },
};
