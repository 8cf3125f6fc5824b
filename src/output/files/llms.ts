/** The register as plain text for language models: llms.txt (llmstxt.org). */

import type { Bodies } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile } from "../../shared/output.js";
import { compareText, foldSpaces } from "../../shared/text.js";
import { siteFileUrl, sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { documentOf, fullTitle, proposalDescription, statusView } from "../../site/model/localized.js";
import { isListed } from "../../site/model/proposal-list.js";
import type { Proposal, Texts } from "../../site/model/site.js";
import type { OutputKind } from "./kind.js";

export const llms: OutputKind = {
  name: "llms",
  each: "site",
  urls: () => [siteFileUrl("llms"), siteFileUrl("llmsFull")],
  paths: () => [siteFileUrl("llms").slice(1), siteFileUrl("llmsFull").slice(1), folder],
  make: ({ texts, context }) => llmsFiles(texts, context),
};

/** Folder of the lists by year, which replace the texts if these are too large for one file. */
const folder = "llms/";

/** Maximum size of `llms-full.txt` in bytes, so that a program can read it at once. */
const maxBytes = 1_000_000;

/** An index with a line for each proposal and page, and the whole texts, or lists of their sources by year. */
function llmsFiles({ bodies }: Texts, context: RenderContext): OutputFile[] {
  const { site, urls, translator } = context;
  const { config, registers, docs } = site;
  // Each part ends with an empty line.
  const heading = [`# ${config.title}`, "", ...(config.tagline ? [`> ${translator.label(config.tagline)}`, ""] : [])];
  const lists = registers.flatMap(({ series, proposals }) => [
    `## ${translator.label(series.title)}`,
    "",
    ...proposals.filter(({ document }) => document).map((proposal) => proposalItem(proposal, context)),
    "",
  ]);
  const last = docs.find(({ isLast }) => isLast);
  const pages = [...(last?.pages.values() ?? [])].filter(isListed).map(({ route, document, translations }) => {
    const { meta, excerpt } = translations.get(context.locale) ?? document;
    const address = urls.absolute(urls.file(`${urls.prefix}${sourceUrl(config, { route, document })}`));
    return listItem(meta.title, address, meta.description || excerpt);
  });
  const docsList = pages.length > 0 ? [`## ${translator.label("Docs")}`, "", ...pages, ""] : [];
  const apiItem = listItem(
    "index.json",
    urls.absolute(urls.file(siteFileUrl("api"))),
    "all proposals as JSON, with fields, relations, history and sections, and a schema",
  );
  const data = ["## Data", "", apiItem, ""];
  return [
    { path: siteFileUrl("llms").slice(1), content: [...heading, ...lists, ...docsList, ...data].join("\n") },
    ...(fullTexts(bodies, heading.join("\n"), context) ?? listsByYear(heading, context)),
  ];
}

function proposalItem(proposal: Proposal, context: RenderContext): string {
  const { site, urls } = context;
  const address = urls.absolute(urls.file(`${urls.prefix}${sourceUrl(site.config, proposal)}`));
  const status = statusView(proposal, context)?.label;
  const about = proposalDescription(proposal, context);
  return listItem(fullTitle(proposal, context), address, status ? `${status}. ${about}` : about);
}

/** @returns undefined if the texts are too large for a file. */
function fullTexts(bodies: Bodies, heading: string, context: RenderContext): OutputFile[] | undefined {
  const parts = [heading];
  let bytes = Buffer.byteLength(heading);
  for (const proposal of context.site.registers.flatMap(({ proposals }) => proposals)) {
    const document = documentOf(proposal, context);
    if (!document) continue;
    const part = `\n<!--\n${factsOf(proposal, context)}\n-->\n\n${bodies.markdown(document).trim()}\n`;
    parts.push(part);
    bytes += Buffer.byteLength(part);
    if (bytes > maxBytes) return undefined;
  }
  return [{ path: siteFileUrl("llmsFull").slice(1), content: parts.join("") }];
}

/** The facts that belong to a quotation of a text. Their hyphens are separated, so that none ends the comment around them. */
function factsOf(proposal: Proposal, context: RenderContext): string {
  const { urls } = context;
  return [
    fullTitle(proposal, context),
    `status: ${statusView(proposal, context)?.label ?? ""}`,
    `date: ${proposal.meta.date ?? ""}`,
    `address: ${urls.absolute(urls.page(proposal.route))}`,
  ]
    .map((fact) =>
      foldSpaces(fact)
        .trim()
        .replace(/--(?=-|>|!)/g, "-\u200B-"),
    )
    .join("\n");
}

/** A list of the sources of each year, and an index of these lists in place of the texts. */
function listsByYear(heading: readonly string[], context: RenderContext): OutputFile[] {
  const { site, urls, translator } = context;
  const index = [...heading];
  const files: OutputFile[] = [];
  for (const { series, proposals } of site.registers) {
    const title = translator.label(series.title);
    index.push(`## ${title}`, "");
    const years = new Map<string, Proposal[]>();
    for (const proposal of proposals.filter(({ document }) => document)) {
      const year = proposal.meta.date?.slice(0, 4) ?? "undated";
      getOrAdd(years, year, () => []).push(proposal);
    }
    for (const [year, members] of [...years].sort(([a], [b]) => compareText(a, b))) {
      const name = `${series.id}-${year}`;
      const path = `${folder}${name}.txt`;
      index.push(listItem(name, urls.absolute(urls.file(`/${path}`)), `${members.length} ${series.label}, ${year}`));
      const items = members.map((proposal) => proposalItem(proposal, context));
      files.push({ path, content: [...heading, `## ${title}, ${year}`, "", ...items, ""].join("\n") });
    }
    index.push("");
  }
  return [{ path: siteFileUrl("llmsFull").slice(1), content: index.join("\n") }, ...files];
}

/** A line of llms.txt. Its texts are escaped, so that they add no other link. */
function listItem(title: string, address: string, about: string): string {
  const escapeLinks = (text: string) => foldSpaces(text).replace(/[\\[\]<]/g, "\\$&");
  const url = address.replaceAll("(", "%28").replaceAll(")", "%29");
  // A code span that begins in the title would hide the end of the link.
  return `- [${escapeLinks(title).replaceAll("`", "\\`")}](${url}): ${escapeLinks(about)}`;
}
