/** Compares the files in a folder or at an address with a build of the sources. */
import { resolve } from "node:path";
import { isFolder } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { buildFiles } from "../pipeline/build-files.js";
import { buildRecordPath } from "../pipeline/build-record.js";
import { openSite } from "../pipeline/open-site.js";
import type { VerifyRequest, VerifyResult } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import { shownAddress, siteAtAddress } from "../verify/address.js";
import { compareSite, type PublishedSite, type SiteComparison } from "../verify/compare.js";
import { siteInFolder } from "../verify/folder.js";
import { siteRoot } from "./site-root.js";

type Verified = SiteComparison & Pick<VerifyResult, "builds">;

export async function verify(request: VerifyRequest): Promise<VerifyResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error, root)] });
  const { value, diagnostics } = await compare(request.site, root).catch(failed);
  if (!value) return { ok: false, equal: 0, different: [], missing: [], extra: [], diagnostics };
  const ok = value.different.length + value.missing.length + value.extra.length === 0;
  return { ok, ...value, diagnostics };
}

/** @returns the comparison, or undefined with the diagnostics. */
async function compare(place: string, root: string): Promise<Result<Verified | undefined>> {
  // No cache: its entries could hide a change of the sources.
  const site = await openSite(root, { noCache: true });
  if (!site.value) return { value: undefined, diagnostics: site.diagnostics };
  const { value: published, diagnostics } = findPublished(place, site.value.config.trailingSlash);
  if (!published) return { value: undefined, diagnostics };
  // Before the build: an address that does not answer is reported at once.
  const problem = await published.problem();
  if (problem) throw new Error(`${shownAddress(place)} cannot be read: ${problem}`);
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
      return refuse(`${shownAddress(place)} is not an address on the web`, "Name it as https://register.example/.");
    const base = new URL(place);
    [base.search, base.hash] = ["", ""];
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return { value: siteAtAddress({ base, trailingSlash }), diagnostics: [] };
  }
  const folder = resolve(place);
  if (!isFolder(folder))
    return refuse(`there is no folder ${folder}`, "Name the folder or the address of a built site.");
  return { value: siteInFolder(folder), diagnostics: [] };
}

/** Most differences have one reason: another commit or version was built. */
async function otherBuild(files: readonly OutputFile[], published: PublishedSite): Promise<VerifyResult["builds"]> {
  const own = files.find(({ path }) => path === buildRecordPath)?.content;
  const there = await published.read(buildRecordPath, 1000);
  if (typeof own !== "string" || !there) return undefined;
  const names = [Buffer.from(there).toString("utf8"), own].map(nameOfBuild);
  const [first, second] = names;
  return first === undefined || second === undefined || first === second
    ? undefined
    : { published: first, own: second };
}

function nameOfBuild(text: string): string | undefined {
  try {
    const { program, version, commit } = JSON.parse(text);
    return `${program} ${version}, ${commit === null ? "sources of no commit" : `commit ${commit}`}`;
  } catch {
    return undefined;
  }
}
