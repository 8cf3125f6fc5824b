/** Another number for a proposal, other words for a heading, another name for a file: with everything that names them. */
import { posix } from "node:path";
import type { Range, WorkspaceEdit } from "vscode-languageserver";
import { nameInSite } from "../../api/site-root.js";
import { formatNumber } from "../../config/index.js";
import type { Proposal } from "../../model/site.js";
import { parseText } from "../../parse/document.js";
import { readFileName } from "../../parse/file-name.js";
import { markdownOptions } from "../../pipeline/documents.js";
import { sourceFile } from "../../read/sources.js";
import type { Document, Heading, Position } from "../../shared/document.js";
import { isProposalNumber } from "../../shared/proposal-number.js";
import { decodeUrl, encodePath, isLocalUrl, splitUrl } from "../../shared/url.js";
import type { Capability } from "../capability.js";
import { Changes } from "../edits.js";
import { pathOf, placeIn, rangeAt } from "../places.js";
import { protocol } from "../protocol.js";
import { fragmentOf, linksToText, proposalOf, textOfTarget, textsNaming, textsRelated } from "../targets.js";
import { flat, type PlacedHeading, type PlacedLink, SiteText } from "../text.js";
import type { Workspace } from "../workspace.js";

const anyFile = { scheme: "file", pattern: { glob: "**/*" } };

export const rename: Capability = {
  offers: () => ({
    renameProvider: { prepareProvider: true },
    workspace: { fileOperations: { willRename: { filters: [anyFile] } } },
  }),
  register(connection, workspace) {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      const found = text && renamedAt(text, placeIn(text.lines, position));
      return found ? { range: found.range, placeholder: found.words } : null;
    });
    connection.onRenameRequest(async ({ textDocument, position, newName }) => {
      const [own, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      const found = text && renamedAt(text, placeIn(text.lines, position));
      if (!own || !text || !found) throw refusal("there is nothing here that can be renamed");
      const changes = new Changes(own, workspace);
      if (found.heading) await renameHeading(text, found.heading, found.range, newName, changes);
      else if (found.proposal) {
        const number = Number(/\d+$/.exec(newName.trim())?.[0] ?? Number.NaN);
        renameNumber(text, found.proposal, number, changes);
        if (changes.needsRenames && !canRename(workspace))
          throw refusal("this editor cannot rename files; rename the file, and then its number");
      }
      return changes.toClient();
    });
    connection.workspace.onWillRenameFiles(async ({ files }): Promise<WorkspaceEdit | null> => {
      let changes: Changes | undefined;
      for (const { oldUri, newUri } of files) {
        const own = await workspace.siteOf(oldUri);
        const now = await own?.site.now();
        const [from, to] = [pathOf(oldUri), pathOf(newUri)];
        if (!own || !now?.linked || from === undefined || to === undefined) continue;
        changes ??= new Changes(own, workspace);
        moveFiles(now, nameInSite(now.root, from), nameInSite(now.root, to), changes);
      }
      return changes?.toClient() ?? null;
    });
  },
};

const refusal = (message: string) => new (protocol().ResponseError)(protocol().LSPErrorCodes.RequestFailed, message);

const canRename = ({ client }: Workspace) =>
  client.workspace?.workspaceEdit?.resourceOperations?.includes("rename") === true;

interface Renamed {
  range: Range;
  words: string;
  heading?: PlacedHeading;
  proposal?: Proposal;
}

function renamedAt(text: SiteText, place: Position): Renamed | undefined {
  const { file } = text;
  const heading = text.headings().find(({ line }) => line === place.line);
  const line = text.lines[place.line - 1] ?? "";
  const named = text.namedAt(place);
  if (named?.proposal) return { range: named.range, words: named.text, proposal: named.proposal };
  if (heading) {
    const [, before = "", words = ""] = /^(\s*#{1,6}\s+|\s*=+\s*)?(.*?)(?:\s+#+|\s*=+)?\s*$/.exec(line) ?? [];
    return { range: rangeAt({ line: place.line, column: before.length + 1 }, words.length), words, heading };
  }
  const number = file.field("number");
  const value = number && flat(number.value)[0];
  if (!file.proposal || !value || number.keyPosition.line !== place.line) return undefined;
  return { range: rangeAt(value.position, value.length), words: String(file.proposal.number), proposal: file.proposal };
}

// Headings.

/** The anchors of the new text are those that it will have; links to all that change follow. */
async function renameHeading(text: SiteText, heading: PlacedHeading, range: Range, words: string, changes: Changes) {
  if (words.trim() === "" || /[\r\n]/.test(words)) throw refusal("a heading is one line with words");
  const { now, path, role, file } = text;
  const start = text.offset({ line: range.start.line + 1, column: range.start.character + 1 });
  const end = start + (range.end.character - range.start.character);
  const after = file.text.slice(0, start) + words + file.text.slice(end);
  const { value } = await parseText(sourceFile(path, after), role, markdownOptions(now.config));
  changes.replace(path, range, words);
  const before = text.document();
  if (!value || !before) return;
  const ids = changedIds(before, value.facts);
  if (ids.size === 0 || (heading.id === undefined && before.titleId === undefined)) return;
  for (const { text: other, links } of linksToText(path, now))
    for (const placed of links) {
      const id = ids.get(fragmentOf(placed.link.url));
      if (id !== undefined) changes.replace(other.path, afterHash(other, placed), encodeURI(id));
    }
}

function changedIds(before: Document, after: Document): Map<string, string> {
  const all = ({ outline, titleId }: Document): Pick<Heading, "id">[] => [
    ...(titleId ? [{ id: titleId }] : []),
    ...outline,
  ];
  const [old, fresh] = [all(before), all(after)];
  if (old.length !== fresh.length) return new Map();
  return new Map(
    old.flatMap(({ id }, index) => (fresh[index] && fresh[index].id !== id ? [[id, fresh[index].id]] : [])),
  );
}

function afterHash({ lines }: SiteText, { range }: PlacedLink): Range {
  const written = (lines[range.start.line] ?? "").slice(range.start.character, range.end.character);
  return { ...range, start: { ...range.start, character: range.start.character + written.indexOf("#") + 1 } };
}

// Numbers.

function renameNumber({ now }: SiteText, proposal: Proposal, number: number, changes: Changes): void {
  const { series, label } = proposal;
  if (series.numbers === "none") throw refusal(`${label} has no number: rename its file`);
  if (!isProposalNumber(String(number))) throw refusal("a number has one to nine digits");
  const register = now.linked.site.registers.find((one) => one.series === series);
  const other = register?.byNumber.get(number);
  if (other && other !== proposal)
    throw refusal(`${series.label}-${formatNumber(number, series)} is taken: ${other.meta.title}`);
  if (other) return;
  if (!proposal.document) throw refusal(`${label} has no text`);
  const texts = [proposal.document, ...proposal.translations.values()];
  for (const { path } of texts) {
    const text = SiteText.of(now, path);
    if (!text) continue;
    changeField(text, number, changes);
    changes.rename(path, withNumber(path, proposal, number));
  }
  // The files beside it, which many registers have in a folder of its name.
  for (const folder of foldersOf(proposal, now)) changes.rename(folder, withNumber(folder, proposal, number));
  changeNames(now, proposal, number, changes);
}

function changeField(text: SiteText, number: number, changes: Changes): void {
  const value = text.file.field("number")?.value;
  const own = value && flat(value)[0];
  if (!own) return;
  const written = (text.lines[own.position.line - 1] ?? "").slice(own.position.column - 1).slice(0, own.length);
  const digits = /\d+/.exec(written);
  if (!digits) return;
  const place = { line: own.position.line, column: own.position.column + digits.index };
  changes.replace(text.path, rangeAt(place, digits[0].length), padded(digits[0], number));
}

/** As wide as the number before, where that had zeros in front. */
const padded = (digits: string, number: number) =>
  digits.startsWith("0") ? String(number).padStart(digits.length, "0") : String(number);

const digitsOf = (number: number) => new RegExp(`(?<!\\d)0*${number}(?!\\d)`, "g");

/** Of a path, the last number that is the proposal's changes, and that of its folder where this has it too. */
function withNumber(path: string, { number, series }: Proposal, next: number): string {
  const named = new RegExp(`((?:^|/)(?:${series.id}[-_]?)?)(0*${number})(?!\\d)`, "gi");
  const all = path.replace(named, (_, before: string, digits: string) => before + padded(digits, next));
  if (all !== path) return all;
  const last = [...path.matchAll(digitsOf(number))].at(-1);
  return last ? path.slice(0, last.index) + padded(last[0], next) + path.slice(last.index + last[0].length) : path;
}

/** Folders below the root whose name is the proposal's. */
function foldersOf({ series, number, document }: Proposal, { root, linked }: SiteText["now"]): string[] {
  const name = new RegExp(`^(?:.*/)?${series.id}[-_]0*${number}(?=/)`, "i");
  const files = [...linked.site.ownFiles.map(({ path }) => path.slice(root.length + 1)), ...linked.roles.keys()];
  const targets = [...linked.site.targets.values()].flat();
  for (const target of targets) if (target.kind === "file" && target.asset) files.push(target.asset);
  // The folder of the text itself is renamed with the text.
  const own = document ? posix.dirname(document.path) : "";
  const folders = files.flatMap((path) => name.exec(path)?.[0] ?? []);
  return [...new Set(folders)].filter((folder) => folder !== own);
}

/** Mentions, numbers in fields, and links to the text or to the files beside it. */
function changeNames(now: SiteText["now"], proposal: Proposal, number: number, changes: Changes): void {
  const folders = foldersOf(proposal, now).map((folder) => `${folder}/`);
  const isOurs = (target: PlacedLink["target"]) => {
    if (!target) return false;
    const path = target.kind === "file" ? target.asset : undefined;
    return proposalOf(target, now) === proposal || folders.some((folder) => path?.startsWith(folder));
  };
  const paths = new Set([...textsNaming(now, isOurs), ...textsRelated(proposal, now)].map(({ path }) => path));
  if (proposal.document) paths.add(proposal.document.path);
  for (const { path } of proposal.translations.values()) paths.add(path);
  for (const path of paths) {
    const text = SiteText.of(now, path);
    if (!text) continue;
    for (const { link, range, target } of text.links()) {
      if (link.kind === "mention" || !isOurs(target)) continue;
      const written = (text.lines[range.start.line] ?? "").slice(range.start.character, range.end.character);
      const [address = "", ...rest] = written.split("#");
      const next = [withNumber(address, proposal, number), ...rest].join("#");
      if (next !== written) changes.replace(path, range, next);
    }
    for (const { range, text: words, proposal: meant } of text.named())
      if (meant === proposal)
        changes.replace(
          path,
          range,
          words.replace(/\d+$/, (digits) => padded(digits, number)),
        );
  }
}

// Files.

function moveFiles(now: SiteText["now"], from: string, to: string, changes: Changes): void {
  const moved = new Map(
    [...now.linked.roles.keys()].flatMap((path) => {
      if (path === from) return [[path, to]];
      return path.startsWith(`${from}/`) ? [[path, to + path.slice(from.length)]] : [];
    }),
  );
  for (const target of [...now.linked.site.targets.values()].flat())
    if (target.kind === "file" && target.asset && (target.asset === from || target.asset.startsWith(`${from}/`)))
      moved.set(target.asset, to + target.asset.slice(from.length));
  const fileOf = (target: PlacedLink["target"]) =>
    target?.kind === "file" ? target.asset : textOfTarget(target, now)?.path;
  const isConcerned = (target: PlacedLink["target"]) => moved.has(fileOf(target) ?? "");
  const others = textsNaming(now, isConcerned).map(({ path }) => path);
  for (const path of new Set([...others, ...moved.keys()])) {
    const text = SiteText.of(now, path);
    if (!text) continue;
    for (const placed of text.links()) moveLink(text, placed, moved, fileOf(placed.target), changes);
  }
  for (const [path, next] of moved) renumber(now, path, next, changes);
}

/** A relative link of a text that moves, or to one that does. */
function moveLink(
  text: SiteText,
  { link, range }: PlacedLink,
  moved: ReadonlyMap<string, string>,
  target: string | undefined,
  changes: Changes,
) {
  const { path } = splitUrl(link.url);
  if (link.kind === "mention" || path === "" || path.startsWith("/") || !isLocalUrl(link.url)) return;
  // An address of a page, not the name of a file.
  const named = posix.join(posix.dirname(text.path), decodeUrl(path));
  if (target === undefined || named !== target) return;
  const from = posix.dirname(moved.get(text.path) ?? text.path);
  const relative = posix.relative(from, moved.get(target) ?? target);
  const next = encodePath(path.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative);
  if (next === path) return;
  const start = range.start.character;
  const written = (text.lines[range.start.line] ?? "").slice(start, range.end.character);
  const length = written.search(/[#?]/);
  const end = { ...range.end, character: start + (length === -1 ? written.length : length) };
  changes.replace(text.path, { start: range.start, end }, next);
}

/** A file whose new name has another number is that number's proposal. */
function renumber(now: SiteText["now"], path: string, next: string, changes: Changes): void {
  const text = SiteText.of(now, path);
  const { file, role } = text ?? {};
  if (!text || !file?.proposal || role?.kind !== "proposal" || role.series.numbers === "none") return;
  const base = path.slice(0, path.length - role.relativePath.length);
  const { number } = readFileName(next.startsWith(base) ? next.slice(base.length) : posix.basename(next), role.series);
  if (number === undefined || number === file.proposal.number) return;
  if (formatNumber(number, role.series) === file.proposal.numberText) return;
  changeField(text, number, changes);
  changeNames(now, file.proposal, number, changes);
}
