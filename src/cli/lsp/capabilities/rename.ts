/** Renames a proposal's number or a heading, together with all that names them. */
import type { Range } from "vscode-languageserver";
import { markdownOptions } from "../../../build/documents.js";
import { formatNumber, type Series } from "../../../config/index.js";
import { parseText } from "../../../content/parse/document.js";
import { sourceFile } from "../../../content/read/sources.js";
import type { Document, Position } from "../../../shared/document.js";
import { notationPattern, numberOf, textOfNumber } from "../../../shared/proposal-number.js";
import type { Proposal } from "../../../site/model/site.js";
import type { Capability } from "../capability.js";
import { Changes } from "../edits.js";
import { positionIn, rangeAt } from "../positions.js";
import { protocol } from "../protocol.js";
import { fragmentOf, linksToText, proposalOf, textsNaming, textsRelated } from "../targets.js";
import { flat, type PlacedLink, SiteText } from "../text.js";
import type { Workspace } from "../workspace.js";

export const rename: Capability = {
  offers: { renameProvider: { prepareProvider: true } },
  register(connection, workspace) {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      const renamed = text && renamedAt(text, positionIn(text.lines, position));
      return renamed ? { range: renamed.range, placeholder: renamed.words } : null;
    });
    connection.onRenameRequest(async ({ textDocument, position, newName }) => {
      const textInSite = await workspace.textInSite(textDocument.uri);
      const { text } = textInSite ?? {};
      const renamed = text && renamedAt(text, positionIn(text.lines, position));
      if (!textInSite || !text || !renamed) throw refusal("there is nothing here that can be renamed");
      const changes = new Changes(textInSite.site, workspace);
      if (renamed.proposal) renameProposal(text, renamed.proposal, newName.trim(), changes);
      else await renameHeading(text, renamed.range, newName, changes);
      if (changes.needsRenames && !canRename(workspace))
        throw refusal("this editor cannot rename files; rename the file, and then its number");
      return changes.toClient();
    });
  },
};

const refusal = (message: string) => new (protocol().ResponseError)(protocol().LSPErrorCodes.RequestFailed, message);

const canRename = ({ client }: Workspace) =>
  client.workspace?.workspaceEdit?.resourceOperations?.includes("rename") === true;

/** Words of a text that can be renamed. */
interface Renamed {
  range: Range;
  words: string;
  /** The proposal, if the words are its number; undefined for a heading. */
  proposal?: Proposal;
}

const hasNumber = ({ series }: Proposal) => series.numbers !== "none";

function renamedAt(text: SiteText, position: Position): Renamed | undefined {
  const { file } = text;
  const heading = text.headings().find(({ line }) => line === position.line);
  const line = text.lines[position.line - 1] ?? "";
  const named = text.proposalNameAt(position);
  if (named?.proposal && hasNumber(named.proposal))
    return { range: named.range, words: named.text, proposal: named.proposal };
  if (heading) {
    const [, before = "", words = ""] = /^(\s*#{1,6}\s+|\s*=+\s*)?(.*?)(?:\s+#+|\s*=+)?\s*$/.exec(line) ?? [];
    return { range: rangeAt({ line: position.line, column: before.length + 1 }, words.length), words };
  }
  const number = file.field("number");
  const value = number && flat(number.value)[0];
  if (!file.proposal || !hasNumber(file.proposal) || !value || number.keyPosition.line !== position.line)
    return undefined;
  return { range: rangeAt(value.position, value.length), words: numberIn(file.proposal), proposal: file.proposal };
}

// Headings.

/** Changes a heading, and the fragments of all links to headings whose anchors change with it. */
async function renameHeading(text: SiteText, range: Range, words: string, changes: Changes) {
  if (words.trim() === "" || /[\r\n]/.test(words)) throw refusal("a heading is one line with words");
  const { snapshot, path, role, file } = text;
  const start = text.offset({ line: range.start.line + 1, column: range.start.character + 1 });
  const end = start + (range.end.character - range.start.character);
  const after = file.text.slice(0, start) + words + file.text.slice(end);
  const { value } = await parseText(sourceFile(path, after), role, markdownOptions(snapshot.config));
  changes.replace(path, range, words);
  const before = text.document();
  const [old, fresh] = [before ? idsOf(before) : [], value ? idsOf(value.facts) : []];
  if (old.length !== fresh.length) return;
  for (const { text: linkingText, links } of linksToText(path, snapshot))
    for (const { link, range: address } of links) {
      const id = fresh[old.indexOf(fragmentOf(link.url))];
      if (id === undefined || id === fragmentOf(link.url)) continue;
      const hash = (linkingText.lines[address.start.line] ?? "").indexOf("#", address.start.character);
      changes.replace(
        linkingText.path,
        { ...address, start: { ...address.start, character: hash + 1 } },
        encodeURI(id),
      );
    }
}

const idsOf = ({ outline, titleId }: Document) => [...(titleId ? [titleId] : []), ...outline.map(({ id }) => id)];

// Numbers.

/** A proposal with its old and new number, without leading zeros. */
interface Renaming {
  proposal: Proposal;
  from: string;
  to: string;
  /** The new number as the register writes it. */
  formatted: string;
}

const numberIn = ({ number, series }: Proposal) => textOfNumber(number, series.numbers);

/** @param name as an author types it: `21`, `CIP-21`, `nip-5a`. */
function wantedNumber(name: string, { numbers, numberWidth }: Series): number {
  const written = numbers === "hexadecimal" ? name.toUpperCase() : name;
  const [number] = new RegExp(`(?<![\\w.])(?:${notationPattern(numbers, numberWidth)})$`).exec(written) ?? [];
  if (number !== undefined) return numberOf(number);
  throw refusal(`"${name}" is not a number of this register`);
}

/** Changes the number in the proposal's field, in the names of its files, and in all mentions, fields and links of other texts. */
function renameProposal({ snapshot }: SiteText, proposal: Proposal, name: string, changes: Changes): void {
  const { series, label, document } = proposal;
  const number = wantedNumber(name, series);
  const formatted = formatNumber(number, series);
  const holder = snapshot.linked.site.registers.find((register) => register.series === series)?.byNumber.get(number);
  if (holder === proposal) return;
  if (holder) throw refusal(`${series.label}-${formatted} is taken: ${holder.meta.title}`);
  if (!document) throw refusal(`${label} has no text`);
  const renaming = { proposal, from: numberIn(proposal), to: textOfNumber(number, series.numbers), formatted };
  const documents = [document, ...proposal.translations.values()];
  for (const { path } of documents) {
    const text = SiteText.of(snapshot, path);
    const value = text?.file.field("number")?.value;
    const field = value && flat(value)[0];
    if (text && field) changeWords(text, rangeAt(field.position, field.length), renaming, changes);
    changes.rename(path, replaceNumber(path, renaming));
  }
  const isConcerned = (target: PlacedLink["target"]) => proposalOf(target, snapshot) === proposal;
  const texts = [...documents, ...textsNaming(snapshot, isConcerned), ...textsRelated(proposal, snapshot)];
  for (const path of new Set(texts.map((text) => text.path))) {
    const text = SiteText.of(snapshot, path);
    if (!text) continue;
    const links = text.links().filter(({ link, target }) => link.kind !== "mention" && isConcerned(target));
    const names = text.proposalNames().filter((proposalName) => proposalName.proposal === proposal);
    for (const { range } of [...links, ...names]) changeWords(text, range, renaming, changes);
  }
}

function changeWords({ path, lines }: SiteText, range: Range, renaming: Renaming, changes: Changes): void {
  const written = (lines[range.start.line] ?? "").slice(range.start.character, range.end.character);
  const [address = "", ...anchor] = written.split("#");
  const next = [replaceNumber(address, renaming), ...anchor].join("#");
  if (next !== written) changes.replace(path, range, next);
}

/** The new number in the form of the old one: as the register writes it, or as wide as it was with zeros in front. */
function padLikeOld(written: string, { proposal, to, formatted }: Renaming): string {
  if (written === proposal.numberText) return formatted;
  return written.startsWith("0") ? to.padStart(written.length, "0") : to;
}

/** Sources of patterns: `number` matches the old number with no digit after it, and `before` a position with no digit before it. */
function patternOf({ proposal, from }: Renaming) {
  const sign = proposal.series.numbers === "decimal" ? "\\d" : "[\\da-z]";
  return { before: `(?<!${sign})`, number: `0*${from}(?!${sign})` };
}

/** Replaces the old number in a path or a word: where names of the series have it, or else its last occurrence. */
function replaceNumber(path: string, renaming: Renaming): string {
  const { id, source } = renaming.proposal.series;
  if (path.startsWith(`${source}/`)) return source + replaceNumber(path.slice(source.length), renaming);
  const { before, number } = patternOf(renaming);
  const inNames = new RegExp(`(?<=(?:^|/)(?:${id}[-_]?)?)${number}`, "gi");
  const renamed = path.replace(inNames, (written) => padLikeOld(written, renaming));
  if (renamed !== path) return renamed;
  const last = [...path.matchAll(new RegExp(before + number, "gi"))].at(-1);
  return last
    ? path.slice(0, last.index) + padLikeOld(last[0], renaming) + path.slice(last.index + last[0].length)
    : path;
}
