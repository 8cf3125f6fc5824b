/** The register as plain text for language models: llms.txt (llmstxt.org). */

import { foldSpaces } from "../../shared/text.js";
import { siteFileUrl, sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { fullTitle, proposalDescription, statusView } from "../../site/model/localized.js";
import { isListed } from "../../site/model/proposal-list.js";
import type { Proposal } from "../../site/model/site.js";
import type { OutputKind } from "./kind.js";

export const llms: OutputKind = {
  name: "llms",
  each: "site",
  urls: () => [siteFileUrl("llms")],
  paths: () => [siteFileUrl("llms").slice(1)],
  make: ({ context }) => [{ path: siteFileUrl("llms").slice(1), content: llmsText(context) }],
};

/** An index with one line a proposal and page, in one locale. */
function llmsText(context: RenderContext): string {
  const { site, urls, translator } = context;
  const { config, registers, docs } = site;
  const absolute = (href: string) => urls.absolute(href);
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
    const address = absolute(urls.file(`${urls.prefix}${sourceUrl(config, { route, document })}`));
    return listItem(meta.title, address, meta.description || excerpt);
  });
  const docsList = pages.length > 0 ? [`## ${translator.label("Docs")}`, "", ...pages, ""] : [];
  const listed = listItem(
    "index.json",
    absolute(urls.file(siteFileUrl("api"))),
    "all proposals as JSON, with fields, relations, history and sections, and a schema",
  );
  const data = ["## Data", "", listed, ""];
  return [...heading, ...lists, ...docsList, ...data].join("\n");
}

function proposalItem(proposal: Proposal, context: RenderContext): string {
  const { site, urls } = context;
  const address = urls.absolute(urls.file(`${urls.prefix}${sourceUrl(site.config, proposal)}`));
  const status = statusView(proposal, context)?.label;
  const about = proposalDescription(proposal, context);
  return listItem(fullTitle(proposal, context), address, status ? `${status}. ${about}` : about);
}

/** A line of llms.txt, whose only link is its own, whatever its texts contain. */
function listItem(title: string, address: string, about: string): string {
  const plain = (text: string) => foldSpaces(text).replace(/[\\[\]<]/g, "\\$&");
  const url = address.replaceAll("(", "%28").replaceAll(")", "%29");
  // A piece of code that begins in the title would hide the end of the link.
  return `- [${plain(title).replaceAll("`", "\\`")}](${url}): ${plain(about)}`;
}
