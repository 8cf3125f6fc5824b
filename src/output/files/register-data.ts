/** `register.json`: a whole register with all metadata. Public, documented in docs/data.md, stable. */

import type { OutputFile } from "../../shared/output.js";
import { registerFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { documentOf } from "../../site/model/localized.js";
import type { Proposal, Register } from "../../site/model/site.js";
import { itemText, jsonFile, withProperty } from "../views/data.js";
import type { OutputKind } from "./kind.js";

export const registerData: OutputKind = {
  name: "register",
  each: "locale",
  urls: ({ config }) => config.series.map((series) => registerFileUrl(series, "register")),
  make: ({ context }) => context.site.registers.map((register) => dataOf(register, context)),
};

/** JSON of all metadata of a proposal, as the whole register lists it. */
function fullData(proposal: Proposal, context: RenderContext): string {
  const { meta, relations, absent, history } = proposal;
  const document = documentOf(proposal, context);
  const numbers = Object.fromEntries(
    Object.entries(relations).flatMap(([kind, proposals]) => {
      const missing = absent.filter((absentProposal) => absentProposal.kind === kind);
      const labels = [...proposals, ...missing].map(({ label }) => label);
      return labels.length === 0 && kind.startsWith("update") ? [] : [[kind, labels]];
    }),
  );
  const furtherFields = JSON.stringify({
    statusReason: meta.statusReason,
    keywords: meta.keywords,
    updated: history?.updated ?? meta.updated,
    statusSince: history?.statuses.findLast(({ status }) => status === meta.status)?.date,
    deadline: meta.deadline,
    lastUpdated: document && context.site.history.get(document.path)?.updated,
    lang: document?.locale ?? meta.lang,
    discussions: meta.discussions,
    movedTo: meta.movedTo,
    fields: meta.ownFields && Object.fromEntries(meta.ownFields.map(({ key, text }) => [key, text])),
    ...numbers,
    headings: document?.outline.map(({ level, id, text }) => ({ level, id, text })),
    source: document?.path,
  });
  return `${itemText(proposal, context).slice(0, -1)},${furtherFields.slice(1)}`;
}

function dataOf(register: Register, context: RenderContext): OutputFile {
  const { series, proposals } = register;
  const title = context.translator.label(series.title);
  const head = { series: series.id, label: series.label, title, total: proposals.length };
  const items = proposals.map((proposal) => fullData(proposal, context));
  return jsonFile(registerFileUrl(series, "register"), withProperty(head, "items", `[${items.join(",")}]`), context);
}
