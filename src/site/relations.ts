/** The relations of proposals: requires, supersedes, mentions, across all registers of the site. */
import { posix } from "node:path";
import { formatNumber, type Series, type SiteConfig } from "../config/index.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { ProposalReference } from "../shared/document.js";
import { lazy } from "../shared/lazy.js";
import { barePath } from "../shared/page-path.js";
import { textOfNumber } from "../shared/proposal-number.js";
import { compareText } from "../shared/text.js";
import { belowBase, decodeUrl, isExternalUrl, isLocalUrl, readUrl, splitUrl } from "../shared/url.js";
import { allProposals, byNumber } from "./model/proposal-list.js";
import type { AbsentProposal, Proposal, Register, RejectedText, RelationKind } from "./model/site.js";
import { originRemover, repositoryPath, sourcePaths, urlElsewhere } from "./written-links.js";

/**
 * Finds a proposal by a written label, in upper case, and a number. A number without a label belongs to the home register, in which it is written,
 * or to the one that shares its numbers. Several registers may answer to a label, in this order: those with the label or id, then those that list
 * it in `mentions`, of these the home register first. The first that has the number wins.
 */
export function findProposal(
  registers: readonly Register[],
  label: string | undefined,
  number: number,
  homeRegister: Register | undefined,
): Proposal | undefined {
  const answersTo = (names: readonly string[]) => names.some((name) => name.toUpperCase() === label);
  if (!label)
    return homeRegister?.byNumber.get(number) ?? sharingNumbers(registers, homeRegister)?.byNumber.get(number);
  const exact = registers.filter(({ series }) => answersTo([series.label, series.id]));
  const named = registers.filter(({ series }) => answersTo(series.mentions));
  const ordered = [...exact, ...named.filter((register) => register === homeRegister), ...named];
  return ordered.find(({ byNumber }) => byNumber.has(number))?.byNumber.get(number);
}

/** Finds the register that shares its numbers with this one, because one was split off the other: either lists the label of the other in `mentions`. */
function sharingNumbers(registers: readonly Register[], register: Register | undefined): Register | undefined {
  if (!register) return undefined;
  const answers = ({ series }: Register, { label }: Series) =>
    series.mentions.some((name) => name.toUpperCase() === label.toUpperCase());
  return registers.find(
    (candidate) =>
      candidate !== register && (answers(candidate, register.series) || answers(register, candidate.series)),
  );
}

/** Connects all proposals in both directions. A proposal that no register has is shown by its name, and reported unless `elsewhere` has it. */
export function relate(
  registers: readonly Register[],
  config: SiteConfig,
  rejected: readonly RejectedText[],
  diagnostics: Diagnostic[],
): void {
  const isRejected = (label: string | undefined, rejectedNumber: number, homeRegister: Register) =>
    rejected.some(({ series, number }) => {
      const register = registers.find((candidate) => candidate.series.id === series);
      if (number !== rejectedNumber || !register) return false;
      return label ? namesOf(register).has(label) : register === homeRegister;
    });
  const linkedProposal = linkReader(registers, config);
  const proposalsOfLists = new Map<Proposal[], Set<Proposal>>();
  const addOnce = (list: Proposal[], proposal: Proposal) => {
    // Thousands of proposals may name the same one.
    const members = proposalsOfLists.get(list) ?? new Set(list);
    proposalsOfLists.set(list, members);
    if (members.has(proposal)) return;
    members.add(proposal);
    list.push(proposal);
  };
  const connect = (from: Proposal, kind: RelationKind, to: Proposal, back: RelationKind) => {
    if (from === to) return;
    addOnce(from.relations[kind], to);
    if (!from.meta.unlisted) addOnce(to.relations[back], from);
  };
  for (const register of registers) {
    for (const proposal of allProposals(register)) {
      const { meta, document, series } = proposal;
      const resolve = (references: readonly ProposalReference[], kind: RelationKind, back: RelationKind) => {
        if (references.length === 0) return;
        const keep = (absent: AbsentProposal) => {
          const isSame = ({ label }: AbsentProposal) => label === absent.label;
          if (!proposal.absent.some((candidate) => candidate.kind === kind && isSame(candidate)))
            proposal.absent.push(absent);
        };
        for (const { label, number, slug, link, position } of references) {
          const linked = link && document && linkedProposal(link.url, document.path);
          const named = number === undefined ? undefined : findProposal(registers, label, number, register);
          const target = linked ?? named;
          const outside = link && isExternalUrl(link.url) ? { label: link.label, url: readUrl(link.url) } : undefined;
          if (target) connect(proposal, kind, target, back);
          else if (!document) continue;
          else if (number === undefined) {
            if (!outside) continue;
            keep({ kind, ...outside });
            diagnostics.push(foreignReference(document.path, outside.label, position));
          } else if (isRejected(label, number, register)) continue;
          else if (slug !== undefined) {
            keep({ kind, label: slug });
            diagnostics.push(unknownReference(document.path, slug, position));
          } else {
            // A number without a label may belong to the register that this one was split from: an ERC requires 712, which is an EIP.
            const names = label === undefined ? [series.label, ...series.mentions] : [label];
            const labelElsewhere = names.find((candidate) => urlElsewhere(config, candidate, number) !== undefined);
            const url = labelElsewhere && urlElsewhere(config, labelElsewhere, number);
            const shownLabel = labelElsewhere ?? label ?? series.label;
            const shownNumber = shownLabel === series.label ? formatNumber(number, series) : number;
            keep({ kind, label: `${shownLabel}-${shownNumber}`, ...(url ? { url } : outside) });
            if (url) continue;
            const name = `${shownLabel}-${textOfNumber(number, series.numbers)}`;
            diagnostics.push(unknownReference(document.path, name, position));
          }
        }
      };
      resolve(meta.requires, "requires", "requiredBy");
      resolve(meta.supersedes, "supersedes", "supersededBy");
      resolve(meta.supersededBy, "supersededBy", "supersedes");
      resolve(meta.updates, "updates", "updatedBy");
      resolve(meta.updatedBy, "updatedBy", "updates");
      for (const { mention } of document?.links ?? []) {
        const target = mention && findProposal(registers, mention.label, mention.number, register);
        if (target) connect(proposal, "mentions", target, "mentionedBy");
      }
    }
  }
  for (const register of registers)
    for (const { relations } of allProposals(register))
      for (const list of Object.values(relations)) list.sort(bySeries);
}

/** @returns a function that finds the proposal that a link leads to: by its file, by its page, or by its file in the repository. */
function linkReader(
  registers: readonly Register[],
  { url: siteUrl, baseUrl, repository, formats }: SiteConfig,
): (url: string, from: string) => Proposal | undefined {
  // In most registers no reference is a link.
  const places = lazy(() => {
    const proposals = registers.flatMap(allProposals);
    return {
      byPath: new Map(
        proposals.flatMap((proposal) => (proposal.document ? [[proposal.document.path, proposal] as const] : [])),
      ),
      byRoute: new Map(proposals.map((proposal) => [proposal.route, proposal])),
    };
  });
  const withoutOrigin = originRemover(siteUrl, baseUrl);
  const proposalAt = (path: string) =>
    sourcePaths(path, formats)
      .map((source) => places().byPath.get(source))
      .find(Boolean);
  return (url, from) => {
    const inRepository = repositoryPath(url, repository);
    if (inRepository !== undefined) return proposalAt(decodeUrl(splitUrl(inRepository).path));
    const local = withoutOrigin(readUrl(url));
    const path = isLocalUrl(local) ? decodeUrl(splitUrl(local).path) : "";
    if (!path.startsWith("/")) return path === "" ? undefined : proposalAt(posix.join(posix.dirname(from), path));
    return places().byRoute.get(barePath(belowBase(path, baseUrl))) ?? proposalAt(path.slice(1));
  };
}

/** The labels of a register's proposals in prose, in upper case. */
function namesOf({ series }: Register): Set<string> {
  return new Set([series.label, series.id, ...series.mentions].map((name) => name.toUpperCase()));
}

const bySeries = (a: Proposal, b: Proposal) => compareText(a.series.id, b.series.id) || byNumber(a, b);

function foreignReference(file: string, text: string, position: { line: number; column: number }): Diagnostic {
  const message = `the link "${text}" leads to no proposal of this site`;
  const help = "It is shown as it is written. If it means a proposal, write its number.";
  return diagnose("reference-unknown", message, { file, ...position, help });
}

function unknownReference(file: string, label: string, position: { line: number; column: number }): Diagnostic {
  return diagnose("reference-unknown", `there is no ${label} in this register`, { file, ...position });
}
