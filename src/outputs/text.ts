/** `cip-20.txt`: each proposal as plain text of 72 columns, as RFCs are: its head, its contents, its text, and the addresses of its links. */
import { textUrl } from "../model/addresses.js";
import { documentOf, proposalTitle } from "../model/localized.js";
import type { Proposal, Register } from "../model/site.js";
import type { Document } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import type { TocItem } from "../shared/view.js";
import type { RenderContext } from "../view/context.js";
import { factsOf } from "../view/facts.js";
import { fillAbsolute } from "../view/fill.js";
import { tocOf } from "../view/proposal-parts.js";
import { withSectionNumbers } from "../view/section-numbers.js";
import type { OutputKind, OutputPiece } from "./kind.js";

export const text: OutputKind = {
  name: "text",
  each: "locale",
  urls: ({ registers }) =>
    registers.flatMap(({ proposals }) => proposals.flatMap((one) => (one.document ? textUrl(one) : []))),
  pieces: (context) =>
    context.site.registers.flatMap((register) =>
      register.proposals.flatMap((proposal) => {
        const document = documentOf(proposal, context);
        return document ? pieceOf(proposal, document, register, context) : [];
      }),
    ),
  make: () => [],
};

function pieceOf(proposal: Proposal, document: Document, register: Register, context: RenderContext): OutputPiece {
  return {
    path: textUrl(proposal, context.urls.prefix).slice(1),
    digestOf: ({ bodies }) => bodies.own(document).digest,
    async make({ bodies }) {
      const { linesOfHtml, textWidth, widthOf, wrapped } = await import("./plain-text.js");
      await bodies.prepare(document);
      const { site, translator, urls } = context;
      const { toc } = site.config;
      const page = urls.absolute(urls.page(proposal.route));
      const html = fillAbsolute(bodies.html(document), document, context);
      const body = linesOfHtml(toc.numbers ? withSectionNumbers(html, document.outline) : html, page);
      const lines: string[] = [];
      const title = translator.label(proposal.series.title);
      lines.push(
        `${proposal.label}${title.padStart(textWidth - widthOf(proposal.label) - widthOf(title) + title.length)}`,
      );
      const middle = wrapped(proposalTitle(proposal, context), textWidth - 8);
      const center = (line: string) => " ".repeat(Math.max(0, textWidth - widthOf(line)) / 2) + line;
      addAll(lines, ["", ...middle.map(center), ""]);
      for (const [name, value] of factsOf(proposal, register, page, context)) {
        const [first = "", ...others] = wrapped(value, textWidth - 4 - widthOf(name));
        addAll(lines, [`${name}: ${first}`, ...others.map((line) => `  ${line}`)]);
      }
      const section = (name: string, own: readonly string[]) => {
        if (own.length > 0) addAll(lines, ["", "", name, "", ...own]);
      };
      const listed = entriesOf(tocOf(document.outline, toc)).flatMap(([depth, name]) => {
        const before = " ".repeat(3 * depth);
        return wrapped(name, textWidth - before.length).map((line) => before + line);
      });
      section(translator.t("text.contents"), listed);
      addAll(lines, ["", "", ...body.lines]);
      section(
        translator.t("text.links"),
        body.addresses.map((address, at) => `   [${at + 1}] ${address}`),
      );
      return `${lines.join("\n")}\n`;
    },
  };
}

/** The contents in their order, each with its depth. */
function entriesOf(items: readonly TocItem[], depth = 1): [depth: number, name: string][] {
  return items.flatMap(({ number, text: name, items: below }) => [
    [depth, `${number ? `${number}. ` : ""}${name}`] as [number, string],
    ...entriesOf(below, depth + 1),
  ]);
}
