/** All sources to documents: from the memo table where nothing changed, parsed where something did. */
import { createHash } from "node:crypto";
import type { SiteConfig } from "../config/index.js";
import { roleKey } from "../parse/document.js";
import type { Result } from "../shared/diagnostic.js";
import type { Bodies, Document, ParsedDocument, SourceFile } from "../shared/document.js";
import type { Inputs } from "./inputs.js";
import { leaveOut, mayBeLeftOut, type Parsed, parseJobs } from "./parse-jobs.js";
import type { BuildState } from "./state.js";

export interface Documents extends Result<Document[]> {
  /** How many were in the table. */
  cached: number;
  bodies: Bodies;
}

export async function parseAll(
  sources: readonly SourceFile[],
  { roles }: Inputs,
  config: SiteConfig,
  state: BuildState,
): Promise<Documents> {
  const mentionLabels = [...new Set(config.series.flatMap(({ mentions }) => mentions))];
  const options = { mentionLabels, linkSchemes: config.linkSchemes, maxFileSize: config.maxFileSize };
  const stamp = digest(JSON.stringify([options, config.series, config.docs]));
  const jobs = sources.flatMap((source) => {
    const role = roles.get(source.path);
    return role ? [{ source, role, key: digest(`${stamp}\n${source.path}\n${source.hash}\n${roleKey(role)}`) }] : [];
  });
  const fresh = jobs.filter(({ key }) => !state.documents.has(key));
  const parsed = await parseJobs(
    fresh.map(({ source, role }) => ({ source, role })),
    options,
  );
  const table = new Map(fresh.map(({ key }, index) => [key, parsed[index] as Parsed]));
  const results = jobs.map(({ key }): Parsed => table.get(key) ?? (state.documents.get(key) as Parsed));
  state.documents = new Map(jobs.map(({ key }, index) => [key, results[index] as Parsed]));
  const parsedTexts = results.flatMap(({ value }) => (value ? [value] : []));
  return {
    value: parsedTexts.map(({ facts }) => facts),
    bodies: bodiesInMemory(parsedTexts),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
    cached: jobs.length - fresh.length,
  };
}

function bodiesInMemory(texts: readonly ParsedDocument[]): Bodies {
  const byDigest = new Map(texts.map(({ facts, body }) => [facts.digest, body]));
  return {
    get({ digest, path }) {
      const body = byDigest.get(digest);
      if (!body) throw new Error(`${path}: the body of this document is not there`);
      return body;
    },
  };
}

/** Of what was read: the texts to parse. A proposal that is not even text is left out like one with errors, where its series says so. */
export function readableTexts(
  { value, diagnostics }: Result<SourceFile[]>,
  { roles }: Pick<Inputs, "roles">,
): Result<SourceFile[]> {
  const isLeftOut = (path: string | undefined) => path !== undefined && mayBeLeftOut(roles.get(path));
  const unreadable = new Set(diagnostics.flatMap(({ file }) => (isLeftOut(file) ? [file] : [])));
  return {
    value: value.filter(({ path }) => !unreadable.has(path)),
    diagnostics: diagnostics.flatMap((fault) =>
      fault.file && unreadable.has(fault.file) ? leaveOut(fault.file, [fault]).diagnostics : [fault],
    ),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
