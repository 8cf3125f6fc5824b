/** Another number or slug for a proposal, other words for a heading, another name for a file: with everything that names them. */
import { posix } from "node:path";
import type { Range, WorkspaceEdit } from "vscode-languageserver";
import { nameInSite } from "../../api/site-root.js";
import { formatNumber, type Series } from "../../config/index.js";
import type { Proposal } from "../../model/site.js";
import { parseText } from "../../parse/document.js";
import { readFileName } from "../../parse/file-name.js";
import { markdownOptions } from "../../pipeline/documents.js";
import { sourceFile } from "../../read/sources.js";
import type { Document, Heading, Position } from "../../shared/document.js";
import { notationPattern, numberOf, numberOfSlug, textOfNumber } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import { withoutTextExtension } from "../../shared/text-format.js";
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
        renameProposal(text, found.proposal, newName.trim(), changes);
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
  return { range: rangeAt(value.position, value.length), words: textIn(file.proposal), proposal: file.proposal };
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

// Numbers, and slugs in registers without numbers.

/** A proposal and the number or slug that it gets, as names have them but for zeros before a number. */
interface Renaming {
  proposal: Proposal;
  from: string;
  to: string;
  /** As the register writes it. */
  formatted: string;
}

function renamingOf(proposal: Proposal, number: number, slug = ""): Renaming {
  const { series } = proposal;
  const from = textIn(proposal);
  if (series.numbers === "none") return { proposal, from, to: slug, formatted: slug };
  return { proposal, from, to: textOfNumber(number, series.numbers), formatted: formatNumber(number, series) };
}

const textIn = ({ number, numberText, series }: Proposal) =>
  series.numbers === "none" ? numberText : textOfNumber(number, series.numbers);

/** @param name as an author types it: `21`, `CIP-21`, `new-slug`, `new-slug.md`. */
function wantedName(name: string, { numbers, numberWidth }: Series): string {
  if (numbers === "none") {
    const slug = withoutTextExtension(name);
    if (/^[^\s/\\.][^\s/\\]*$/.test(slug)) return slug;
    throw refusal("a proposal is known by the name of its file, which has no spaces and no folders");
  }
  const [number] = new RegExp(`(?<![\\w.])(?:${notationPattern(numbers, numberWidth)})$`).exec(name) ?? [];
  if (number !== undefined) return number;
  throw refusal(
    numbers === "decimal" ? "a number has one to nine digits" : `"${name}" is not a number of this register`,
  );
}

function renameProposal({ now }: SiteText, proposal: Proposal, name: string, changes: Changes): void {
  const { series, label, document } = proposal;
  const isSlug = series.numbers === "none";
  const wanted = wantedName(name, series);
  const number = isSlug ? numberOfSlug(wanted) : numberOf(wanted);
  const register = now.linked.site.registers.find((one) => one.series === series);
  const other = register?.byNumber.get(number);
  if (other && other !== proposal)
    throw refusal(
      `${isSlug ? wanted : `${series.label}-${formatNumber(number, series)}`} is taken: ${other.meta.title}`,
    );
  if (other) return;
  if (!document) throw refusal(`${label} has no text`);
  const renaming = renamingOf(proposal, number, wanted);
  for (const { path } of [document, ...proposal.translations.values()]) {
    const text = SiteText.of(now, path);
    if (!text) continue;
    changeField(text, renaming, changes);
    changes.rename(path, renamed(path, renaming));
  }
  // The files beside it, which many registers have in a folder of its name.
  for (const folder of foldersOf(renaming, now)) changes.rename(folder, renamed(folder, renaming));
  changeNames(now, renaming, true, changes);
}

function changeField(text: SiteText, renaming: Renaming, changes: Changes): void {
  const value = text.file.field("number")?.value;
  const own = value && flat(value)[0];
  if (!own) return;
  const written = (text.lines[own.position.line - 1] ?? "").slice(own.position.column - 1).slice(0, own.length);
  changeWords(text.path, rangeAt(own.position, own.length), written, renaming, changes);
}

function changeWords(path: string, range: Range, written: string, renaming: Renaming, changes: Changes): void {
  const next = renamed(written, renaming);
  if (next !== written) changes.replace(path, range, next);
}

/** In the form of the register where it had that one, else as wide as before if there were zeros in front. */
function padded(written: string, { proposal, to, formatted }: Renaming): string {
  if (written === proposal.numberText) return formatted;
  return written.startsWith("0") ? to.padStart(written.length, "0") : to;
}

/** Patterns for the number or slug in names, and for the signs before and after it. */
function patternOf({ proposal, from }: Renaming) {
  const { id, numbers } = proposal.series;
  if (numbers === "none") return { first: "(?<![^/])", any: "(?<![^/])", own: escapePattern(from), end: "(?![^/.])" };
  const sign = numbers === "decimal" ? "\\d" : "[\\da-z]";
  return { first: `(?<=(?:^|/)(?:${id}[-_]?)?)`, any: `(?<!${sign})`, own: `0*${from}`, end: `(?!${sign})` };
}

/** Of a path or a word, the proposal's number where names have it, or else the last one; or its slug. */
function renamed(path: string, renaming: Renaming): string {
  const { source } = renaming.proposal.series;
  if (path.startsWith(`${source}/`)) return source + renamed(path.slice(source.length), renaming);
  const { first, any, own, end } = patternOf(renaming);
  const all = path.replace(new RegExp(first + own + end, "gi"), (written) => padded(written, renaming));
  if (all !== path) return all;
  const last = [...path.matchAll(new RegExp(any + own + end, "gi"))].at(-1);
  return last ? path.slice(0, last.index) + padded(last[0], renaming) + path.slice(last.index + last[0].length) : path;
}

/** Folders below the root whose name is the proposal's. */
function foldersOf(renaming: Renaming, { root, linked }: SiteText["now"]): string[] {
  const { proposal } = renaming;
  const { own, end } = patternOf(renaming);
  const label = proposal.series.numbers === "none" ? "" : `${proposal.series.id}[-_]`;
  const name = new RegExp(`^(?:.*/)?${label}${own}${end}(?=/)`, "i");
  const files = [...linked.site.ownFiles.map(({ path }) => path.slice(root.length + 1)), ...linked.roles.keys()];
  const targets = [...linked.site.targets.values()].flat();
  for (const target of targets) if (target.kind === "file" && target.asset) files.push(target.asset);
  // The folder of the text itself is renamed with the text.
  const folder = proposal.document ? posix.dirname(proposal.document.path) : "";
  const found = files.flatMap((path) => name.exec(path)?.[0] ?? []);
  return [...new Set(found)].filter((one) => one !== folder);
}

/** Mentions, names in fields, and links to the text or to the files beside it. @param withLinks false where the links change with the file. */
function changeNames(now: SiteText["now"], renaming: Renaming, withLinks: boolean, changes: Changes): void {
  const { proposal } = renaming;
  const folders = foldersOf(renaming, now).map((folder) => `${folder}/`);
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
    for (const { link, range, target } of withLinks ? text.links() : []) {
      if (link.kind === "mention" || !isOurs(target)) continue;
      const written = (text.lines[range.start.line] ?? "").slice(range.start.character, range.end.character);
      const [address = "", ...rest] = written.split("#");
      const next = [renamed(address, renaming), ...rest].join("#");
      if (next !== written) changes.replace(path, range, next);
    }
    for (const { range, text: words, proposal: meant } of text.named())
      if (meant === proposal) changeWords(path, range, words, renaming, changes);
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

/** A file whose new name has another number or slug is the proposal of that one. */
function renumber(now: SiteText["now"], path: string, next: string, changes: Changes): void {
  const text = SiteText.of(now, path);
  const { file, role } = text ?? {};
  if (!text || !file?.proposal || role?.kind !== "proposal") return;
  const { series } = role;
  const base = path.slice(0, path.length - role.relativePath.length);
  const { number, slug } = readFileName(next.startsWith(base) ? next.slice(base.length) : posix.basename(next), series);
  const isSlug = series.numbers === "none";
  if (number === undefined || number === file.proposal.number || (isSlug && slug === undefined)) return;
  const renaming = renamingOf(file.proposal, number, slug);
  if (!isSlug) changeField(text, renaming, changes);
  changeNames(now, renaming, !isSlug, changes);
}
