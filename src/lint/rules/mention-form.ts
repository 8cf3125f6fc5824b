/** One way to write the name of a proposal. */
import * as z from "zod";
import type { Site } from "../../model/site.js";
import { numberPattern } from "../../shared/proposal-number.js";
import { findProposal } from "../../site/relations.js";
import type { LintFile } from "../file.js";
import { labelPattern, mentionPattern, type Separator, usualSeparator } from "../mentions.js";
import { textOf } from "../proposals.js";
import { proseLines } from "../prose.js";
import { defineRule, type Finding } from "../rule.js";

export const mentionForm = defineRule({
  id: "mention-form",
  severity: "warn",
  summary: "A proposal that is mentioned in another form than the register's, `LABEL-NUMBER`",
  help: `\`EIP-20\` is found by search, becomes a link, and is never split across two lines. \`EIP 20\`, \`EIP20\` and \`EIP #20\` are not.
Where a register's texts mostly write \`EIP 20\` or \`EIP20\`, that is right too. Option \`form\`: \`LABEL-NUMBER\`, \`LABEL NUMBER\` or \`LABELNUMBER\`, asked of the texts of links
and of names in lower case too; and a mention is not code. Option \`labels\`: the labels of proposals by their category. \`{ erc: "ERC" }\` asks for
\`ERC-20\` where proposal 20 has the category \`erc\`, for the label of the series otherwise, and for a number that there is.

Wrong: \`as in EIP 20\`
Right: \`as in EIP-20\``,
  scope: "texts",
  options: z.strictObject({
    form: z.enum(["LABEL-NUMBER", "LABEL NUMBER", "LABELNUMBER"]).optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  check(file, site, { form, labels }) {
    const separator = form && (form.slice("LABEL".length, -"NUMBER".length) as Separator);
    return [...misspelt(file, site, separator), ...(labels ? mislabelled(file, site, labels) : [])];
  },
});

/**
 * Other ways to write label and number than the register's.
 * @param strict what is asked for also in the texts of links, in lower case, and of code; without it, what is usual.
 */
function misspelt(file: LintFile, site: Site, strict: Separator | undefined): Finding[] {
  const names = labelPattern(site);
  const loose = new RegExp(`(?<![\\w/#.-])(${names})( ?#|[- ]?)(${numberPattern})(?!(?!s\\b)\\w|[\\w.]*\\d)`, "g");
  const small = new RegExp(`(?<![\\w/#.-])(${names.toLowerCase()})()(${numberPattern})(?!\\w)`, "g");
  const asCode = new RegExp(`(?<!\`)\`(${names})[- ](${numberPattern})\`(?!\`)`, "gi");
  const { codeLines } = file.structure();
  const withCode = file.lines.flatMap((text, index) =>
    text.includes("`") && !codeLines.has(index + 1) ? [{ text, line: index + 1, column: 1 }] : [],
  );
  const prose = [...titlesOf(file), ...proseOf(file, strict === undefined ? "none" : "texts")];
  const judge: Judge = ([written, label = "", between, number], text) => {
    const separator = strict ?? (between === "-" ? "-" : usualSeparator(site, label));
    // The form with a hyphen is a link everywhere.
    if (between === "-" ? strict === undefined || strict === "-" : between === separator) return undefined;
    const isOwnTitle = /^ {0,3}# /.test(text) && Number(number) === file.proposal?.number;
    return isOwnTitle ? undefined : { message: `"${written}" is written ${label.toUpperCase()}${separator}${number}` };
  };
  const found = find(prose, loose, judge);
  if (strict === undefined) return found;
  return [
    ...found,
    ...find(prose, small, ([written, label = "", , number]) => ({
      message: `"${written}" is written ${label.toUpperCase()}${strict}${number}`,
    })),
    ...find(withCode, asCode, ([written, label = "", number]) => ({
      message: `${written} is no code, but ${label.toUpperCase()}${strict}${number}`,
    })),
  ];
}

/** Mentions with another label than their proposal's, and, outside of links, of numbers that the text's own series does not have. */
function mislabelled(file: LintFile, site: Site, labels: Readonly<Record<string, string>>): Finding[] {
  const pattern = mentionPattern(site);
  const own = site.registers.find(({ series }) => series.id === file.series?.id);
  const named = ({ groups: { label = "", number = "" } = {} }: RegExpMatchArray) => ({
    label,
    number,
    proposal: findProposal(site.registers, label.toUpperCase(), Number(number), own),
  });
  const wrong = find([...titlesOf(file), ...proseOf(file, "texts")], pattern, (match) => {
    const { label, number, proposal } = named(match);
    const right = proposal && (labels[proposal.meta.category] ?? proposal.series.label);
    if (right === undefined || label === right) return undefined;
    return { message: `"${match[0]}" is ${right}-${number}`, help: `Write ${right}-${number}.` };
  });
  const unknown = find([...titlesOf(file), ...proseOf(file, "none")], pattern, (match) => {
    const { label, proposal } = named(match);
    return !proposal && label === own?.series.label ? { message: `this register has no ${match[0]}` } : undefined;
  });
  return [...wrong, ...unknown];
}

interface Place {
  text: string;
  line: number;
  column: number;
}

type Judge = (match: RegExpMatchArray, text: string) => Pick<Finding, "message" | "help"> | undefined;

function find(places: readonly Place[], pattern: RegExp, judge: Judge): Finding[] {
  return places.flatMap(({ text, line, column }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const said = judge(match, text);
      return said ? [{ ...said, line, column: column + match.index, length: match[0].length }] : [];
    }),
  );
}

function titlesOf(file: LintFile): Place[] {
  const fields = file.series ? [textOf(file.field("title")), textOf(file.field("description"))] : [];
  return fields.flatMap((value) => (value ? [{ text: value.text, ...value.position }] : []));
}

function proseOf(file: LintFile, links: "none" | "texts"): Place[] {
  return proseLines(file, links).map((one) => ({ ...one, column: 1 }));
}
