/**
 * `cipgen init --from`: examines a repository with proposals and no configuration, describes it, builds it once in
 * memory, and reports how much of it was understood. It writes no file.
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
import { type Described, describeSeries, ignoredComment } from "./describe.js";
import { checksFor, legacyOf, lenient, lintOf } from "./first-build.js";
import { oldRedirects, withKnownLinks, withOldAddresses } from "./old-addresses.js";
import { notTakenBy, withOldSite, withoutNestedDocs } from "./old-site.js";
import { leftOut, orderOf, rivalsIn, sameNumbers, unnumbered, withoutNumber } from "./omitted-texts.js";
import { foreign } from "./repository.js";
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

/** @param root absolute. @param choice what the user knows better. @returns undefined where there are no proposals. Diagnostics are those of the build. */
export async function describeRepository(
  root: string,
  choice: Partial<RegisterChoice> = {},
): Promise<Result<Understood | undefined>> {
  // 1. Read: all texts, with metadata beside them.
  const reader = await withoutOutputs(diskReader(root), ["."]);
  const paths = await reader.list(".", texts, foreign);
  const sources = await withMetadataBeside(reader, (await readSources(reader, paths, usualMaxFileSize)).value);
  // 2. Find the series. Where texts share a number, the history says which had it first.
  const rough = findSeries(sources);
  const doubles = rough.series.flatMap(rivalsIn);
  const unclear = doubles.map(({ source }) => source.path);
  const order = unclear.length > 0 ? await orderOf(root, unclear) : new Map<string, number>();
  const { series: foundSeries, omitted: remainingSeries } = doubles.length > 0 ? findSeries(sources, order) : rough;
  if (foundSeries.length === 0) {
    const help =
      "Begin a register in an empty folder: npx cipgen init. Proposals are found by numbers in names, such as 0001-title.md or CIP-0020/README.md; other texts need a configuration (docs/proposals.md).";
    return { value: undefined, diagnostics: [diagnose("config-reference", "there are no proposals here", { help })] };
  }
  // 3. Describe each: its keys as its texts have them.
  const described: { group: FoundSeries; about: Described }[] = [];
  for (const group of foundSeries)
    described.push({
      group,
      about: describeSeries(group, new Set(described.map(({ about }) => seriesId(about.series))), repositoryName(root)),
    });
  // 4. Add what the old site's configuration says, and its addresses.
  const files = await oldFiles(reader, root);
  const old = withoutNestedDocs(await readOldSite(files), foundSeries);
  const series = described.map(({ group, about }, index) =>
    withOldAddresses(completeSeries(group, index === 0 ? asGiven(about, choice) : about), group, old, reader.has),
  );
  const guessed = [...siteKeys(root, sources, old), ...elsewhereOf(described.map(({ about }) => about.series))];
  let site = withOldSite(guessed, old, inputOf([], series).series).map((line) =>
    line.key === "title" && choice.name !== undefined ? { key: "title", value: choice.name } : line,
  );
  // 5. Link the site that this makes, for what only links show: redirects that are needed, and files that texts use.
  const open = (lines: readonly ConfigLine[]) => {
    const { value: config, diagnostics } = resolveConfig({ ...inputOf(lines, series), ...lenient }, configFile);
    // With errors there is no site, but its documents are known.
    return { request: config && { root, config, configFile, state: emptyState() }, diagnostics };
  };
  let { request, diagnostics: findings } = open(site);
  if (!request) return undecided(findings);
  let linked = await linkSite(request);
  const redirects = oldRedirects(old, linked.value, { paths: files.paths, root, fileUrl: fileUrl(root, old) });
  const corrected = withKnownLinks(site, redirects, linked.value, old);
  if (corrected) {
    site = corrected;
    ({ request, diagnostics: findings } = open(site));
    if (!request) return undecided(findings);
    linked = await linkSite(request);
  }
  // 6. Build it without writing, and answer its problems with settings where the register means it so.
  const draft = inputOf(site, series);
  const built = await buildFiles({ ...request, linked, checksOnly: true });
  const settings = (problems: readonly Diagnostic[], errors: readonly Diagnostic[], habits: readonly string[]) => [
    ...site,
    ...checksFor(problems, linked.value),
    ...legacyOf([...problems, ...errors.map(lowerSeverity)], linked.value, draft),
    ...lintOf(draft, habits),
  ];
  // 7. Link it as it will be written, with a new text: what no setting answers would stop the build, as would a register of which nothing can be read.
  const written = inputOf([...settings(built.diagnostics, [], []), { key: "redirects", value: redirects }], series);
  const { value: config, diagnostics: wrongSettings } = resolveConfig(written, configFile);
  const drafts = await newTexts(root, linked.value, sources);
  const relinked = config && (await linkSite({ ...request, config, drafts, state: emptyState() }));
  const strict = (relinked?.diagnostics ?? wrongSettings).filter(({ file = "" }) => !drafts.has(file));
  const ignored = foundSeries.map((group) => unnumbered(group, [...strict, ...built.diagnostics], linked.value));
  const isIgnored = ({ file = "" }: Diagnostic) => ignored.flat().includes(file);
  const withoutIgnored = (diagnostics: readonly Diagnostic[]) => diagnostics.filter((problem) => !isIgnored(problem));
  const problems = withoutIgnored(built.diagnostics);
  const errors = (hasErrors(problems) ? problems : withoutIgnored(strict)).filter(
    ({ severity }) => severity === "error",
  );
  const isEmpty = linked.value.site.registers.every(({ proposals }) => proposals.every(({ document }) => !document));
  if (errors.length > 0 || isEmpty) return undecided(isEmpty ? raiseSeverity(problems, () => true) : errors);
  const habits = relinked && config ? brokenRules(relinked, drafts, config) : [];
  const complete = series.map((keys, index) =>
    withIgnored(keys, foundSeries[index] as FoundSeries, ignored[index] ?? []),
  );
  const notTaken = notTakenBy(old);
  return {
    value: {
      config: configText(
        [...settings(problems, strict.filter(isIgnored), habits), ...redirectLines(redirects)],
        complete,
        old.file,
        notTaken.comments,
        textsWithDiagrams(linked.value).length > 0 ? installCommand([diagramLibrary]) : undefined,
      ),
      ...(Object.keys(redirects).length > 0 && { redirects: rulesText(redirects) }),
      series: described.map(({ group, about }) => countFields(group, about, linked.value)),
    },
    diagnostics: [
      ...notTaken.diagnostics,
      ...remainingSeries.map(leftOut),
      ...foundSeries.flatMap((group) => sameNumbers(group, order)),
      ...foundSeries.flatMap(({ folder }, index) => withoutNumber(folder, ignored[index] ?? [])),
      ...problems,
    ],
  };
}

/** A configuration that would be refused is not written: its texts need a decision of their maintainer. */
function undecided(diagnostics: readonly Diagnostic[]): Result<undefined> {
  const help =
    "Rename the file, folder or value that it names, or write the configuration by hand (docs/configuration.md).";
  const ofTexts = diagnostics.map((diagnostic) =>
    diagnostic.code.startsWith("config-")
      ? diagnose("series-left-out", diagnostic.message, { severity: diagnostic.severity, help })
      : diagnostic,
  );
  return { value: undefined, diagnostics: ofTexts };
}

/** @param paths of texts that are not proposals either. */
function withIgnored(keys: readonly ConfigLine[], series: FoundSeries, paths: readonly string[]): ConfigLine[] {
  if (paths.length === 0) return [...keys];
  const written = keys.find(({ key }) => key === "ignore")?.value as string[] | undefined;
  const value = [...(written ?? []), ...paths.map((path) => relativeTo(series.folder, path))];
  return [...keys.filter(({ key }) => key !== "ignore"), { key: "ignore", value, comment: ignoredComment }];
}

/** The first series as the user calls it. */
function asGiven({ series, ...about }: Described, { label, profile }: Partial<RegisterChoice>): Described {
  if (label === undefined && profile === undefined) return { ...about, series };
  const { title } = series;
  const named =
    label === undefined ? {} : { label, mentions: [label], ...(title !== undefined && { title: `${label}s` }) };
  return { ...about, series: { ...(profile && { profile }), ...series, ...(profile && { profile }), ...named } };
}

/** The texts, with the metadata that several numbered folders have in a file of one name: `0017-swap/kep.yaml` beside `0017-swap/README.md`. */
async function withMetadataBeside(reader: SourceReader, sources: readonly SourceFile[]): Promise<SourceFile[]> {
  const indexes = sources.map(({ path }) => path).filter(isOfNumberedFolder);
  const folders = new Set(indexes.map((path) => posix.dirname(path)));
  const counts = new Map<string, number>();
  for (const path of folders.size > 1
    ? await reader.list(".", [`**/*.{${metadataExtensions.join(",")}}`], foreign)
    : []) {
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
function completeSeries(foundSeries: FoundSeries, { series, guesses }: Described): ConfigLine[] {
  const isUsual = foundSeries.folder === "." || (series.profile && profiles[series.profile].assets !== undefined);
  const complete: SeriesInput = isUsual ? series : { ...series, assets: posix.relative(foundSeries.folder, ".") };
  const comments = { ...guesses, ...(!isUsual && { assets: "a guess: files that texts link to, in any folder" }) };
  return Object.entries(complete).map(([key, value]) => ({ key, value, comment: comments[key as keyof SeriesInput] }));
}

/** The old site's addresses: a file of their own, to which `cipgen switch --write` adds others. */
export const redirectsFile = "redirects.json";

const redirectLines = (redirects: Record<string, string>): ConfigLine[] =>
  Object.keys(redirects).length === 0
    ? []
    : [{ key: "redirects", value: redirectsFile, comment: "addresses of the old site" }];

function countFields(foundSeries: FoundSeries, { series, form }: Described, linked: LinkedSite): ReadSeries {
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
