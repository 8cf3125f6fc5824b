/** The register as plain text for language models: llms.txt (llmstxt.org). */
import { siteFileUrl, sourceUrl } from "../model/addresses.js";
import type { RenderContext } from "../model/context.js";
import { documentOf, fullTitle, proposalDescription, statusView } from "../model/localized.js";
import type { Register, Texts } from "../model/site.js";
import type { Bodies } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import type { AnyFile } from "../shared/output.js";
import { compareText, foldSpaces } from "../shared/text.js";
import type { OutputKind } from "./kind.js";

export const llms: OutputKind = {
  name: "llms",
  each: "site",
  urls: () => [siteFileUrl("llms"), siteFileUrl("llmsFull")],
  paths: () => [siteFileUrl("llms").slice(1), siteFileUrl("llmsFull").slice(1), folder],
  hasTexts: true,
  make: ({ texts, context }) => llmsFiles(texts, context),
};

/** Of the files with the texts of a year, where one for all would be too large. */
const folder = "llms/";

/** The most bytes of a file with texts: what a program reads at once. Only a text that is larger has a larger one. */
const maxBytes = 1_000_000;

/** An index with one line a proposal and page, and the whole texts. All are in one locale. */
function llmsFiles({ bodies }: Texts, context: RenderContext): AnyFile[] {
  const { site, urls, translator } = context;
  const { config, registers, docs } = site;
  const absolute = (href: string) => urls.absolute(href);
  // Each part ends with an empty line.
  const heading = [`# ${config.title}`, "", ...(config.tagline ? [`> ${translator.label(config.tagline)}`, ""] : [])];
  const lists = registers.flatMap(({ series, proposals }) => [
    `## ${translator.label(series.title)}`,
    "",
    ...proposals
      .filter(({ document }) => document)
      .map((proposal) => {
        const address = absolute(urls.file(`${urls.prefix}${sourceUrl(config, proposal)}`));
        const status = statusView(proposal, context)?.label;
        const about = proposalDescription(proposal, context);
        const title = fullTitle(proposal, context);
        return listItem(title, address, status ? `${status}. ${about}` : about);
      }),
    "",
  ]);
  const last = docs.find(({ isLast }) => isLast);
  const pages = [...(last?.pages.values() ?? [])].map(({ route, document, translations }) => {
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
  const named = registers.map((register): [Register, Passage[]] => [register, passagesOf(register, bodies, context)]);
  return [
    { path: siteFileUrl("llms").slice(1), content: [...heading, ...lists, ...docsList, ...data].join("\n") },
    ...fullTexts(named, heading.join("\n"), context),
  ];
}

/** A text with what a quotation of it has to say: number, title, status, date and address. */
interface Passage {
  year: string;
  parts: readonly Uint8Array[];
}

function passagesOf({ proposals }: Register, bodies: Bodies, context: RenderContext): Passage[] {
  const { urls } = context;
  return proposals.flatMap((proposal): Passage[] => {
    const { route, meta } = proposal;
    const document = documentOf(proposal, context);
    if (!document) return [];
    const facts = [
      fullTitle(proposal, context),
      `status: ${statusView(proposal, context)?.label ?? ""}`,
      `date: ${meta.date ?? ""}`,
      `address: ${urls.absolute(urls.page(route))}`,
    ];
    // No text can end the comment.
    const head = facts
      .map((fact) =>
        foldSpaces(fact)
          .trim()
          .replace(/--(?=-|>|!)/g, "-\u200B-"),
      )
      .join("\n");
    const text = trimmed(bodies.markdown(document));
    return [
      {
        year: meta.date?.slice(0, 4) ?? "undated",
        parts: [Buffer.from(`\n<!--\n${head}\n-->\n\n`), typeof text === "string" ? Buffer.from(text) : text, lineEnd],
      },
    ];
  });
}

const lineEnd = Buffer.from("\n");

/** All texts in one file, or if that would be too large, an index of files with those of a year. Like all of these, they are not joined here. */
function fullTexts(named: readonly [Register, Passage[]][], heading: string, context: RenderContext): AnyFile[] {
  const { urls } = context;
  const path = siteFileUrl("llmsFull").slice(1);
  const start = Buffer.from(heading);
  const whole = named.flatMap(([, passages]) => passages.flatMap(({ parts }) => parts));
  if (start.length + bytesIn(whole) <= maxBytes) return [{ path, parts: [start, ...whole] }];
  const lines: string[] = [];
  const files: AnyFile[] = [];
  for (const [{ series }, passages] of named) {
    const title = context.translator.label(series.title);
    lines.push(`## ${title}`, "");
    const years = new Map<string, Passage[]>();
    for (const passage of passages) if (!years.get(passage.year)?.push(passage)) years.set(passage.year, [passage]);
    for (const [year, own] of [...years].sort(([one], [other]) => compareText(one, other)))
      for (const [index, parts] of inFiles(own, start.length).entries()) {
        const name = `${series.id}-${year}${index === 0 ? "" : `-${index + 1}`}`;
        const file = `${folder}${name}.txt`;
        const count = parts.length / partsOfPassage;
        lines.push(listItem(name, urls.absolute(urls.file(`/${file}`)), `${count} ${series.label}, ${year}`));
        files.push({ path: file, parts: [start, ...parts] });
      }
    lines.push("");
  }
  return [{ path, content: [heading, ...lines].join("\n") }, ...files];
}

const partsOfPassage = 3;

const bytesIn = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** As many texts in a file as fit in it. @param taken bytes that each file has besides. */
function inFiles(passages: readonly Passage[], taken: number): Uint8Array[][] {
  const files: Uint8Array[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { parts } of passages) {
    const bytes = bytesIn(parts);
    if (size + bytes > maxBytes) {
      files.push([]);
      size = taken;
    }
    size += bytes;
    addAll(files.at(-1) ?? [], parts);
  }
  return files;
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
