/** What may be written in an empty file of a proposal: all of it. */
import { readOwnTemplate } from "../../api/new-proposal.js";
import { formatNumber, previewToBeWritten, toBeWritten } from "../../config/index.js";
import { readFileName } from "../../parse/file-name.js";
import { makeProposal } from "../../scaffold/proposal.js";
import { nextNumber } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import { type Cursor, escaped, type Offers } from "./offer.js";

/** A new proposal as `cipgen new` writes it, with the number of its file's name. */
export async function wholeProposal({ text, before }: Cursor): Promise<Offers | undefined> {
  const { role, now } = text;
  if (role.kind !== "proposal" || role.locale) return undefined;
  const { series } = role;
  const named = readFileName(role.relativePath, series);
  const proposals = text.register()?.proposals ?? [];
  const taken = proposals.map((one) => one.number);
  const number = named.number ?? nextNumber(taken, series.numbers);
  const category =
    series.category.values.find(({ id }) => id === named.category)?.id ?? series.category.values[0]?.id ?? "";
  const { value: template } = await readOwnTemplate(now.root, series, now);
  const title = "The title";
  const date = new Date().toISOString().slice(0, 10);
  const made = makeProposal({ series, number, title, category, date, template }).at(-1);
  let stop = 0;
  const toReplace = [title, "Your Name", previewToBeWritten, toBeWritten].map(escapePattern).join("|");
  const body = escaped(made?.text ?? "").replace(new RegExp(toReplace, "g"), (words) => `\${${++stop}:${words}}`);
  const name = series.numbers === "none" ? (named.slug ?? "") : `${series.label}-${formatNumber(number, series)}`;
  const label = `${name}: a new proposal`;
  // The line that is there, `---` or nothing, is a part of the text.
  return {
    replaced: before.length,
    offers: [{ label: before || label, text: body, isSnippet: true, kind: "Snippet", detail: label }],
  };
}
