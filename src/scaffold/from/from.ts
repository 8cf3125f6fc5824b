/**
 * `cipgen init --from`: examines a repository with proposals and no configuration, describes it, builds it once in
 * memory, and reports how much of it was understood. It writes no file.
 */
import { basename, posix } from "node:path";
import { stringify } from "yaml";
import { type ConfigInput, profiles, type SeriesInput, type SiteConfig } from "../../config/index.js";
import { resolveConfig } from "../../config/loading.js";
import { diagnose } from "../../diagnostics/codes.js";
import { lintSite } from "../../lint/lint.js";
import { readSettings } from "../../lint/settings.js";
import { metadataExtensions, metadataFileOf } from "../../metadata/beside.js";
import { hasNumbersInNames, readFileName } from "../../parse/file-name.js";
import { buildFiles } from "../../pipeline/build-files.js";
import { type LinkedSite, linkSite } from "../../pipeline/link.js";
import { emptyState, memoize } from "../../pipeline/state.js";
import { orderInHistory, pathInRepository, resolveCommit } from "../../read/commits.js";
import { withMetadataFiles } from "../../read/metadata-files.js";
import { withoutOutputs } from "../../read/outputs.js";
import { diskReader, type SourceReader } from "../../read/reader.js";
import { readSources } from "../../read/sources.js";
import type { ReadSeries } from "../../shared/api.js";
import type { Diagnostic, Result, Severity } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { largestOf } from "../../shared/lists.js";
import { usualMaxFileSize } from "../../shared/text-format.js";
import { encodePath } from "../../shared/url.js";
import type { RegisterChoice } from "../kinds.js";
import { withFormerStatuses } from "./classes.js";
import { type ConfigLine, configText } from "./config-text.js";
import { type Described, describeSeries } from "./describe.js";
import { editorsOf } from "./editors.js";
import { keptProcess } from "./kept-process.js";
import { markdownUsed } from "./markdown.js";
import { findNumbersInTexts } from "./numbers-in-texts.js";
import {
  notTakenComments,
  notTakenDiagnostics,
  oldFiles,
  oldRedirects,
  withKnownLinks,
  withOldAddresses,
  withOldSite,
  withoutNestedDocs,
} from "./old-site.js";
import { assetTypes, findAssets, findDocs, readRepository, titleOf } from "./repository.js";
import type { OldSite } from "./sites/generator.js";
import { readOldSite } from "./sites/index.js";
import { findSlugs } from "./slugs.js";
import {
  type FoundSeries,
  findSeries,
  hasMetadata,
  isIndex,
  type NumberedText,
  numberedPaths,
  othersBeside,
  relativeTo,
} from "./survey.js";
import { commonest } from "./written-fields.js";

export interface Understood {
  /** The text of `cipgen.config.ts`. */
  config: string;
  /** The text of the file of redirects, if it has one. */
  redirects?: string;
  series: ReadSeries[];
}

const configFile = "cipgen.config.ts";
const texts = ["**/*.{md,markdown,mediawiki,rst}"];
const foreign = ["**/node_modules/**", "**/.*/**", "build/**"];

/** @param root absolute. @param given what the user knows better. @returns undefined where there are no proposals. Diagnostics are those of the build. */
export async function describeRepository(
  root: string,
  given: Partial<RegisterChoice> = {},
): Promise<Result<Understood | undefined>> {
  const reader = await withoutOutputs(diskReader(root), ["."]);
  const paths = await reader.list(".", texts, foreign);
  const sources = await withMetadataBeside(reader, (await readSources(reader, paths, usualMaxFileSize)).value);
  const rough = findAnySeries(sources, new Map());
  const doubles = rough.found.flatMap(rivalsIn).map(({ source }) => source.path);
  const order = doubles.length > 0 ? await orderOf(root, doubles) : new Map<string, number>();
  const { found, left } = doubles.length > 0 ? findAnySeries(sources, order) : rough;
  if (found.length === 0) {
    const help =
      (await otherFormats(reader)) ??
      "Looked for texts with a number in their names, such as 0001-title.md, cip-20.md or CIP-0020/README.md. The number of a folder that has many texts, such as 2019/, is none of theirs. Numbers in metadata alone are those of a key that headings have, too (flip: 200 and # FLIP 200: Title). Texts without numbers are looked for in folders such as rfcs, proposals or decisions.";
    return { value: undefined, diagnostics: [diagnose("config-reference", "there are no proposals here", { help })] };
  }
  const described: { found: FoundSeries; about: Described }[] = [];
  for (const one of found)
    described.push({
      found: one,
      about: describeSeries(one, new Set(described.map(({ about }) => seriesId(about.series))), repositoryName(root)),
    });
  const files = await oldFiles(reader, root);
  const old = withoutNestedDocs(await readOldSite(files), found);
  const series = described.map(({ found: one, about }, index) =>
    withOldAddresses(completeSeries(one, index === 0 ? asGiven(about, given) : about, reader.has), one, old),
  );
  const guessed = [...siteKeys(root, sources, found, old), ...elsewhereOf(described.map(({ about }) => about.series))];
  let site = withOldSite(guessed, old, inputOf([], series).series).map((line) =>
    line.key === "title" && given.name !== undefined ? { key: "title", value: given.name } : line,
  );
  const open = (lines: readonly ConfigLine[]) => {
    const { value: config, diagnostics } = resolveConfig({ ...inputOf(lines, series), ...lenient }, configFile);
    // With errors there is no site, but its documents are known.
    const state = { ...emptyState(), memo: { sources: new Map(), files: new Map() } };
    return { request: config && { root, config, configFile, state }, diagnostics };
  };
  let { request, diagnostics: findings } = open(site);
  if (!request) return { value: undefined, diagnostics: findings };
  let linked = await linkOnce(request);
  const redirects = oldRedirects(old, linked.value, files.paths, root, fileUrl(root, old));
  const corrected = withKnownLinks(site, redirects, linked.value, old);
  if (corrected) {
    site = corrected;
    ({ request, diagnostics: findings } = open(site));
    if (!request) return { value: undefined, diagnostics: findings };
    linked = await linkOnce(request);
  }
  const { config } = request;
  const draft = inputOf(site, series);
  const built = await buildFiles(request);
  const folders = found.map(({ folder }) => folder);
  const { types, answered } = assetTypes(built.diagnostics, sources, folders, root);
  const kept = (index: number): Omit<ConfigLine, "key"> => {
    const register = linked.value.site.registers[index];
    const { process, comment } = (register && keptProcess(register, draft.series[index]?.profile, sources)) ?? {};
    const named = register && editorsOf(files, register.series);
    if (!named) return { value: process, comment };
    const said = `editors from ${named.from}`;
    return { value: { ...process, editors: named.editors }, comment: comment ? `${comment}; ${said}` : said };
  };
  const complete = series.map((keys, index): ConfigLine[] => [
    ...keys.map((line) =>
      line.key === "statuses"
        ? { ...line, value: withFormerStatuses(line.value, linked.value.site.registers[index]) }
        : line,
    ),
    { key: "process", ...kept(index) },
    guessedLists(keys),
    { key: "assetTypes", value: types.get(folders[index] ?? ""), comment: "texts link to files of these types" },
  ]);
  const problems = built.diagnostics.filter((diagnostic) => !answered.has(diagnostic));
  return {
    value: {
      config: configText(
        [
          ...site,
          ...checksFor(problems, linked.value),
          ...legacyOf(problems, linked.value, draft),
          ...lintOf(config, linked, series.length > 0 && draft.series.every(({ profile }) => profile)),
          ...redirectLines(redirects),
        ],
        complete,
        old.file,
        notTakenComments(old),
      ),
      ...(Object.keys(redirects).length > 0 && { redirects: stringify(redirects, { lineWidth: 0 }) }),
      series: described.map(({ found: one, about }) => countFields(one, about, linked.value)),
    },
    diagnostics: [
      ...notTakenDiagnostics(old),
      ...left.map(leftOut),
      ...found.flatMap((one) => sameNumbers(one, order)),
      ...otherForms(found, sources, linked.value),
      ...problems,
    ],
  };
}

/** Numbers are looked for in names, then in texts; texts without any only where none has one. */
function findAnySeries(sources: readonly SourceFile[], order: ReadonlyMap<string, number>) {
  const { found, left } = findSeries(sources, order);
  if (found.length > 0) return { found, left };
  const inTexts = findNumbersInTexts(sources, order);
  return { found: inTexts.length > 0 ? inTexts : findSlugs(sources), left };
}

/** The first series as the user calls it. */
function asGiven({ series, ...about }: Described, { label, profile }: Partial<RegisterChoice>): Described {
  if (label === undefined && profile === undefined) return { ...about, series };
  const { title } = series;
  const named =
    label === undefined ? {} : { label, mentions: [label], ...(title !== undefined && { title: `${label}s` }) };
  return { ...about, series: { ...(profile && { profile }), ...series, ...(profile && { profile }), ...named } };
}

/** What is wrong today must not stop the first build. */
const lenient = {
  legacy: { until: Number.MAX_SAFE_INTEGER },
  checks: { brokenLinks: "warn", brokenMarkdownLinks: "warn", brokenAnchors: "warn" },
};

const linkOnce = (request: Parameters<typeof buildFiles>[0]) =>
  memoize(request.state, "linked", () => linkSite(request));

/** The texts, with the metadata that several numbered folders have in a file of one name: `0017-swap/kep.yaml` beside `0017-swap/README.md`. */
async function withMetadataBeside(reader: SourceReader, sources: readonly SourceFile[]): Promise<SourceFile[]> {
  const folders = new Set(
    numberedPaths(sources.map(({ path }) => path))
      .filter(isIndex)
      .map((path) => posix.dirname(path)),
  );
  const counts = new Map<string, number>();
  for (const path of folders.size > 1
    ? await reader.list(".", [`**/*.{${metadataExtensions.join(",")}}`], foreign)
    : []) {
    const name = posix.basename(path);
    if (folders.has(posix.dirname(path)) && name !== "package.json") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].filter(([, count]) => count >= Math.max(2, folders.size * 0.3)).map(([name]) => name);
  if (names.length === 0) return [...sources];
  const filesOf = (path: string) => (isIndex(path) ? names.map((name) => posix.join(posix.dirname(path), name)) : []);
  return (
    await withMetadataFiles(reader, { value: [...sources], diagnostics: [] }, filesOf, usualMaxFileSize, new Map())
  ).value;
}

/** Numbered texts in a format that only a function of the register can read. */
async function otherFormats(reader: SourceReader): Promise<string | undefined> {
  const paths = numberedPaths(await reader.list(".", ["**/*.{adoc,asciidoc,mdx,org,tex,txt,xml}"], foreign));
  const folder = commonest(paths.map((path) => posix.dirname(path)));
  const first = paths.find((path) => posix.dirname(path) === folder);
  if (first === undefined) return undefined;
  const kinds = [...new Set(paths.map((path) => posix.extname(path)))].sort().join(", ");
  return `Found ${paths.length} numbered ${paths.length === 1 ? "text" : "texts"} in other formats (${kinds}), such as ${first}. Write a configuration with \`read\`, a function that reads them: see "Texts in a format of their own" in the manual.`;
}

/** Numbered texts beside the proposals that are none: `cap-0003-01.md` beside `cap-0003.md` is a part of it. */
function otherForms(found: readonly FoundSeries[], sources: readonly SourceFile[], { site }: LinkedSite): Diagnostic[] {
  const read = new Set(site.registers.flatMap(({ proposals }) => proposals.map(({ document }) => document?.path)));
  return found.flatMap((series) => {
    const [first, ...others] = othersBeside(series, found, sources).filter((path) => !read.has(path));
    if (first === undefined) return [];
    const message = countAndNames(series.folder, [first, ...others], "with another form of name");
    const help = `A part of a proposal is a page below it. To make a text a proposal of its own, give it a name such as ${series.files}.`;
    return [diagnose("series-left-out", message, { file: first, line: 1, column: 1, help })];
  });
}

/** The texts of numbers that several have, without those beside a proposal, which have no metadata. */
function rivalsIn({ texts, doubles }: FoundSeries) {
  const rivals = doubles.filter(hasMetadata);
  const numbers = new Set(rivals.map(({ number }) => number));
  return [...texts.filter(({ number }) => numbers.has(number)), ...rivals];
}

/** The order in which texts came in, as far as a history says it. */
async function orderOf(root: string, paths: readonly string[]): Promise<Map<string, number>> {
  const prefix = await pathInRepository(root);
  const head = prefix === undefined ? undefined : await resolveCommit(root, "HEAD");
  if (prefix === undefined || head === undefined) return new Map();
  return orderInHistory(root, head, prefix, paths);
}

/**
 * Two texts cannot have one number; a maintainer decides whether the other one is a proposal, too.
 * @param order of texts that a history has: without it nothing says which of them has the number, which is an error.
 */
function sameNumbers({ folder, texts, doubles }: FoundSeries, order: ReadonlyMap<string, number>): Diagnostic[] {
  const owners = new Map(texts.map((text) => [text.number, text]));
  const isOpen = (text: NumberedText) => {
    const owner = owners.get(text.number);
    return owner !== undefined && hasMetadata(text) && hasMetadata(owner) && !order.has(owner.source.path);
  };
  const all = doubles.filter(({ number }) => owners.has(number));
  const report = (some: readonly NumberedText[], reason: string, help: string, severity: Severity): Diagnostic[] => {
    const paths = some.map(({ source }) => source.path);
    if (paths.length === 0) return [];
    const translated = paths.find((path) => /\.[a-z]{2}(?:[-_][a-z]{2,4})?\.\w+$/i.test(path));
    const translation =
      translated && ` If ${relativeTo(folder, translated)} is a translation, it belongs in content/i18n.`;
    const place = { file: paths[0], line: 1, column: 1, severity, help: help + (translation ?? "") };
    return [diagnose("series-left-out", countAndNames(folder, paths, reason), place)];
  };
  return [
    ...report(
      all.filter((text) => !isOpen(text)),
      "with the number of another text, which is older or longer",
      "They are in `ignore` of the series. If they are proposals, give them other numbers and remove them there.",
      "warning",
    ),
    ...report(
      all.filter(isOpen),
      "with the number of another text, and nothing says which of them has it",
      "They are in `ignore` of the series. Give all but one of them other numbers, or name the end of their names in `parts`, and remove them there.",
      "error",
    ),
  ];
}

function countAndNames(folder: string, paths: readonly string[], reason: string): string {
  const count = paths.length === 1 ? "1 numbered text" : `${paths.length} numbered texts`;
  const named = paths.slice(0, 3).map((path) => relativeTo(folder, path));
  return `${count} in ${folder} ${reason}: ${named.join(", ")}${paths.length > 3 ? ", …" : ""}`;
}

/** A maintainer decides whether these are another series. */
function leftOut({ folder, files, texts }: FoundSeries): Diagnostic {
  const message = `${texts.length} numbered texts in ${folder} (${files}) are in no series: they are few, or have no metadata`;
  const help = `If they are proposals, add a series with source: ${JSON.stringify(folder)} and files: ${JSON.stringify(files)}.`;
  return diagnose("series-left-out", message, { file: texts[0]?.source.path, line: 1, column: 1, help });
}

const seriesId = ({ id, profile }: SeriesInput) => id ?? (profile && profiles[profile].id) ?? "";

function inputOf(site: readonly ConfigLine[], series: readonly (readonly ConfigLine[])[]): ConfigInput {
  const object = (lines: readonly ConfigLine[]) => Object.fromEntries(lines.map(({ key, value }) => [key, value]));
  return { ...object(site), series: series.map(object) } as unknown as ConfigInput;
}

/** The keys of a series in a readable order. */
function completeSeries(
  found: FoundSeries,
  { series, guesses }: Described,
  has: (path: string) => boolean,
): ConfigLine[] {
  const assets = findAssets(
    found.folder,
    found.texts.map(({ source }) => source),
    has,
  );
  const own = series.profile ? { ...(assets && assets !== "../assets" && { assets }) } : { assets };
  const complete: SeriesInput = { ...series, ...own };
  return Object.entries(complete).map(([key, value]) => ({ key, value, comment: guesses[key as keyof SeriesInput] }));
}

/** The name of the repository, or else of its folder. */
const repositoryName = (root: string) => partsOf(readRepository(root).address).name ?? basename(root);

/** Registers that were one: the texts of each still name those of the other as their own. */
const neighbours: Partial<Record<keyof typeof profiles, NonNullable<ConfigInput["elsewhere"]>>> = {
  eip: [{ label: "ERC", url: "https://ercs.ethereum.org/ERCS/erc-{number}" }],
  erc: [{ label: "EIP", url: "https://eips.ethereum.org/EIPS/eip-{number}" }],
};

function elsewhereOf(series: readonly SeriesInput[]): ConfigLine[] {
  const [only] = series.flatMap(({ profile }) => (profile && neighbours[profile] ? [profile] : []));
  return series.length === 1 && only ? [{ key: "elsewhere", value: neighbours[only] }] : [];
}

function siteKeys(
  root: string,
  sources: readonly SourceFile[],
  found: readonly FoundSeries[],
  old: OldSite,
): ConfigLine[] {
  const { address: remote, branch } = readRepository(root);
  const address = remote ?? repositoryOf(old);
  const readme = sources.find(({ path }) => /^readme\.(?:md|markdown|mediawiki|rst)$/i.test(path));
  const { owner, name, host } = partsOf(address);
  const isPages = host === "github.com" && name !== `${owner}.github.io`;
  const docs = findDocs(sources, found);
  return [
    { key: "title", value: titleOf(readme?.text) ?? repositoryName(root) },
    {
      key: "url",
      value: host === "github.com" ? `https://${owner}.github.io` : "https://example.org",
      comment: "a guess: where the site will be published",
    },
    { key: "baseUrl", value: isPages ? `/${name}/` : undefined },
    { key: "repository", value: address },
    { key: "editUrl", value: address && `${address}/${isGitLab(address) ? "-/" : ""}edit/${branch}` },
    { key: "content", value: docs && { docs: docs.folder } },
    {
      key: "docs",
      value: docs && { mainDocId: docs.mainDocId },
      comment: docs && "a guess: the page that /docs leads to",
    },
    { key: "markdown", value: markdownUsed(textsOfSite(sources, found, docs?.folder)) },
  ];
}

/** The texts below the folders of the series and the docs. */
function textsOfSite(
  sources: readonly SourceFile[],
  found: readonly FoundSeries[],
  docs: string | undefined,
): SourceFile[] {
  const folders = [...found.map(({ folder }) => folder), ...(docs === undefined ? [] : [docs])];
  return sources.filter(({ path }) => folders.some((folder) => folder === "." || path.startsWith(`${folder}/`)));
}

function partsOf(address: string | undefined): { host?: string; owner?: string; name?: string } {
  if (!address) return {};
  const { host, pathname } = new URL(address);
  const parts = pathname.split("/").filter(Boolean);
  return { host, owner: parts[0], name: parts.at(-1) };
}

const isGitLab = (address: string) => /\bgitlab\b/i.test(new URL(address).host);

/** The repository that an old configuration names. */
const repositoryOf = ({ keys: { repository } }: OldSite) =>
  typeof repository === "string" ? repository : repository?.[0];

/** Where the code host shows a file of the repository. */
function fileUrl(root: string, old: OldSite): ((path: string) => string) | undefined {
  const { address: remote, branch } = readRepository(root);
  const address = remote ?? repositoryOf(old);
  if (address === undefined) return undefined;
  return (path) => `${address}/${isGitLab(address) ? "-/" : ""}blob/${branch}/${encodePath(path)}`;
}

/** The old site's addresses: a file of their own, to which `cipgen switch --write` adds others. */
export const redirectsFile = "redirects.yml";

const redirectLines = (redirects: Record<string, string>): ConfigLine[] =>
  Object.keys(redirects).length === 0
    ? []
    : [{ key: "redirects", value: redirectsFile, comment: "addresses of the old site" }];

const isLinkError = ({ code }: Diagnostic) => code === "broken-link" || code === "file-refused";

/** Checks of other files than texts that fail today only warn; a maintainer who has fixed them removes the line. */
function checksFor(diagnostics: readonly Diagnostic[], { roles }: LinkedSite): ConfigLine[] {
  /** `legacy` says nothing of a text beside proposals that has no number. */
  const isOld = (file = "") => {
    const role = roles.get(file);
    return (
      role !== undefined &&
      (role.kind !== "proposal" ||
        !hasNumbersInNames(role.series) ||
        readFileName(role.relativePath, role.series).number !== undefined)
    );
  };
  const count = diagnostics.filter((one) => isLinkError(one) && !isOld(one.file)).length;
  if (count === 0) return [];
  const comment = `${count} ${count === 1 ? "file is" : "files are"} not published today; remove this when that is fixed`;
  return [{ key: "checks", value: { brokenLinks: "warn" }, comment }];
}

/** A rule that many texts of a register break is none of its rules, and a list of fields that was guessed has not all of them. */
function lintOf(
  config: SiteConfig,
  { value, diagnostics }: Result<LinkedSite>,
  isEveryListKnown: boolean,
): ConfigLine[] {
  const settings = readSettings(config, configFile).value;
  const known = new Set(settings.map(({ rule }) => rule.id));
  const errors = lintSite(value, diagnostics, settings).filter(
    ({ code, severity }) => severity === "error" && known.has(code),
  );
  const usual = value.site.registers.flatMap(({ proposals }) => {
    const own = new Set(proposals.map(({ document }) => document?.path));
    const ofSeries = errors.filter(({ file }) => own.has(file));
    return [...new Set(ofSeries.map(({ code }) => code))].filter((code) => {
      const files = new Set(ofSeries.flatMap((one) => (one.code === code ? one.file : [])));
      return files.size > 1 && files.size >= proposals.length * 0.1;
    });
  });
  const lenient = new Set(isEveryListKnown ? usual : [...usual, "unknown-fields"]);
  if (lenient.size === 0) return [];
  const comment = "errors by default: many texts break these rules, or what they know was guessed";
  const own = Object.fromEntries([...lenient].sort().map((code) => [code, "warn"]));
  return [{ key: "lint", value: { rules: own }, comment }];
}

/** The statuses and categories that today's texts have are not all that a register knows. */
function guessedLists(keys: readonly ConfigLine[]): ConfigLine {
  const has = (name: string) => keys.some(({ key, value }) => key === name && value !== undefined);
  const rules = { ...(has("category") && { category: "warn" }), ...(has("statuses") && { status: "warn" }) };
  return { key: "lint", value: has("profile") || Object.keys(rules).length === 0 ? undefined : { rules } };
}

/** Errors of today's texts must not stop the site: the texts up to the last one that has one are old. */
function legacyOf(
  diagnostics: readonly Diagnostic[],
  { documents, roles }: LinkedSite,
  { series }: ConfigInput,
): ConfigLine[] {
  const errors = diagnostics.filter((one) => one.isLowered || (isLinkError(one) && roles.has(one.file ?? "")));
  const isLenient = series.some(({ profile }) => profile && profiles[profile].onBadField === "warn");
  if (errors.length === 0 && !isLenient) return [];
  const texts = new Map(
    [...roles].flatMap(([path, role]): [string, string][] => {
      const beside = role.kind === "proposal" && metadataFileOf(path, role.series.metadata);
      return beside ? [[beside, path]] : [];
    }),
  );
  const wrong = new Set(errors.flatMap(({ file }) => (file && texts.get(file)) ?? file ?? []));
  const isNumbered = (path: string) => {
    const role = roles.get(path);
    return role?.kind === "proposal" && role.series.numbers !== "none";
  };
  const numbers = documents.flatMap(({ path, kind, meta }) =>
    kind === "proposal" && wrong.has(path) && isNumbered(path) ? [meta.number] : [],
  );
  for (const path of wrong) {
    const role = roles.get(path);
    if (role?.kind === "proposal" && isNumbered(path))
      numbers.push(readFileName(role.relativePath, role.series).number ?? 0);
  }
  const count = wrong.size === 1 ? "1 text has" : `${wrong.size} texts have`;
  const later = numbers.length > 0 || wrong.size === 0 ? "those with a higher number" : "those that come in later";
  const comment = wrong.size === 0 ? "no text has errors" : `${count} errors today; ${later} get none`;
  return [{ key: "legacy", value: { until: largestOf(numbers, 0) }, comment }];
}

function countFields(found: FoundSeries, { series, form }: Described, linked: LinkedSite): ReadSeries {
  const id = seriesId(series);
  const register = linked.site.registers.find((one) => one.series.id === id);
  const metas = (register?.proposals ?? []).flatMap(({ document, meta }) => (document ? [meta] : []));
  const roles = [...linked.roles.values()].filter(
    (role) =>
      role.kind === "proposal" &&
      role.series.id === id &&
      !role.locale &&
      readFileName(role.relativePath, role.series).matches,
  );
  const count = (has: (meta: (typeof metas)[number]) => unknown) => metas.filter(has).length;
  return {
    id,
    source: found.folder,
    files: series.files ?? found.files,
    metadata: form ?? "none",
    proposals: Math.max(roles.length, metas.length),
    read: {
      number: metas.length,
      title: count(({ title }) => title),
      status: count(({ status }) => status),
      date: count(({ date }) => date),
      authors: count(({ authors }) => authors.length > 0),
    },
  };
}
