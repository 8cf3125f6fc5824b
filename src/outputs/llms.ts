/** The register as plain text for language models: llms.txt (llmstxt.org). */
import { siteFileUrl, sourceUrl } from "../model/addresses.js";
import { documentOf, proposalDescription, proposalTitle, statusView } from "../model/localized.js";
import type { Texts } from "../model/site.js";
import type { AnyFile } from "../shared/output.js";
import { foldSpaces } from "../shared/text.js";
import type { RenderContext } from "../view/context.js";
import type { OutputKind } from "./kind.js";

export const llms: OutputKind = {
  name: "llms",
  each: "site",
  urls: () => [siteFileUrl("llms"), siteFileUrl("llmsFull")],
  hasTexts: true,
  make: ({ texts, context }) => llmsFiles(texts, context),
};

/** An index with one line a proposal and page, and the whole text in one file. Both are in one locale. */
function llmsFiles({ bodies }: Texts, context: RenderContext): AnyFile[] {
  const { site, urls, translator } = context;
  const { config, registers, docs } = site;
  const absolute = (href: string) => urls.absolute(href);
  // Each part ends with an empty line.
  const heading = [`# ${config.title}`, "", ...(config.tagline ? [`> ${config.tagline}`, ""] : [])];
  const lists = registers.flatMap(({ series, proposals }) => [
    `## ${translator.label(series.title)}`,
    "",
    ...proposals
      .filter(({ document }) => document)
      .map((proposal) => {
        const address = absolute(urls.file(`${urls.prefix}${sourceUrl(config, proposal)}`));
        const status = statusView(proposal, context)?.label;
        const about = proposalDescription(proposal, context);
        const title = `${proposal.label}: ${proposalTitle(proposal, context)}`;
        return listItem(title, address, status ? `${status}. ${about}` : about);
      }),
    "",
  ]);
  const last = docs.find(({ isLast }) => isLast);
  const pages = [...(last?.pages.values() ?? [])].map(({ route, document, translations }) => {
    const { meta, excerpt } = translations.get(context.locale) ?? document;
    return listItem(meta.title, absolute(urls.page(route)), meta.description || excerpt);
  });
  const docsList = pages.length > 0 ? [`## ${translator.label(config.docs?.title ?? "Docs")}`, "", ...pages, ""] : [];
  const parts: Uint8Array[] = [];
  let between = heading.join("\n");
  for (const proposal of registers.flatMap(({ proposals }) => proposals)) {
    const { label, route } = proposal;
    const document = documentOf(proposal, context);
    if (!document) continue;
    const text = trimmed(bodies.markdown(document));
    parts.push(Buffer.from(`${between}\n<!-- ${label}: ${absolute(urls.page(route))} -->\n\n`));
    parts.push(typeof text === "string" ? Buffer.from(text) : text);
    between = "\n";
  }
  parts.push(Buffer.from(between));
  return [
    { path: siteFileUrl("llms").slice(1), content: [...heading, ...lists, ...docsList].join("\n") },
    // Not joined: the whole text of a large register should be neither decoded nor in memory twice.
    { path: siteFileUrl("llmsFull").slice(1), parts },
  ];
}

/** A line of llms.txt, whose only link is its own, whatever its texts contain. */
function listItem(title: string, address: string, about: string): string {
  const plain = (text: string) => foldSpaces(text).replace(/[\\[\]<]/g, "\\$&");
  const url = address.replaceAll("(", "%28").replaceAll(")", "%29");
  // A piece of code that begins in the title would hide the end of the link.
  return `- [${plain(title).replaceAll("`", "\\`")}](${url}): ${plain(about)}`;
}

/** Without white space of ASCII at both ends. */
function trimmed(text: string | Buffer): string | Buffer {
  const isSpace = (index: number) => {
    const code = typeof text === "string" ? text.charCodeAt(index) : (text[index] ?? 0);
    return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  };
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start++;
  while (start < end && isSpace(end - 1)) end--;
  return typeof text === "string" ? text.slice(start, end) : text.subarray(start, end);
}
