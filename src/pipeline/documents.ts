/** Makes documents of all sources: unchanged ones come from the memo table, the others are parsed. */
import { hash } from "node:crypto";
import type { SiteConfig } from "../config/index.js";
import { diagramLibrary } from "../formats/diagrams/index.js";
import type { MarkdownOptions } from "../formats/markdown/env.js";
import { checkOwnRules } from "../formats/markdown/render.js";
import { type FileRole, roleKey } from "../parse/document.js";
import { missingPackages } from "../runtime/optional-packages.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document, SourceFile } from "../shared/document.js";
import { otherNumbers } from "../shared/proposal-number.js";
import { DocumentBodies, type KnownText } from "./bodies.js";
import type { Highlighter } from "./highlighter.js";
import type { Inputs } from "./inputs.js";
import { leaveOut, mayBeLeftOut, type Parsed, parseJobs } from "./parse-jobs.js";
import type { BuildState, KnownDocument } from "./state.js";

interface Documents extends Result<Document[]> {
  bodies: DocumentBodies;
}

/** The inputs of parsing besides the text. */
export function markdownOptions(config: SiteConfig): MarkdownOptions {
  const { series, elsewhere, linkSchemes, maxFileSize, markdown, formats, codeDigest } = config;
  const labels = [...series.flatMap(({ mentions }) => mentions), ...elsewhere.map(({ label }) => label)];
  const mentionNumbers = otherNumbers(series);
  const usual: MarkdownOptions = {
    mentionLabels: [...new Set(labels)],
    ...(mentionNumbers !== undefined && { mentionNumbers }),
    linkSchemes,
    maxFileSize,
    ...(formats.length > 0 && { formats, codeDigest }),
  };
  if (!addsToMarkdown(markdown)) return usual;
  return { ...usual, markdown, ...(markdown.rules.length > 0 && { codeDigest }) };
}

function addsToMarkdown(markdown: SiteConfig["markdown"]): boolean {
  const { containers, math, extras, rules, allow } = markdown;
  return [containers, Object.keys(math.macros), extras, rules, Object.keys(allow)].some(({ length }) => length > 0);
}

/** Memoized: a server needs those of thousands of unchanged texts after every edit. */
const lastKeys = new WeakMap<SourceFile, { role: FileRole; stamp: string; key: string }>();

/** @param stamp digest of all options that parsing depends on. */
function keyOf(source: SourceFile, role: FileRole, stamp: string): string {
  const last = lastKeys.get(source);
  if (last?.role === role && last.stamp === stamp) return last.key;
  const key = digest(`${stamp}\n${source.path}\n${source.hash}\n${roleKey(role)}`);
  lastKeys.set(source, { role, stamp, key });
  return key;
}

export async function parseAll(
  sources: readonly SourceFile[],
  { roles }: Inputs,
  config: SiteConfig,
  configFile: string,
  state: BuildState,
  highlighter?: Highlighter,
): Promise<Documents> {
  const written = markdownOptions(config);
  const broken = checkOwnRules(written, configFile);
  const options = broken.length === 0 ? written : withoutRules(written);
  const stamp = digest(JSON.stringify([options, config.series, config.docs, missingPackages([diagramLibrary])]));
  const jobs = sources.flatMap((source) => {
    const role = roles.get(source.path);
    return role ? [{ source, role, key: keyOf(source, role, stamp) }] : [];
  });
  const known = state.documents ?? new Map<string, KnownDocument>();
  const fresh = jobs.filter(({ key }) => !known.has(key));
  const parsed = await parseJobs(
    fresh.map(({ source, role }) => ({ source, role })),
    options,
    highlighter,
  );
  const table = new Map(fresh.map(({ key }, index) => [key, withoutBody(parsed[index] as Parsed)]));
  const results = jobs.map(({ key }) => table.get(key) ?? (known.get(key) as KnownDocument));
  if (state.documents) {
    const present = new Map(jobs.map(({ key }, index) => [key, results[index] as KnownDocument]));
    state.unsaved ??= new Set();
    for (const { key } of fresh) state.unsaved.add(key);
    for (const key of known.keys()) if (!present.has(key)) state.unsaved.add(key);
    state.documents = present;
  }
  const texts = jobs.map(({ source, role }, index): KnownText => ({ source, role, own: results[index]?.value?.own }));
  const bodies = new DocumentBodies(texts, options, Object.keys(config.locales).length, highlighter);
  for (const { value } of parsed) if (value) bodies.add(value);
  state.bodies = bodies;
  const value = results.flatMap((result) => result.value?.facts ?? []);
  await bodies.prepareSections(value);
  return {
    value,
    bodies,
    // Without a rule of the site, its texts would have problems that they do not have.
    diagnostics: broken.length > 0 ? broken : results.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** For a site whose rules cannot be added to the parser: one error says so, and not one for each text. */
function withoutRules({ markdown, ...others }: MarkdownOptions): MarkdownOptions {
  return { ...others, markdown: markdown && { ...markdown, rules: [] } };
}

function withoutBody({ value, diagnostics }: Parsed): KnownDocument {
  return { value: value && { facts: value.facts, own: value.own }, diagnostics };
}

/**
 * The texts to parse. A proposal that is not UTF-8 is left out, as those with errors are, if its series is configured
 * so.
 */
export function readableTexts(
  { value, diagnostics }: Result<SourceFile[]>,
  { roles }: Pick<Inputs, "roles">,
): Result<SourceFile[]> {
  const isLeftOut = (path: string | undefined) => path !== undefined && mayBeLeftOut(roles.get(path));
  const unreadable = new Set(diagnostics.flatMap(({ file }) => (isLeftOut(file) ? [file] : [])));
  return {
    value: value.filter(({ path }) => !unreadable.has(path)),
    diagnostics: diagnostics.flatMap((problem) =>
      problem.file && unreadable.has(problem.file) ? leaveOut(problem.file, [problem]).diagnostics : [problem],
    ),
  };
}

function digest(text: string): string {
  return hash("sha256", text, "base64");
}
