/** Keeps the addresses of an old site: a series gets a pattern of its addresses, redirects lead from all others, and links of the navigation follow them. */
import { posix } from "node:path";
import type { LinkedSite } from "../../../build/link.js";
import { fillPattern, type ProfileInput, profiles, type Series, type SeriesInput } from "../../../config/index.js";
import { seriesSchema } from "../../../config/loading.js";
import { readFileName } from "../../../content/parse/file-name.js";
import { pathBelow } from "../../../platform/path-below.js";
import { foldPath } from "../../../shared/page-path.js";
import { publicationOf } from "../../../shared/publication.js";
import { compareText } from "../../../shared/text.js";
import { encodePath, splitUrl } from "../../../shared/url.js";
import type { ConfigLine } from "./config-text.js";
import type { OldSite } from "./sites/generator.js";
import { type FoundSeries, relativeTo } from "./survey.js";
import { commonest } from "./written-fields.js";

type Named = Pick<Series, "id" | "files" | "firstNumber" | "numbers" | "route" | "numberWidth" | "permalink">;

/** Adds to the keys of a series its title, its route and the pattern of its addresses on the old site. @param has tells whether a folder exists. */
export function withOldAddresses(
  lines: readonly ConfigLine[],
  foundSeries: FoundSeries,
  old: OldSite,
  has: (path: string) => boolean,
): ConfigLine[] {
  const input = Object.fromEntries(lines.map(({ key, value }) => [key, value])) as SeriesInput;
  const { profile, ...inputWithoutProfile } = input;
  const { isLenient: _, lint: __, relaxed: ___, ...usual }: ProfileInput = profile ? profiles[profile] : {};
  const series = seriesSchema.parse({ ...usual, ...inputWithoutProfile }) as Series;
  const folder = old.folders.find(({ source }) => source === foundSeries.folder);
  // The home page of the new site cannot be the list of a series.
  const route = (folder?.route !== "/" && folder?.route) || series.route;
  const added: ConfigLine[] = [];
  if (folder?.title !== undefined && folder.title !== series.title) added.push({ key: "title", value: folder.title });
  if (route !== series.route) added.push({ key: "route", value: route });
  const pattern = patternOf({ ...series, route }, foundSeries, old);
  if (pattern) {
    added.push({ key: "permalink", value: pattern.permalink, comment: pattern.comment });
    if (pattern.numberWidth !== series.numberWidth) added.push({ key: "numberWidth", value: pattern.numberWidth });
  }
  const assetsRoute = assetsRouteOf({ ...series, route }, old, has);
  if (assetsRoute !== undefined) added.push({ key: "assetsRoute", value: assetsRoute, comment: "today's address" });
  const configLines = lines.filter(
    ({ key, value }) => value !== undefined && !added.some((configLine) => configLine.key === key),
  );
  const position = configLines.findIndex(({ key }) => key === "source") + 1;
  return [...configLines.slice(0, position), ...added, ...configLines.slice(position)];
}

/** The address of the assets folder on the old site, if the new site would give it another one. */
function assetsRouteOf({ source, assets, route }: Series, old: OldSite, has: (path: string) => boolean) {
  const folder = assets === undefined ? undefined : posix.join(source, assets);
  if (folder === undefined || folder === "." || !has(folder)) return undefined;
  const today = old.fileAddressOf?.(`${folder}/file.png`)?.replace(/\/file\.png$/, "");
  return today === "" || today === posix.join(route, "assets") ? undefined : today;
}

/** The pattern of most addresses on the old site; undefined if the usual pattern gives most of them, or if they have none in common. */
function patternOf(series: Named, { folder, texts }: FoundSeries, old: OldSite) {
  if (series.numbers === "none") return undefined;
  const addressed = texts.flatMap(({ source, number }): Addressed[] => {
    const address = old.addressOf(source.path);
    const parts = readFileName(relativeTo(folder, source.path), series);
    return address === undefined ? [] : [{ address, number, parts }];
  });
  if (addressed.length < texts.length / 2) return undefined;
  const usual = addressed.filter(({ address, number, parts: { category = "", slug, status } }) => {
    return fillPattern(series.permalink, series as Series, { number, category, slug, status }) === address;
  });
  if (usual.length > addressed.length / 2) return undefined;
  const patterns = addressed.map((text) => asPattern(text, series));
  const permalink = commonest(patterns);
  const agreeing = patterns.filter((pattern) => pattern === permalink);
  if (!permalink?.includes("{number}") || agreeing.length <= addressed.length / 2) return undefined;
  const widths = addressed.map(
    ({ address, number }) => new RegExp(`(?<!\\d)0*${number}(?!\\d)`).exec(address)?.[0].length ?? 1,
  );
  const padded = addressed.some(({ address, number }) => new RegExp(`(?<!\\d)0+${number}(?!\\d)`).test(address));
  const numberWidth = padded ? (commonest(widths) ?? 1) : 1;
  const [example] = addressed;
  return { permalink, numberWidth, comment: `today's addresses, such as ${example?.address}` };
}

interface Addressed {
  address: string;
  number: number;
  parts: ReturnType<typeof readFileName>;
}

/** Turns an address into a pattern: names replace the parts of the file's name. */
function asPattern({ address, number, parts: { slug, category, status } }: Addressed, { route, files }: Named): string {
  const segments = address.split("/").map((segment) => segment.replace(/[{}]/g, ""));
  const filled = segments.map((segment, index) => {
    const isNearEnd = index >= segments.length - 2;
    const named = slug && isNearEnd && segment.endsWith(slug) ? `${segment.slice(0, -slug.length)}{slug}` : segment;
    const numbered = isNearEnd ? named.replace(new RegExp(`(?<!\\d)0*${number}(?!\\d)`), "{number}") : named;
    if (numbered !== segment) return numbered;
    if (category !== undefined && files.includes("{category}") && segment === category.toLowerCase())
      return "{category}";
    return status !== undefined && files.includes("{status}") && segment === status ? "{status}" : segment;
  });
  const pattern = filled.join("/");
  return pattern.startsWith(`${route}/`) ? `{route}${pattern.slice(route.length)}` : pattern;
}

interface Repository {
  /** Paths of all files. */
  paths: readonly string[];
  /** Absolute. */
  root: string;
  /** Returns the address of a file on the code host; undefined if no host is known. */
  fileUrl: ((path: string) => string) | undefined;
}

/** @returns redirects from old addresses to pages of the new site, or to the code host for files without a page. */
export function oldRedirects(
  old: OldSite,
  { site, documents }: LinkedSite,
  { paths, root, fileUrl }: Repository,
): Record<string, string> {
  const routes = new Map<string, string>();
  for (const { proposals } of site.registers)
    for (const { document, route } of proposals) if (document) routes.set(document.path, route);
  for (const { pages } of site.docs) for (const { document, route } of pages.values()) routes.set(document.path, route);
  for (const { document, route } of [...site.companions, ...site.textPages]) routes.set(document.path, route);
  const folded = new Set([...site.routes.keys(), ...site.files.keys()].map(foldPath));
  const answers = (route: string) => folded.has(foldPath(route));
  // A companion of a proposal may have no page; the code host shows it.
  const pagePaths = new Set(documents.flatMap(({ path, kind }) => (kind === "companion" ? [] : [path])));
  const redirects = new Map<string, string>();
  for (const path of paths) {
    const from = old.addressOf(path);
    if (from === undefined || from === "/" || answers(from)) continue;
    const to = routes.get(path) ?? (pagePaths.has(path) ? undefined : fileUrl?.(path));
    if (to !== undefined && to !== from) redirects.set(from, to);
  }
  for (const { url, path } of site.files.values()) {
    const from = old.fileAddressOf?.(pathBelow(root, path));
    if (from !== undefined && from !== url && !answers(from)) redirects.set(from, url);
  }
  const types = site.registers.flatMap(({ series }) => series.assetTypes);
  const folders = site.registers.flatMap(({ series }) =>
    series.assetsRoute === undefined ? [] : `${series.assetsRoute}/`,
  );
  for (const path of paths) {
    const from = old.fileAddressOf?.(path);
    if (from === undefined || answers(from)) continue;
    const keepsAddress = publicationOf(path, types) && folders.some((start) => from.startsWith(start));
    const to = keepsAddress ? undefined : fileUrl?.(path);
    if (to !== undefined && !redirects.has(from)) redirects.set(from, to);
  }
  const targets = new Map(Object.entries(old.redirects));
  for (const [from, to] of targets) {
    // A chain of two redirects becomes one, and a redirect to an address that does not exist is dropped.
    const [path = "", suffix = ""] = /^([^?#]*)(.*)$/.exec(to)?.slice(1) ?? [];
    const end = answers(path) ? path : (targets.get(path) ?? redirects.get(path) ?? path);
    const exists = /^https?:/.test(end) || answers(end);
    if (!answers(from) && end !== from && exists) redirects.set(from, end + suffix);
  }
  const written = (address: string) => (address.startsWith("/") ? address.replace(/^[^?#]+/, encodePath) : address);
  return Object.fromEntries(
    [...redirects].map(([from, to]) => [written(from), written(to)] as const).sort(([a], [b]) => compareText(a, b)),
  );
}

/** Makes links of the navigation follow redirects, and removes those that lead nowhere; `old.omitted` lists these. @returns undefined if nothing changed. */
export function withKnownLinks(
  lines: readonly ConfigLine[],
  redirects: Record<string, string>,
  { site }: LinkedSite,
  old: OldSite,
): ConfigLine[] | undefined {
  let isChanged = false;
  const isAnswered = (to: string) =>
    /^(?:[a-z]+:|\/\/)/.test(to) || site.routes.has(pathOf(to)) || site.files.has(pathOf(to)) || pathOf(to) === "/";
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow).filter((member) => member !== undefined);
    if (typeof value !== "object" || value === null) return value;
    const { to, label } = value as { to?: string; label?: string };
    if (to === undefined || isAnswered(to)) {
      const followed = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, follow(member)]));
      return Array.isArray(followed.links) && followed.links.length === 0 ? undefined : followed;
    }
    isChanged = true;
    const target = redirects[pathOf(to)];
    if (target !== undefined) return { ...value, to: target };
    const reason = `nothing on the new site has the address ${to}`;
    old.omitted.push({ file: old.file ?? ".", line: 1, name: `a link of the navigation: ${label}`, reason });
    return undefined;
  };
  const corrected = lines.map((line) =>
    line.key === "navbar" || line.key === "footer" ? { ...line, value: follow(line.value) } : line,
  );
  return isChanged ? corrected : undefined;
}

/** The path of a link without the slash at its end. */
const pathOf = (to: string) => splitUrl(to).path.replace(/(.)\/$/, "$1");
