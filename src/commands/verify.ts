/** `cipgen verify`: whether what is in a folder or at an address is what the sources make. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors, toJson } from "../diagnostics/report.js";
import { buildRecordPath } from "../pipeline/build-record.js";
import { openSite } from "../pipeline/open-site.js";
import { buildFiles } from "../pipeline/pipeline.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import { siteAtAddress } from "../verify/address.js";
import { type Comparison, compareSite, type PublishedSite } from "../verify/compare.js";
import { siteInFolder } from "../verify/folder.js";
import { ExitCode, exitCode, type Output, printDiagnostics } from "./output.js";

export interface VerifyOptions {
  root: string;
  json?: boolean;
}

/** What was compared; without it the diagnostics say why nothing was. */
interface Verified extends Comparison {
  /** What built the published site and what builds this one, where these are two. */
  builds?: [published: string, own: string];
}

/** @param place folder or address of the published site. */
export async function verifyCommand(place: string, options: VerifyOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  const failed = (error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error)] });
  const { value, diagnostics } = await verify(place, root).catch(failed);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const ok = value !== undefined && value.different.length + value.missing.length + value.extra.length === 0;
  if (options.json) {
    const { equal, different, missing, extra } = value ?? { equal: 0, different: [], missing: [], extra: [] };
    const found = errors.length > 0 ? { diagnostics: errors.map(toJson) } : {};
    output.result(`${JSON.stringify({ ok, equal, different, missing, extra, ...found })}\n`);
  } else {
    printDiagnostics(errors, root, output);
    if (value) report(value, place, output);
  }
  if (!value) return exitCode(errors);
  return ok ? ExitCode.ok : ExitCode.content;
}

async function verify(place: string, root: string): Promise<Result<Verified | undefined>> {
  // Nothing is taken on trust: a cache would answer for the sources.
  const site = await openSite(root, { noCache: true });
  if (!site.value) return { value: undefined, diagnostics: site.diagnostics };
  const { value: published, diagnostics } = findPublished(place, site.value.config.trailingSlash);
  if (!published) return { value: undefined, diagnostics };
  // Before the build: an address that nobody answers at is told at once.
  const home = await published.read("index.html", 1);
  if (!home) throw new Error(`${place} cannot be read: there is no home page`);
  const built = await buildFiles(site.value);
  if (hasErrors(built.diagnostics)) return { value: undefined, diagnostics: built.diagnostics };
  const { files } = built.value;
  const value = await compareSite(files, published);
  return { value: { ...value, builds: await otherBuild(files, published) }, diagnostics: [] };
}

function findPublished(place: string, trailingSlash: boolean): Result<PublishedSite | undefined> {
  const refuse = (message: string, help: string) => ({
    value: undefined,
    diagnostics: [diagnose("config-reference", message, { help })] as Diagnostic[],
  });
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(place)) {
    if (!/^https?:/i.test(place) || !URL.canParse(place))
      return refuse(`${place} is not an address on the web`, "Name it as https://register.example/.");
    const base = new URL(place);
    [base.search, base.hash] = ["", ""];
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return { value: siteAtAddress({ base, trailingSlash }), diagnostics: [] };
  }
  const folder = resolve(place);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return refuse(`there is no folder ${folder}`, "Name the folder or the address of a built site.");
  return { value: siteInFolder(folder), diagnostics: [] };
}

/** Most of what differs does so because something else was built. */
async function otherBuild(
  files: readonly OutputFile[],
  published: PublishedSite,
): Promise<[published: string, own: string] | undefined> {
  const own = files.find(({ path }) => path === buildRecordPath)?.content;
  const there = await published.read(buildRecordPath, 1000);
  if (typeof own !== "string" || !there) return undefined;
  const names = [Buffer.from(there).toString("utf8"), own].map(nameOfBuild);
  const [first, second] = names;
  return first === undefined || second === undefined || first === second ? undefined : [first, second];
}

function nameOfBuild(text: string): string | undefined {
  try {
    const { program, version, commit } = JSON.parse(text);
    return `${program} ${version}, ${commit === null ? "sources of no commit" : `commit ${commit}`}`;
  } catch {
    return undefined;
  }
}

/** So many files of a kind are named. */
const named = 20;

function report({ equal, different, missing, extra, builds }: Verified, place: string, output: Output): void {
  const list = (kind: string, lines: readonly string[]) => {
    for (const line of lines.slice(0, named)) output.result(`${kind.padEnd(9)} ${line}\n`);
    if (lines.length > named) output.result(`${kind.padEnd(9)} and ${lines.length - named} more (--json names all)\n`);
  };
  const places = different.map(({ path, offset, line, column }) =>
    line === undefined ? `${path}, from byte ${offset}` : `${path}:${line}:${column}`,
  );
  list("different", places);
  list("missing", missing);
  list("extra", extra);
  if (builds) output.talk(`Published was ${builds[0]}; here is ${builds[1]}.\n`);
  const counts = `${equal} equal, ${different.length} different, ${missing.length} missing, ${extra.length} extra`;
  output.result(`Compared with ${place}: ${counts}\n`);
}
