/** `history.json`: what git says of a register's proposals. Public, documented in docs/data.md, stable. */

import type { OutputFile } from "../../shared/output.js";
import { jsonNumber } from "../../shared/proposal-number.js";
import { historyFileUrl } from "../../site/model/addresses.js";
import type { Register } from "../../site/model/site.js";
import type { OutputKind } from "./kind.js";

export const historyData: OutputKind = {
  name: "history",
  each: "site",
  urls: ({ registers }) => registers.flatMap(({ series, historyEnd }) => (historyEnd ? [historyFileUrl(series)] : [])),
  make: ({ context }) => context.site.registers.flatMap(dataOf),
};

/** The history of the register's proposals from git, in the order of their numbers. */
function dataOf({ series, proposals, historyEnd }: Register): OutputFile[] {
  if (!historyEnd) return [];
  const items = proposals.flatMap(({ number, label, history }) => {
    if (!history) return [];
    return {
      number: jsonNumber(number, series.numbers),
      ...(series.numbers === "none" && { slug: label }),
      label,
      created: history.created,
      updated: history.updated,
      versions: history.versions.length,
      statuses: history.statuses.map(({ status, date, commit }) => ({ status, date, commit })),
    };
  });
  const content = `${JSON.stringify({ until: historyEnd, proposals: items })}\n`;
  return [{ path: historyFileUrl(series).slice(1), content }];
}
