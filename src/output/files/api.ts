/** The data of the site for other programs, below `/api/v1/`: the contract of src/shared/contract.ts. */

import { programVersion } from "../../platform/package-root.js";
import {
  type ApiAuthors,
  type ApiChange,
  type ApiChanges,
  type ApiIndex,
  type ApiItem,
  type ApiList,
  type ApiMonth,
  type ApiProposal,
  type ApiReference,
  type ApiStatus,
  type ApiStatusList,
  type ApiTags,
  contractVersion as contract,
} from "../../shared/contract.js";
import type { PersonData, ProposalData, RegisterData } from "../../shared/extension.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile, PlannedFiles } from "../../shared/output.js";
import { encodeText } from "../../shared/text.js";
import { registerEvents } from "../../site/history/statuses.js";
import {
  apiFolderOf,
  apiName,
  changesFeedUrl,
  registerFileUrl,
  siteFileUrl,
  sourceUrl,
} from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { documentOf } from "../../site/model/localized.js";
import type { Proposal, Texts } from "../../site/model/site.js";
import { perContext } from "../views/memo.js";
import { proposalDataOf, siteData } from "../views/site-data.js";
import { jsonSchemas, openApi } from "./api-schema.js";
import type { OutputKind } from "./kind.js";

const folder = "/api/v1";
const fileNames = ["index", "proposals", "authors", "tags", "openapi"];
const schemaNames = ["index", "proposals", "proposal", "status", "authors", "tags", "changes", "month"];

/** The files below `/api/v1/`, except those of single proposals. */
export const api: OutputKind = {
  name: "api",
  each: "site",
  urls: ({ registers }) => [
    ...fileNames.map((name) => `${folder}/${name}.json`),
    ...schemaNames.map((name) => `${folder}/schema/${name}.json`),
    ...(registers.some(({ historyEnd }) => historyEnd) ? [`${folder}/changes.json`] : []),
    ...statusIds(registers.map(({ series }) => series)).map((id) => statusUrl(id)),
  ],
  paths: ({ context }) => [...api.urls(context.site), `${folder}/changes/`].map((url) => url.slice(1)),
  make: ({ context }) => {
    const files: [path: string, value: object][] = [
      ["index", indexOf(context)],
      ["proposals", proposalsOf(context)],
      ["authors", authorsOf(context)],
      ["tags", tagsOf(context)],
      ...statusesOf(context),
      ...changesOf(context),
      ...Object.entries(jsonSchemas()).map(([name, schema]): [string, object] => [`schema/${name}`, schema]),
      ["openapi", openApi(context.site.config.title, absoluteUrl(folder, context), contract)],
    ];
    return files.map(
      ([path, value]): OutputFile => ({ path: `${folder}/${path}.json`.slice(1), content: json(value) }),
    );
  },
};

/** One file for each proposal. */
export const apiProposals: OutputKind = {
  name: "api-proposals",
  each: "site",
  urls: () => [],
  plan: (context) =>
    context.site.registers.flatMap(({ proposals }) => proposals.map((proposal) => planProposal(proposal, context))),
  make: () => [],
};

const json = (value: object) => `${JSON.stringify(value)}\n`;

/** @param path from the site's root, decoded. */
const absoluteUrl = (path: string, { urls }: RenderContext) => urls.absolute(urls.file(path));

const statusIds = (series: readonly { statuses: readonly { id: string }[] }[]) => [
  ...new Set(series.flatMap(({ statuses }) => statuses.map(({ id }) => id))),
];
const statusUrl = (id: string) => `${folder}/statuses/${id}.json`;
const proposalUrl = (proposal: Proposal) => `${apiFolderOf(proposal.series)}${apiName(proposal)}.json`;

const referenceOf = (proposal: Proposal, context: RenderContext): ApiReference => {
  const { number, slug, label, title, url } = dataOf(proposal, context);
  return { series: proposal.series.id, number, ...(slug !== undefined && { slug }), label, title, url };
};

/** @param proposal a listed one: only these have data. */
const dataOf = (proposal: Proposal, context: RenderContext) => proposalDataOf(proposal, context) as ProposalData;

const authorOf = ({ id, name, handle, email, url }: PersonData) => ({ id, name, handle, email, url });

function itemOf(proposal: Proposal, context: RenderContext): ApiItem {
  const data = dataOf(proposal, context);
  const { description, status, category, tags, authors, date, updated, deadline } = data;
  return {
    ...referenceOf(proposal, context),
    data: absoluteUrl(proposalUrl(proposal), context),
    description,
    status: status?.id,
    category: category?.id,
    tags,
    authors: authors.map(authorOf),
    created: date,
    updated,
    deadline,
  };
}

/** The items of all proposals. Memoized, because several files list them. */
const itemsOf = perContext((context: RenderContext): { proposal: Proposal; item: ApiItem }[] =>
  context.site.registers.flatMap(({ proposals }) =>
    proposals.map((proposal) => ({ proposal, item: itemOf(proposal, context) })),
  ),
);

function proposalsOf(context: RenderContext): ApiList {
  const items = itemsOf(context).map(({ item }) => item);
  return { contract, total: items.length, items };
}

function statusesOf(context: RenderContext): [string, ApiStatusList][] {
  const { registers } = siteData(context);
  const entries = itemsOf(context);
  return statusIds(registers).map((id) => {
    const status = registers
      .flatMap(({ statuses }) => statuses)
      .find((statusView) => statusView.id === id) as ApiStatus;
    const items = entries.filter(({ item }) => item.status === id).map(({ item }) => item);
    return [`statuses/${id}`, { contract, total: items.length, status: statusOf(status), items }];
  });
}

const statusOf = ({ id, label, tone }: ApiStatus): ApiStatus => ({ id, label, tone });

function authorsOf(context: RenderContext): ApiAuthors {
  const people = new Map<string, ApiAuthors["items"][number]>();
  for (const { proposal, item } of itemsOf(context))
    for (const author of item.authors) {
      const apiAuthor = getOrAdd(people, author.id, () => ({ ...author, proposals: [] as ApiReference[] }));
      apiAuthor.proposals.push(referenceOf(proposal, context));
    }
  const items = [...people.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { contract, total: items.length, items };
}

function tagsOf(context: RenderContext): ApiTags {
  const { urls, site } = context;
  const items = site.registers.flatMap(({ series, tags }) =>
    tags.map(({ name, route, proposals }) => ({
      series: series.id,
      name,
      url: urls.absolute(urls.page(route)),
      proposals: proposals.map((proposal) => referenceOf(proposal, context)),
    })),
  );
  return { contract, total: items.length, items };
}

/** The changes by month, newest first; none without a history. */
function changesOf(context: RenderContext): [string, ApiChanges | ApiMonth][] {
  const { registers } = context.site;
  if (registers.every(({ historyEnd }) => !historyEnd)) return [];
  const proposals = registers.flatMap((register) => register.proposals);
  const months = new Map<string, ApiChange[]>();
  for (const event of registerEvents(proposals, Number.POSITIVE_INFINITY)) {
    const { kind, version, proposal } = event;
    const { day, commit, author, subject } = version;
    const change: ApiChange = {
      kind,
      date: day,
      proposal: referenceOf(proposal, context),
      ...(event.kind === "moved" && { from: event.from, to: event.to }),
      commit,
      author,
      subject,
    };
    getOrAdd(months, day.slice(0, 7), (): ApiChange[] => []).push(change);
  }
  const list = [...months].map(([month, items]) => ({
    month,
    total: items.length,
    data: absoluteUrl(`${folder}/changes/${month}.json`, context),
  }));
  const [newest = []] = months.values();
  return [
    ["changes", { contract, months: list, items: newest }],
    ...[...months].map(([month, items]): [string, ApiMonth] => [`changes/${month}`, { contract, month, items }]),
  ];
}

function indexOf(context: RenderContext): ApiIndex {
  const { site, locale, allUrls } = context;
  const { config } = site;
  const { title, tagline, url, registers } = siteData(context);
  const data = (name: string) => absoluteUrl(`${folder}/${name}.json`, context);
  const hasHistory = site.registers.some(({ historyEnd }) => historyEnd);
  return {
    contract,
    program: { name: "cipgen", version: programVersion() },
    site: { title, tagline, url, locale },
    locales: Object.entries(config.locales).map(([code, { label }]) => {
      const urls = allUrls.get(code) ?? context.urls;
      return { code, label, url: urls.absolute(urls.page("/")) };
    }),
    series: registers.map((register) => seriesOf(register, context)),
    data: {
      proposals: data("proposals"),
      proposal: absoluteUrl(`${folder}/proposals/`, context).replace(/\/?$/, "/{series}/{number}.json"),
      authors: data("authors"),
      tags: data("tags"),
      ...(hasHistory && { changes: data("changes") }),
      statuses: Object.fromEntries(statusIds(registers).map((id) => [id, absoluteUrl(statusUrl(id), context)])),
      schemas: Object.fromEntries(schemaNames.map((name) => [name, data(`schema/${name}`)])),
      openapi: data("openapi"),
    },
    others: Object.fromEntries([
      ...(["sitemap", "llms", "llmsFull"] as const).map((name) => [name, absoluteUrl(siteFileUrl(name), context)]),
      ...site.registers.flatMap(({ series, historyEnd }) => [
        ...(["rss", "atom", "jsonFeed", "register"] as const).map((name) => [
          `${series.id}.${name}`,
          absoluteUrl(registerFileUrl(series, name), context),
        ]),
        ...(historyEnd ? [[`${series.id}.changes`, absoluteUrl(changesFeedUrl(series), context)]] : []),
      ]),
    ]),
  };
}

function seriesOf({ id, label, title, href, statuses, categories, proposals }: RegisterData, { urls }: RenderContext) {
  const total = proposals.length;
  return { id, label, title, url: urls.absolute(href), total, statuses: statuses.map(statusOf), categories };
}

function planProposal(proposal: Proposal, context: RenderContext): PlannedFiles<Texts> {
  const path = proposalUrl(proposal).slice(1);
  const content = (texts: Texts) =>
    json({ ...proposalOf(proposal, context), sections: sectionsOf(proposal, texts, context) });
  return { paths: [path], make: (texts) => [{ path, content: content(texts) }] };
}

/** The data of a proposal, without its sections. */
function proposalOf(proposal: Proposal, context: RenderContext): ApiProposal {
  const { meta, history, relations, absent, route, translations } = proposal;
  const { site, urls, allUrls } = context;
  const { config } = site;
  const data = dataOf(proposal, context);
  const document = documentOf(proposal, context);
  const elsewhere: ApiProposal["elsewhere"] = {};
  for (const { kind, label, url } of absent) {
    elsewhere[kind] ??= [];
    elsewhere[kind].push({ label, url });
  }
  // As in lists, an unlisted proposal is left out.
  const related = (relatives: readonly Proposal[]) =>
    relatives.flatMap((relative) => (relative.meta.unlisted ? [] : referenceOf(relative, context)));
  const former = (history?.versions ?? []).flatMap((version) => version.route ?? []);
  return {
    contract,
    ...itemOf(proposal, context),
    statusReason: meta.statusReason,
    statusSince: history?.statuses.findLast(({ status }) => status === meta.status)?.date,
    keywords: meta.keywords,
    lang: document?.locale ?? meta.lang,
    source: document?.path,
    markdown: document && absoluteUrl(`${urls.prefix}${sourceUrl(config, proposal)}`, context),
    discussions: meta.discussions,
    movedTo: meta.movedTo,
    fields: data.fields,
    requires: related(relations.requires),
    requiredBy: related(relations.requiredBy),
    supersedes: related(relations.supersedes),
    supersededBy: related(relations.supersededBy),
    ...(relations.updates.length > 0 && { updates: related(relations.updates) }),
    ...(relations.updatedBy.length > 0 && { updatedBy: related(relations.updatedBy) }),
    mentions: related(relations.mentions),
    mentionedBy: related(relations.mentionedBy),
    elsewhere,
    statuses: data.statuses,
    versions: (history?.versions ?? []).map(({ commit, day, author, subject }) => ({
      commit,
      date: day,
      author,
      subject,
    })),
    formerUrls: [...new Set(former)].filter((path) => path !== route).map((path) => urls.absolute(urls.page(path))),
    translations: Object.keys(config.locales)
      .filter((code) => code !== config.defaultLocale)
      .map((code) => {
        const localeUrls = allUrls.get(code) ?? urls;
        return {
          locale: code,
          url: localeUrls.absolute(localeUrls.page(route)),
          isTranslated: translations.has(code),
        };
      }),
    sections: [],
  };
}

/** The outline, or with `api.sections` the texts below its headings and before the first one. */
function sectionsOf(proposal: Proposal, { bodies }: Texts, context: RenderContext): ApiProposal["sections"] {
  const { site, urls } = context;
  const document = documentOf(proposal, context);
  if (!document) return [];
  const page = urls.absolute(urls.page(proposal.route));
  const urlOf = (id: string) => (id === "" ? page : `${page}#${encodeText(id)}`);
  if (!site.config.api.sections)
    return document.outline.map(({ id, level, text }) => ({ id, level, heading: text, url: urlOf(id) }));
  return bodies
    .sections(document)
    .map(({ id, level, heading, text }) => ({ id, level, heading, url: urlOf(id), text }));
}
