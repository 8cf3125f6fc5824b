/**
 * Implements `cipgen init --from`: examines a repository with proposals and no configuration, describes it, builds it
 * once in memory, and reports how much was understood. It writes no file.
 */
import { posix } from "node:path";
import { type LinkedSite, linkSite } from "../../../build/link.js";
import { buildFiles } from "../../../build/make-files.js";
import { textsWithDiagrams } from "../../../build/plan.js";
import { emptyState } from "../../../build/state.js";
import { type ConfigInput, profiles, rulesText, type SeriesInput } from "../../../config/index.js";
import { resolveConfig } from "../../../config/loading.js";
import { diagramLibrary } from "../../../content/formats/diagrams/index.js";
import { metadataExtensions } from "../../../content/metadata/metadata-files.js";
import { readFileName } from "../../../content/parse/file-name.js";
import { diskReader, type SourceReader, withoutOutputs } from "../../../content/read/reader.js";
import { readSources } from "../../../content/read/sources.js";
import { withMetadataFiles } from "../../../content/read/texts.js";
import { diagnose, lowerSeverity, raiseSeverity } from "../../../platform/diagnostics/codes.js";
import { hasErrors } from "../../../platform/diagnostics/report.js";
import { installCommand } from "../../../platform/optional-packages.js";
import type { ReadSeries } from "../../../shared/api.js";
import type { Diagnostic, Result } from "../../../shared/diagnostic.js";
import type { SourceFile } from "../../../shared/document.js";
import { usualMaxFileSize } from "../../../shared/text-format.js";
import type { RegisterChoice } from "../kinds.js";
import { brokenRules, newTexts } from "./broken-rules.js";
import { type ConfigLine, configFile, configText } from "./config-text.js";
import { describeSeries, ignoredComment, type SeriesDescription } from "./describe.js";
import { checksFor, legacyOf, lenientConfig, lintOf } from "./first-build.js";
import { oldRedirects, withKnownLinks, withOldAddresses } from "./old-addresses.js";
import { reportOmittedSettings, withOldSite, withoutNestedDocs } from "./old-site.js";
import {
  findRivals,
  findUnnumbered,
  orderOf,
  reportOmittedSeries,
  reportSameNumbers,
  reportUnnumbered,
} from "./omitted-texts.js";
import { ignoredFiles } from "./repository.js";
import { elsewhereOf, fileUrl, repositoryName, siteKeys } from "./site-keys.js";
import { oldFiles, readOldSite } from "./sites/index.js";
import { type FoundSeries, findSeries, isOfNumberedFolder, relativeTo } from "./survey.js";

interface Understood {
  /** The text of `cipgen.config.ts`. */
  config: string;
  /** The text of the file of redirects, if it has one. */
  redirects?: string;
  series: ReadSeries[];
}

const texts = ["**/*.{md,markdown,mediawiki,rst}"];

/** @param root absolute. @param choice overrides what the repository says. @returns undefined if there are no proposals, or if they cannot be built. */
export async function describeRepository(
  root: string,
  choice: Partial<RegisterChoice> = {},
): Promise<Result<Understood | undefined>> {
  // 1. Read: all texts, with metadata beside them.
  const reader = await withoutOutputs(diskReader(root), ["."]);
  const paths = await reader.list(".", texts, ignoredFiles);
  const sources = await withMetadataBeside(reader, (await readSources(reader, paths, usualMaxFileSize)).value);
  // 2. Find the series. If texts share a number, the history says which had it first.
  const rough = findSeries(sources);
  const doubles = rough.series.flatMap(findRivals);
  const unclear = doubles.map(({ source }) => source.path);
  const order = unclear.length > 0 ? await orderOf(root, unclear) : new Map<string, number>();
  const { series: foundSeries, omitted: remainingSeries } = doubles.length > 0 ? findSeries(sources, order) : rough;
  if (foundSeries.length === 0) {
    const help =
      "Proposals are Markdown, MediaWiki or reStructuredText with numbered names (0001-title.md, CIP-0020/README.md), or in a folder named rfcs or proposals. Others need a configuration (docs/proposals.md). To begin one: npx cipgen init.";
    return { value: undefined, diagnostics: [diagnose("config-reference", "there are no proposals here", { help })] };
  }
  // 3. Describe each series by its texts.
  const described: { group: FoundSeries; about: SeriesDescription }[] = [];
  for (const group of foundSeries)
    described.push({
      group,
      about: describeSeries(group, new Set(described.map(({ about }) => seriesId(about.series))), repositoryName(root)),
    });
  // 4. Add the settings and the addresses of the old site.
  const files = await oldFiles(reader, root);
  const old = withoutNestedDocs(await readOldSite(files), foundSeries);
  const series = described.map(({ group, about }, index) =>
    withOldAddresses(completeSeries(group, index === 0 ? applyChoice(about, choice) : about), group, old, reader.has),
  );
  const guessed = [...siteKeys(root, sources, old), ...elsewhereOf(described.map(({ about }) => about.series))];
  let site = withOldSite(guessed, old, inputOf([], series).series).map((line) =>
    line.key === "title" && choice.name !== undefined ? { key: "title", value: choice.name } : line,
  );
  // 5. Link the described site, to find the redirects that it needs and the files that its texts use.
  const open = (lines: readonly ConfigLine[]) => {
    const { value: config, diagnostics } = resolveConfig({ ...inputOf(lines, series), ...lenientConfig }, configFile);
    // A configuration with errors cannot be linked.
    return { request: config && { root, config, configFile, state: emptyState() }, diagnostics };
  };
  let { request, diagnostics: findings } = open(site);
  if (!request) return refuseConfig(findings);
  let linked = await linkSite(request);
  const redirects = oldRedirects(old, linked.value, { paths: files.paths, root, fileUrl: fileUrl(root, old) });
  const corrected = withKnownLinks(site, redirects, linked.value, old);
  if (corrected) {
    site = corrected;
    ({ request, diagnostics: findings } = open(site));
    if (!request) return refuseConfig(findings);
    linked = await linkSite(request);
  }
  // 6. Build it in memory, and find settings under which its problems do not stop a build.
  const draft = inputOf(site, series);
  const built = await buildFiles({ ...request, linked, checksOnly: true });
  const settings = (problems: readonly Diagnostic[], errors: readonly Diagnostic[], habits: readonly string[]) => [
    ...site,
    ...checksFor(problems, linked.value),
    ...legacyOf([...problems, ...errors.map(lowerSeverity)], linked.value, draft),
    ...lintOf(draft, habits),
  ];
  // 7. Link it with these settings and a new text. Errors that remain would stop its builds, as would a register without a readable text.
  const written = inputOf([...settings(built.diagnostics, [], []), { key: "redirects", value: redirects }], series);
  const { value: config, diagnostics: wrongSettings } = resolveConfig(written, configFile);
  const drafts = await newTexts(root, linked.value, sources);
  const relinked = config && (await linkSite({ ...request, config, drafts, state: emptyState() }));
  const strict = (relinked?.diagnostics ?? wrongSettings).filter(({ file = "" }) => !drafts.has(file));
  const ignored = foundSeries.map((group) => findUnnumbered(group, [...strict, ...built.diagnostics], linked.value));
  const isIgnored = ({ file = "" }: Diagnostic) => ignored.flat().includes(file);
  const withoutIgnored = (diagnostics: readonly Diagnostic[]) => diagnostics.filter((problem) => !isIgnored(problem));
  const problems = withoutIgnored(built.diagnostics);
  const errors = (hasErrors(problems) ? problems : withoutIgnored(strict)).filter(
    ({ severity }) => severity === "error",
  );
  const isEmpty = linked.value.site.registers.every(({ proposals }) => proposals.every(({ document }) => !document));
  if (errors.length > 0 || isEmpty) return refuseConfig(isEmpty ? raiseSeverity(problems, () => true) : errors);
  const habits = relinked && config ? brokenRules(relinked, drafts, config) : [];
  const complete = series.map((keys, index) =>
    withIgnored(keys, foundSeries[index] as FoundSeries, ignored[index] ?? []),
  );
  const omitted = reportOmittedSettings(old);
  return {
    value: {
      config: configText(
        [...settings(problems, strict.filter(isIgnored), habits), ...redirectLines(redirects)],
        complete,
        old.file,
        omitted.comments,
        textsWithDiagrams(linked.value).length > 0 ? installCommand([diagramLibrary]) : undefined,
      ),
      ...(Object.keys(redirects).length > 0 && { redirects: rulesText(redirects) }),
      series: described.map(({ group, about }) => countFields(group, about, linked.value)),
    },
    diagnostics: [
      ...omitted.diagnostics,
      ...remainingSeries.map(reportOmittedSeries),
      ...foundSeries.flatMap((group) => reportSameNumbers(group, order)),
      ...foundSeries.flatMap(({ folder }, index) => reportUnnumbered(folder, ignored[index] ?? [])),
      ...problems,
    ],
  };
}

/** Returns no configuration, because its builds would fail until a maintainer decides about the reported texts. */
function refuseConfig(diagnostics: readonly Diagnostic[]): Result<undefined> {
  const help =
    "Rename the file, folder or value that it names, or write the configuration by hand (docs/configuration.md).";
  const ofTexts = diagnostics.map((diagnostic) =>
    diagnostic.code.startsWith("config-")
      ? diagnose("series-left-out", diagnostic.message, { severity: diagnostic.severity, help })
      : diagnostic,
  );
  return { value: undefined, diagnostics: ofTexts };
}

/** Adds paths to the `ignore` of a series. */
function withIgnored(keys: readonly ConfigLine[], series: FoundSeries, paths: readonly string[]): ConfigLine[] {
  if (paths.length === 0) return [...keys];
  const written = keys.find(({ key }) => key === "ignore")?.value as string[] | undefined;
  const value = [...(written ?? []), ...paths.map((path) => relativeTo(series.folder, path))];
  return [...keys.filter(({ key }) => key !== "ignore"), { key: "ignore", value, comment: ignoredComment }];
}

/** Gives the first series the label and the profile that the user chose. */
function applyChoice(
  { series, ...about }: SeriesDescription,
  { label, profile }: Partial<RegisterChoice>,
): SeriesDescription {
  if (label === undefined && profile === undefined) return { ...about, series };
  const { title } = series;
  const named =
    label === undefined ? {} : { label, mentions: [label], ...(title !== undefined && { title: `${label}s` }) };
  return { ...about, series: { ...(profile && { profile }), ...series, ...(profile && { profile }), ...named } };
}

/** Adds to texts the metadata that numbered folders have in files of one name: `0017-swap/kep.yaml` beside `0017-swap/README.md`. */
async function withMetadataBeside(reader: SourceReader, sources: readonly SourceFile[]): Promise<SourceFile[]> {
  const indexes = sources.map(({ path }) => path).filter(isOfNumberedFolder);
  const folders = new Set(indexes.map((path) => posix.dirname(path)));
  const counts = new Map<string, number>();
  const pattern = `**/*.{${metadataExtensions.join(",")}}`;
  for (const path of folders.size > 1 ? await reader.list(".", [pattern], ignoredFiles) : []) {
    const name = posix.basename(path);
    if (folders.has(posix.dirname(path)) && name !== "package.json") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].filter(([, count]) => count >= Math.max(2, folders.size * 0.3)).map(([name]) => name);
  if (names.length === 0) return [...sources];
  const filesOf = (path: string) =>
    isOfNumberedFolder(path) ? names.map((name) => posix.join(posix.dirname(path), name)) : [];
  return (
    await withMetadataFiles(reader, { value: [...sources], diagnostics: [] }, filesOf, {
      maxFileSize: usualMaxFileSize,
      earlierSources: new Map(),
    })
  ).value;
}

const seriesId = ({ id, profile }: SeriesInput) => id ?? (profile && profiles[profile].id) ?? "";

function inputOf(site: readonly ConfigLine[], series: readonly (readonly ConfigLine[])[]): ConfigInput {
  const object = (lines: readonly ConfigLine[]) => Object.fromEntries(lines.map(({ key, value }) => [key, value]));
  return { ...object(site), series: series.map(object) } as unknown as ConfigInput;
}

/** The keys of a series in a readable order. */
function completeSeries(foundSeries: FoundSeries, { series, guesses }: SeriesDescription): ConfigLine[] {
  const isUsual = foundSeries.folder === "." || (series.profile && profiles[series.profile].assets !== undefined);
  const complete: SeriesInput = isUsual ? series : { ...series, assets: posix.relative(foundSeries.folder, ".") };
  const comments = { ...guesses, ...(!isUsual && { assets: "a guess: files that texts link to, in any folder" }) };
  return Object.entries(complete).map(([key, value]) => ({ key, value, comment: comments[key as keyof SeriesInput] }));
}

/** The file with the redirects of old addresses, to which `cipgen switch --write` adds others. */
export const redirectsFile = "redirects.json";

const redirectLines = (redirects: Record<string, string>): ConfigLine[] =>
  Object.keys(redirects).length === 0
    ? []
    : [{ key: "redirects", value: redirectsFile, comment: "addresses of the old site" }];

function countFields(foundSeries: FoundSeries, { series, form }: SeriesDescription, linked: LinkedSite): ReadSeries {
  const id = seriesId(series);
  const register = linked.site.registers.find((candidate) => candidate.series.id === id);
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
    source: foundSeries.folder,
    files: series.files ?? foundSeries.files,
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
