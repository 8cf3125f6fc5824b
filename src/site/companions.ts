/**
 * Texts beside proposals become pages below their proposal's. A text belongs to the proposal of its folder (the folder that has the proposal's file,
 * or that is named like it), else to the proposal whose file name its own continues, else to the first that links to it or to a text that does.
 */
import { posix } from "node:path";
import type { CompanionDocument, Document } from "../shared/document.js";
import { getOrAdd } from "../shared/lazy.js";
import { compareText } from "../shared/text.js";
import { type OwnExtensions, withoutTextExtension } from "../shared/text-format.js";
import { decodeUrl, isLocalUrl, splitUrl } from "../shared/url.js";
import { allProposals } from "./model/proposal-list.js";
import type { Companion, Proposal, Register } from "./model/site.js";
import { bareTextPaths, sourcePaths } from "./written-links.js";

interface Companions {
  value: Companion[];
  /** All documents that have a page, companions with their routes. */
  documents: Document[];
  /** Texts that belong to no proposal and have no page. */
  withoutProposal: CompanionDocument[];
}

/** @param originals path of the original of each translation. */
export function buildCompanions(
  documents: readonly Document[],
  registers: readonly Register[],
  originals: ReadonlyMap<string, string>,
): Companions {
  const isCompanion = (document: Document): document is CompanionDocument => document.kind === "companion";
  const texts = documents.filter(isCompanion);
  const byPath = new Map(texts.filter(({ locale }) => !locale).map((text) => [text.path, text]));
  const owners = ownersOf(byPath, registers);
  const value = [...owners]
    .map(([path, { proposal, route }]): Companion => {
      const document = { ...(byPath.get(path) as CompanionDocument), route };
      return { proposal, route, document, translations: new Map() };
    })
    .sort((a, b) => compareText(a.route, b.route));
  const bySource = new Map(value.map((companion) => [companion.document.path, companion]));
  for (const text of texts) {
    const companion = text.locale ? bySource.get(originals.get(text.path) ?? "") : undefined;
    if (text.locale) companion?.translations.set(text.locale, { ...text, route: companion.route });
  }
  return {
    value,
    documents: [
      ...documents.filter((document) => !isCompanion(document)),
      ...value.flatMap(({ document, translations }) => [document, ...translations.values()]),
    ],
    withoutProposal: [...byPath.values()].filter(({ path }) => !owners.has(path)),
  };
}

interface Owner {
  proposal: Proposal;
  route: string;
}

/** The proposal of each text with a page, by the text's path. */
function ownersOf(texts: ReadonlyMap<string, CompanionDocument>, registers: readonly Register[]): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  if (texts.size === 0) return owners;
  const folders = proposalFolders(registers);
  const formats = registers[0]?.series.formats ?? [];
  // If two texts have one name (`template.md`, `template.rst`), the second has its path or its extension in its route.
  const usedRoutes = new Set<string>();
  const waiting: { document: Document; proposal: Proposal }[] = [];
  const assignOwner = (text: CompanionDocument, linking: Proposal | undefined): void => {
    if (owners.has(text.path)) return;
    const location = placeInFolders(text.path, folders) ?? placeByName(text, folders, formats);
    const proposal = location?.proposal ?? linking;
    if (!proposal) return;
    const paths = location ? [location.pathInFolder] : [posix.basename(text.path), text.path];
    const names = [...paths, paths.at(-1)?.replace(/\.(\w+)$/, "-$1") ?? ""];
    const routes = names.map((name) => routeOf(proposal, name));
    const route = routes.find((candidate) => !usedRoutes.has(candidate)) ?? routes[0] ?? "";
    usedRoutes.add(route);
    owners.set(text.path, { proposal, route });
    waiting.push({ document: text, proposal });
  };
  for (const register of registers)
    for (const proposal of allProposals(register))
      if (proposal.document) waiting.push({ document: proposal.document, proposal });
  for (const text of texts.values()) if (!text.needsLink) assignOwner(text, undefined);
  /** The text that a link leads to, by the folder that has the link and its address: most links of a register have the same few. */
  const linkedTexts = new Map<string, CompanionDocument | null>();
  const linkedText = (folder: string, url: string): CompanionDocument | null => {
    if (!isLocalUrl(url)) return null;
    const target = posix.join(folder, decodeUrl(splitUrl(url).path));
    const paths = [...sourcePaths(target, formats), ...bareTextPaths(target, formats)];
    return paths.map((path) => texts.get(path)).find((text) => text !== undefined) ?? null;
  };
  // The list grows while it is read: a text that got a page may link to further texts.
  for (const { document, proposal } of waiting) {
    const folder = posix.dirname(document.path);
    for (const { url, kind } of document.links) {
      if (kind !== "link") continue;
      const text = getOrAdd(linkedTexts, `${folder}\n${url}`, () => linkedText(folder, url));
      if (text) assignOwner(text, proposal);
    }
  }
  return owners;
}

/** The proposals by the keys of their folders: `cip-20/` beside `cip-20.md` or `cip-20-words.md`, `0020/` beside `0020-words.md`, `CIP-2/` of `CIP-2/README.md`, `assets/cip-20/`. */
function proposalFolders(registers: readonly Register[]): Map<string, Proposal> {
  const folders = new Map<string, Proposal>();
  const add = (folder: string, proposal: Proposal) => {
    const key = folderKey(folder);
    if (!folders.has(key)) folders.set(key, proposal);
  };
  for (const register of registers) {
    const { series } = register;
    for (const proposal of allProposals(register)) {
      if (!proposal.document) continue;
      const path = withoutTextExtension(proposal.document.path, series.formats);
      const [folder, name] = [posix.dirname(path), posix.basename(path)];
      const isIndex = /^(?:readme|index)$/i.test(name);
      if (isIndex && folder !== posix.normalize(series.source)) add(folder, proposal);
      if (!isIndex) add(path, proposal);
      const [number] = /^(?:[a-z]+-)?\d+(?=-)/i.exec(name) ?? [];
      if (number) add(posix.join(folder, number), proposal);
      const assets = series.assets && posix.join(series.source, series.assets);
      if (assets) add(posix.join(assets, isIndex ? posix.basename(folder) : name), proposal);
    }
  }
  return folders;
}

/** Ignores case, so that `CIP-0020/` is the folder of `cip-0020.md`: two such proposals would have one number anyway. */
const folderKey = (folder: string) => folder.toLowerCase();

function placeInFolders(
  path: string,
  folders: ReadonlyMap<string, Proposal>,
): { proposal: Proposal; pathInFolder: string } | undefined {
  for (let folder = posix.dirname(path); folder !== "." && folder !== "/"; folder = posix.dirname(folder)) {
    const proposal = folders.get(folderKey(folder));
    if (proposal) return { proposal, pathInFolder: posix.relative(folder, path) };
  }
  return undefined;
}

/** Finds the proposal whose name a text continues: `cap-0046-01.md` beside `cap-0046.md`. */
function placeByName(
  { path, needsLink }: CompanionDocument,
  folders: ReadonlyMap<string, Proposal>,
  extensions: OwnExtensions,
): { proposal: Proposal; pathInFolder: string } | undefined {
  if (needsLink) return undefined;
  for (let stem = withoutTextExtension(path, extensions); ; ) {
    stem = /^(.*[^/])[-_. ][^-_. /]*$/.exec(stem)?.[1] ?? "";
    if (stem === "") return undefined;
    const proposal = folders.get(folderKey(stem));
    if (proposal) return { proposal, pathInFolder: posix.basename(path) };
  }
}

/** The route of a text. A README has the address of its folder, but that of the proposal's own folder is `readme`, because the folder's address is the proposal's. */
function routeOf({ route, series }: Proposal, pathInFolder: string): string {
  const name = withoutTextExtension(pathInFolder, series.formats);
  return posix.join(route, name.replace(/\/(?:README|index)$/i, "").replace(/^(?:README|index)$/, "readme"));
}
