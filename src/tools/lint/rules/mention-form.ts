/** Checks that mentions of proposals have the form of the register, and that links lead to the proposals that they name. */
import * as z from "zod";
import { numberOf, numberPattern } from "../../../shared/proposal-number.js";
import { decodeUrl, splitUrl } from "../../../shared/url.js";
import type { Proposal, Site } from "../../../site/model/site.js";
import { findProposal } from "../../../site/relations.js";
import { namedByPath } from "../../../site/written-links.js";
import type { LintFile } from "../file.js";
import { proseLines } from "../file.js";
import { labelPattern, mentionPattern, type Separator, spellingOf, usualSeparators } from "../mentions.js";
import { proposalsByRoute, textOf } from "../proposals.js";
import { defineRule, type Finding } from "../rule.js";

export const mentionForm = defineRule({
  id: "mention-form",
  severity: "warn",
  summary:
    "A proposal that is mentioned in another form than the register's, `LABEL-NUMBER`, or linked by the name of another one",
  help: `\`EIP-20\` is found by search, becomes a link, and is never split across two lines. \`EIP 20\`, \`EIP20\` and \`EIP #20\` are not.
If a register writes more than a quarter of its mentions as \`EIP 20\` or \`EIP20\`, that form is right, too.
Option \`form\`: the only right form, \`LABEL-NUMBER\`, \`LABEL NUMBER\` or \`LABELNUMBER\`, also in the texts of links and for names in lower case; and mentions must not be marked as code.
Option \`labels\`: the labels of proposals by their category. With \`{ erc: "ERC" }\`, proposal 20 must be called \`ERC-20\` if its category is \`erc\`, and by the label of its series otherwise;
and each number that is mentioned must exist. A link whose text names one proposal must lead to that proposal, unlike \`[EIP-721](./eip-712.md)\`.

Wrong: \`as in EIP 20\`
Right: \`as in EIP-20\``,
  scope: "texts",
  options: z.strictObject({
    form: z.enum(["LABEL-NUMBER", "LABEL NUMBER", "LABELNUMBER"]).optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  check(file, site, { form, labels }) {
    const separator = form && (form.slice("LABEL".length, -"NUMBER".length) as Separator);
    const wrongLabels = labels ? findWrongLabels(file, site, labels) : [];
    return [...findMisspelt(file, site, separator, labels), ...wrongLabels, ...findMisdirected(file, site)];
  },
});

/**
 * Finds mentions that write label and number in another way than the register.
 * @param strict the only right separator, also in texts of links, for names in lower case and in code. Without it, usual separators are right.
 */
function findMisspelt(
  file: LintFile,
  site: Site,
  strict: Separator | undefined,
  labels: Readonly<Record<string, string>> | undefined,
): Finding[] {
  const rightName = (label: string, separator: string, number: string) => {
    const right = labels && rightLabel(readMention(file, site, { label, number }).proposal, labels);
    return `${right ?? spellingOf(site, label)}${separator}${number}`;
  };
  const names = labelPattern(site);
  // Names of files, and names in code, keep their form: `ERC20.sol`, `{ERC20}`.
  const loose = new RegExp(
    `(?<![\\w/#.{-])(${names})( ?#|[- ]?)(${numberPattern})(?!(?!s\\b)\\w|[\\w.]*\\d|\\.[a-z])`,
    "g",
  );
  const small = new RegExp(`(?<![\\w/#.-])(${names.toLowerCase()})()(${numberPattern})(?!\\w|\\.[a-z])`, "g");
  const asCode = new RegExp(`(?<!\`)\`(${names})[- ](${numberPattern})\`(?!\`)`, "gi");
  const { codeLines } = file.structure();
  const withCode = file.lines.flatMap((text, index) =>
    text.includes("`") && !codeLines.has(index + 1) ? [{ text, line: index + 1, column: 1 }] : [],
  );
  const prose = [...titlesOf(file), ...proseOf(file, strict === undefined ? "none" : "texts")];
  const judge: Judge = ([written, label = "", between, number = ""], text) => {
    const separators = strict === undefined ? usualSeparators(site, label) : new Set([strict]);
    if (separators.has(between as Separator)) return undefined;
    const [separator = "-"] = separators;
    const isOwnTitle = /^ {0,3}# /.test(text) && Number(number) === file.proposal?.number;
    return isOwnTitle ? undefined : { message: `"${written}" is written ${rightName(label, separator, number)}` };
  };
  const findings = findMatches(prose, loose, judge);
  if (strict === undefined) return findings;
  return [
    ...findings,
    ...findMatches(prose, small, ([written, label = "", , number = ""]) => ({
      message: `"${written}" is written ${rightName(label, strict, number)}`,
    })),
    ...findMatches(withCode, asCode, ([written, label = "", number = ""]) => ({
      message: `${written} is not code: write ${rightName(label, strict, number)}`,
    })),
  ];
}

/** Finds mentions with another label than their proposal's, and, outside of links, mentions of numbers that the text's series does not have. */
function findWrongLabels(file: LintFile, site: Site, labels: Readonly<Record<string, string>>): Finding[] {
  const pattern = mentionPattern(site);
  const register = site.registers.find(({ series }) => series.id === file.series?.id);
  const wrong = findMatches([...titlesOf(file), ...proseOf(file, "texts")], pattern, (match) => {
    const { label, number, proposal } = readMention(file, site, match.groups);
    const right = rightLabel(proposal, labels);
    if (right === undefined || label === right) return undefined;
    const name = `${right}-${number}`;
    const isLabel = file
      .structure()
      .definitions.some(({ label: labelText }) => labelText.toLowerCase() === match[0].toLowerCase());
    const isReference = isLabel && (match.input ?? "").startsWith(`[${match[0]}]`, (match.index ?? 0) - 1);
    const help = isReference ? `Write ${name}, here and in the definition of the link.` : `Write ${name}.`;
    return { message: `"${match[0]}" is ${name}`, help };
  });
  const unknown = findMatches([...titlesOf(file), ...proseOf(file, "none")], pattern, (match) => {
    const { label, number, proposal } = readMention(file, site, match.groups);
    if (proposal || label !== register?.series.label) return undefined;
    const alternatives = site.config.elsewhere.map(
      (elsewhere) => `, or write ${elsewhere.label}-${number} if it is one of the ${elsewhere.label}s`,
    );
    return { message: `this register has no ${match[0]}`, help: `Check the number${alternatives.join("")}.` };
  });
  return [...wrong, ...unknown];
}

/** @param groups those of `mentionPattern`. */
function readMention(file: LintFile, site: Site, { label = "", number = "" }: RegExpMatchArray["groups"] = {}) {
  const register = site.registers.find(({ series }) => series.id === file.series?.id);
  return { label, number, proposal: findProposal(site.registers, label.toUpperCase(), numberOf(number), register) };
}

/** The label of a proposal by option `labels`, or else by its series. */
function rightLabel(proposal: Proposal | undefined, labels: Readonly<Record<string, string>>): string | undefined {
  const ofCategory = Object.entries(labels).find(([category]) => category === proposal?.meta.category);
  return ofCategory?.[1] ?? proposal?.series.label;
}

interface ProsePart {
  text: string;
  line: number;
  column: number;
}

type Judge = (match: RegExpMatchArray, text: string) => Pick<Finding, "message" | "help"> | undefined;

function findMatches(parts: readonly ProsePart[], pattern: RegExp, judge: Judge): Finding[] {
  return parts.flatMap(({ text, line, column }) => {
    // Most lines have no number, and this test is ten times faster than the patterns.
    if (!/\d/.test(text)) return [];
    return [...text.matchAll(pattern)].flatMap((match) => {
      const problem = judge(match, text);
      return problem ? [{ ...problem, line, column: column + match.index, length: match[0].length }] : [];
    });
  });
}

function titlesOf(file: LintFile): ProsePart[] {
  const fields = file.series ? [textOf(file.field("title")), textOf(file.field("description"))] : [];
  return fields.flatMap((value) => (value ? [{ text: value.text, ...value.position }] : []));
}

function proseOf(file: LintFile, links: "none" | "texts"): ProsePart[] {
  const { asideLines } = file.structure();
  return proseLines(file, links).flatMap((line) => (asideLines.has(line.line) ? [] : [{ ...line, column: 1 }]));
}

/** Finds links whose text names one proposal and whose address is that of another. */
function findMisdirected(file: LintFile, site: Site): Finding[] {
  const name = new RegExp(`^(?:${labelPattern(site)})(?: ?#|[- ]?)(${numberPattern})$`, "i");
  const labels = new Set([...site.config.series, ...site.config.elsewhere].map(({ label }) => label.toUpperCase()));
  const document = file.proposal?.document;
  const targets = (document && site.targets.get(document)) ?? [];
  const targetsByUrl = new Map(document?.links.map(({ url }, index) => [url, targets[index]]));
  return file.structure().links.flatMap(({ text, url, position }) => {
    const [, written] = name.exec(text.trim()) ?? [];
    if (written === undefined) return [];
    const target = targetsByUrl.get(url);
    const linked = target?.kind === "route" ? proposalsByRoute(site.registers).get(target.route) : undefined;
    const { label, number } = linked ?? namedByPath(decodeUrl(splitUrl(url).path).replace(/\/$/, "")) ?? {};
    if (number === undefined || number === numberOf(written) || !(linked || labels.has(label ?? ""))) return [];
    const destination = linked ? label : `${label}-${number}`;
    const message = `the text of this link is ${text.trim()}, and its address is that of ${destination}`;
    return [{ message, ...position, length: text.length, help: "Correct the text, or the address." }];
  });
}
