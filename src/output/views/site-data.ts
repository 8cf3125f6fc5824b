/** Makes the data that a site's own code gets; see src/shared/extension.ts. */

import type { Author } from "../../shared/document.js";
import type { PersonData, ProposalData, RegisterData, SiteData } from "../../shared/extension.js";
import { jsonNumber } from "../../shared/proposal-number.js";
import { compareText } from "../../shared/text.js";
import { personId } from "../../site/model/addresses.js";
import type { PagesContext } from "../../site/model/context.js";
import { lastChangeOf } from "../../site/model/history.js";
import { documentOf, proposalDescription, proposalTitle, statusView } from "../../site/model/localized.js";
import type { Proposal, Register } from "../../site/model/site.js";
import { perContext } from "./memo.js";
import { categoryView } from "./proposal-parts.js";

export const siteData = (context: PagesContext): SiteData => dataOfContext(context).site;

/** @returns undefined for a proposal of another site. */
export const proposalDataOf = (proposal: Proposal, context: PagesContext): ProposalData | undefined =>
  dataOfContext(context).proposals.get(proposal);

const dataOfContext = perContext(
  (context: PagesContext): { site: SiteData; proposals: Map<Proposal, ProposalData> } => {
    const { site, urls, locale, translator } = context;
    const { config, registers } = site;
    const proposals = new Map<Proposal, ProposalData>();
    const data = registers.map((register) => registerData(register, proposals, context));
    for (const [proposal, entry] of proposals)
      for (const [kind, relatives] of Object.entries(proposal.relations))
        entry[kind as keyof Proposal["relations"]] = relatives.flatMap((relative) => proposals.get(relative) ?? []);
    const siteView: SiteData = {
      title: config.title,
      tagline: translator.label(config.tagline),
      url: urls.absolute(urls.page("/")).replace(/\/$/, ""),
      locale,
      registers: data,
      t: translator.t,
    };
    return { site: siteView, proposals };
  },
);

function registerData(
  register: Register,
  dataByProposal: Map<Proposal, ProposalData>,
  context: PagesContext,
): RegisterData {
  const { series, proposals } = register;
  const { translator, urls } = context;
  const people = new Map<string, PersonData>();
  const personOf = (author: Author): PersonData => {
    const { key, name, handle, email, url } = author;
    const person = people.get(key) ?? { name: register.people.get(key) ?? name, id: personId(key), proposals: [] };
    people.set(key, person);
    return Object.assign(person, {
      handle: person.handle ?? handle,
      email: person.email ?? email,
      url: person.url ?? url,
    });
  };
  for (const proposal of proposals) {
    const entry = proposalData(proposal, register, proposal.meta.authors.map(personOf), context);
    for (const person of entry.authors) person.proposals.push(entry);
    dataByProposal.set(proposal, entry);
  }
  return {
    id: series.id,
    label: series.label,
    title: translator.label(series.title),
    href: urls.page(series.route),
    statuses: series.statuses.map(({ id, label, tone }) => ({ id, label: translator.label(label), tone })),
    categories: series.category.values.map(({ id, label }) => ({ id, label: translator.label(label) })),
    proposals: proposals.flatMap((proposal) => dataByProposal.get(proposal) ?? []),
    people: [...people.values()].sort((a, b) => compareText(a.name, b.name)),
  };
}

function proposalData(
  proposal: Proposal,
  register: Register,
  authors: PersonData[],
  context: PagesContext,
): ProposalData {
  const { urls } = context;
  const { meta, history, numberText, label, number, route } = proposal;
  const document = documentOf(proposal, context);
  const href = urls.page(route);
  return {
    number: jsonNumber(number, register.series.numbers),
    ...(register.series.numbers === "none" && { slug: numberText }),
    id: numberText,
    label,
    title: proposalTitle(proposal, context),
    description: proposalDescription(proposal, context),
    status: statusView(proposal, context),
    category: categoryView(proposal, register, context),
    tags: meta.tags,
    keywords: meta.keywords,
    authors,
    date: meta.date,
    updated: lastChangeOf(proposal),
    deadline: meta.deadline,
    href,
    url: urls.absolute(href),
    path: document?.path,
    discussions: meta.discussions.map(({ url }) => url),
    fields: Object.fromEntries((meta.ownFields ?? []).map(({ key, text }) => [key, text])),
    requires: [],
    requiredBy: [],
    supersedes: [],
    supersededBy: [],
    updates: [],
    updatedBy: [],
    mentions: [],
    mentionedBy: [],
    statuses: (history?.statuses ?? []).map(({ status, date, commit }) => ({ status, date, commit })),
    headings: (document?.outline ?? []).map(({ level, id, text }) => ({ level, id, text })),
  };
}
