/** `/cip/print`: the texts of a register one after the other, to be printed. A site has it with `outputs: ["print"]`. */
import { hasBook, personId } from "../model/addresses.js";
import { documentOf, fullTitle, proposalLang, statusView } from "../model/localized.js";
import type { Proposal, Register, Route, Texts } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { escapeHtml, unescapeHtml } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import type { PrintView } from "../shared/view.js";
import type { Content, Draft } from "../view/content.js";
import type { RenderContext } from "../view/context.js";
import { factsOf } from "../view/facts.js";
import { bodyContent } from "../view/fill.js";
import { headView } from "../view/head.js";
import { frame } from "../view/shell.js";
import type { PageKind } from "./kind.js";

/** Texts of a page. A hundred drafts of the EIPs are 855 sheets of paper, which a browser prepares in a minute. */
const mostTexts = 100;

interface PrintRoute extends Route {
  kind: "print";
  register: Register;
  /** Its texts; none of a page that leads to the others. */
  proposals: readonly Proposal[];
  /** The status that all of them have, in a register of many. */
  status?: string;
  /** Of the pages with that status, from 1. */
  part: number;
  parts: readonly PrintRoute[];
}

export const print: PageKind<PrintRoute> = {
  kind: "print",
  template: "PrintPage",
  routes: ({ registers, config }) =>
    config.outputs.includes("print")
      ? registers.flatMap((register, index) => (hasBook(register) ? routesOf(register, `series[${index}].route`) : []))
      : [],
  isIndexed: () => false,
  draft: printView,
};

/** The address of the first page. */
export const printRoute = ({ series }: Pick<Register, "series">): string => below(series.route, "print");

const below = (route: string, name: string) => `${route === "/" ? "" : route}/${name}`;

/** One page, or one for each status, of at most so many texts, and one that leads to them. */
function routesOf(register: Register, key: string): PrintRoute[] {
  const proposals = register.proposals.filter(({ document }) => document);
  const route = printRoute(register);
  const common = { kind: "print", register, key, part: 1, parts: [] } as const;
  if (proposals.length <= mostTexts) return [{ ...common, route, proposals }];
  const parts = byStatus(register, proposals).flatMap(([status, own]) =>
    chunks(own).map((texts, index): PrintRoute => {
      const name = personId(status) || "none";
      const address = below(route, index === 0 ? name : `${name}/${index + 1}`);
      return { ...common, route: address, proposals: texts, status, part: index + 1 };
    }),
  );
  return [{ ...common, route, proposals: [], parts }, ...parts];
}

/** In the order of the series' statuses, behind them those that it does not know. */
function byStatus({ series }: Register, proposals: readonly Proposal[]): [string, Proposal[]][] {
  const ids = [...series.statuses.map(({ id }) => id), ...proposals.map(({ meta }) => meta.status)];
  return [...new Set(ids)].flatMap((status): [string, Proposal[]][] => {
    const own = proposals.filter(({ meta }) => meta.status === status);
    return own.length > 0 ? [[status, own]] : [];
  });
}

function chunks(proposals: readonly Proposal[]): Proposal[][] {
  const count = Math.ceil(proposals.length / mostTexts);
  return Array.from({ length: count }, (_, at) => proposals.slice(at * mostTexts, (at + 1) * mostTexts));
}

function printView(page: PrintRoute, context: RenderContext): Draft<PrintView> {
  const { urls } = context;
  const texts = textsOf(page, context);
  const title = titleOf(page, context);
  const statuses = page.status === undefined ? statusesOf(page, context) : [];
  return {
    kind: "print",
    ...frame(page.route, context),
    head: headView(page.route, { title, styles: "print", description: title, noindex: true }, context),
    title,
    parts: page.parts.map((part) => ({
      label: titleOf(part, context),
      href: urls.page(part.route),
      count: part.proposals.length,
    })),
    statuses: statuses.length > 1 ? statuses : [],
    entries: texts.map(({ name, proposal }) => ({
      name,
      title: fullTitle(proposal, context),
      contentLang: proposalLang(proposal, context),
      status: proposal.meta.status,
    })),
    content: contentOf(texts, page.register, context),
  };
}

function titleOf({ register, status, part, proposals }: PrintRoute, context: RenderContext): string {
  const { translator } = context;
  const [first] = proposals;
  const title = translator.label(register.series.title);
  const own = status === undefined || !first ? title : `${title}: ${statusView(first, context)?.label ?? status}`;
  return part > 1 ? translator.t("list.pageTitle", { title: own, page: part }) : own;
}

/** What a reader may choose from. */
function statusesOf({ register, proposals }: PrintRoute, context: RenderContext): PrintView["statuses"] {
  return byStatus(register, proposals).map(([id, [first]]) => ({
    id,
    label: (first && statusView(first, context)?.label) || id || "–",
  }));
}

interface Text {
  proposal: Proposal;
  document: Document;
  /** In the page. */
  name: string;
}

function textsOf({ proposals }: PrintRoute, context: RenderContext): Text[] {
  return proposals.flatMap((proposal, at) => {
    const document = documentOf(proposal, context);
    const name = /^[\w-]+$/.test(proposal.label) ? proposal.label : `text-${at + 1}`;
    return document ? [{ proposal, document, name }] : [];
  });
}

function contentOf(texts: readonly Text[], register: Register, context: RenderContext): Content {
  const { urls } = context;
  const contents = texts.map(({ document }) => bodyContent(document, context));
  const names = new Map(texts.map(({ proposal, name }) => [urls.page(proposal.route), name]));
  const articleOf = ({ proposal, document, name }: Text, html: string) => {
    const page = urls.absolute(urls.page(proposal.route));
    const facts = factsOf(proposal, register, page, context).map(([fact, value]) => {
      const shown = value === page ? `<a href="${escapeHtml(page)}">${escapeHtml(page)}</a>` : escapeHtml(value);
      return `<dt>${escapeHtml(fact)}</dt><dd>${shown}</dd>`;
    });
    const lang = proposalLang(proposal, context);
    const { titleId } = document;
    const id = titleId === undefined ? "" : ` id="${name}:${escapeHtml(titleId)}"`;
    return `<article id="${name}" data-status="${escapeHtml(proposal.meta.status)}"${lang ? ` lang="${escapeHtml(lang)}"` : ""}>
<h2${id}>${escapeHtml(fullTitle(proposal, context))}</h2>
<dl class="facts">${facts.join("")}</dl>
<div class="prose">${textInPage(html, name, names)}</div>
</article>
`;
  };
  return {
    key: (all: Texts) => JSON.stringify(contents.map((content) => content.key(all))),
    async prepare(all: Texts) {
      for (const content of contents) await content.prepare(all);
    },
    html: (all: Texts) =>
      withKnownPlaces(texts.map((text, at) => articleOf(text, contents[at]?.html(all) ?? "")).join("")),
  };
}

/** Names in sanitized HTML that others refer to. In it, `<` and `>` are only around tags. */
const startTag = /<([a-z][a-z0-9-]*)( [^<>]*)>/gi;
const attribute = / (id|href|headers|aria-labelledby|aria-describedby)="([^"]*)"/g;
const inPageHref = / href="#([^":]+):([^"]*)"/g;

/** Marks of headings are for the text's own page, paper does not wait for pictures, and several landmarks of one name are not landmarks. */
const withoutMarks = (html: string) =>
  html
    .replace(/ <a class="anchor" [^<>]*>#<\/a>/g, "")
    .replace(/(<section class="footnotes") aria-label="[^"]*"/g, "$1")
    .replace(/ (?:loading="lazy"|decoding="async")/g, "");

/** The heading of a text is above those in it. */
const lowered = (html: string) =>
  html.replace(/(<\/?h)([2-5])(?=[ >])/g, (_, start, level) => start + (Number(level) + 1));

/**
 * @param html of a text, sanitized and filled for its own page.
 * @param name of the text in the page: letters of ASCII, digits, hyphens and underscores.
 * @param names those of the texts of the page, by their address.
 */
export function textInPage(html: string, name: string, names: ReadonlyMap<string, string>): string {
  return lowered(withoutMarks(html)).replace(startTag, (_, tag: string, attributes: string) => {
    const own = attributes
      .replace(attribute, (_whole, key: string, value: string) => ` ${key}="${placed(key, value, name, names)}"`)
      .replace(/url\(#/g, `url(#${name}:`);
    return `<${tag}${own}>`;
  });
}

function placed(key: string, value: string, name: string, names: ReadonlyMap<string, string>): string {
  if (key === "id") return `${name}:${value}`;
  if (key !== "href") return value.replace(/[^ ]+/g, (id) => `${name}:${id}`);
  if (value.startsWith("#")) return value === "#" ? `#${name}` : `#${name}:${value.slice(1)}`;
  const { path, query, hash } = splitUrl(value);
  const other = query === "" ? names.get(unescapeHtml(path)) : undefined;
  if (other === undefined) return value;
  return `#${other}${hash ? `:${hash}` : ""}`;
}

/** Links to places that a text of the page does not have lead to the text. @param html of all texts. */
export function withKnownPlaces(html: string): string {
  const ids = new Set<string>();
  for (const [, id = ""] of html.matchAll(/<[a-z][^<>]*? id="([^"]*)"/gi)) ids.add(unescapeHtml(id));
  return html.replace(startTag, (tag) =>
    tag.replace(inPageHref, (link, name: string, id: string) =>
      ids.has(`${name}:${decodeUrl(unescapeHtml(id))}`) ? link : ` href="#${name}"`,
    ),
  );
}
