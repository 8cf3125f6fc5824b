/** All decisions as CSV (RFC 4180), for spreadsheets. */
import type { Output } from "cipgen";

const columns = ["number", "title", "status", "team", "budget", "date", "url"];

export const table: Output = {
  name: "table",
  paths: ["decisions.csv"],
  files({ registers }) {
    const rows = registers.flatMap(({ proposals }) =>
      proposals.map(({ label, title, status, fields, date, url }) => [
        label,
        title,
        status?.label,
        fields.team,
        fields.budget,
        date,
        url,
      ]),
    );
    const content = [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
    return [{ path: "decisions.csv", content }];
  },
};

/** In quotes where it needs them. A spreadsheet would compute what begins like a formula. */
function cell(value = ""): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
