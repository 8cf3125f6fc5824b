/** What the page of a proposal says above its text, for files that have the text without the page. */
import { lastChangeOf } from "../model/history.js";
import { statusView } from "../model/localized.js";
import type { Proposal, Register } from "../model/site.js";
import type { RenderContext } from "./context.js";
import { categoryView } from "./proposal-parts.js";

/** @param page its address. @returns names and values, in their order. */
export function factsOf(
  proposal: Proposal,
  register: Register,
  page: string,
  context: RenderContext,
): [string, string][] {
  const { t } = context.translator;
  const { meta } = proposal;
  const authors = meta.authors.map(({ name, handle, email }) =>
    [name, handle && handle !== name ? `(@${handle})` : "", email ? `<${email}>` : ""].filter(Boolean).join(" "),
  );
  const facts: [string, string | undefined][] = [
    [t("facts.status"), statusView(proposal, context)?.label],
    [t("facts.category"), categoryView(proposal, register, context)?.label],
    [t("facts.authors", { count: authors.length }), authors.join(", ")],
    [t("facts.created"), meta.date],
    [t("facts.updated"), lastChangeOf(proposal)],
    [t("facts.deadline"), meta.deadline],
    [t("text.address"), page],
  ];
  return facts.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
}
