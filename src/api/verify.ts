/** Compares the files in a folder or at an address with a build of the sources, or with their signed digests. */
import { resolve } from "node:path";
import { isFolder } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { buildFiles } from "../pipeline/build-files.js";
import { buildRecordPath } from "../pipeline/build-record.js";
import { digestListOf, digestListPath } from "../pipeline/digest-list.js";
import { openSite } from "../pipeline/open-site.js";
import type { HeaderDifference, VerifyRequest, VerifyResult } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { shownAddress, siteAtAddress } from "../verify/address.js";
import {
  compareSite,
  type PublishedSite,
  type SiteComparison,
  type WantedFile,
  wantedOfBuild,
  wantedOfList,
} from "../verify/compare.js";
import { siteInFolder } from "../verify/folder.js";
import { byBytes } from "../verify/judges.js";
import { readBytes, readSignedList } from "../verify/signature.js";
import { siteRoot } from "./site-root.js";

type Verified = SiteComparison & Pick<VerifyResult, "builds" | "signature">;

export async function verify(request: VerifyRequest): Promise<VerifyResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error, root)] });
  const { value, diagnostics } = await compare(request, root).catch(failed);
  if (!value) return { ok: false, equal: 0, different: [], missing: [], extra: [], headers: [], diagnostics };
  const { different, missing, extra, headers } = value;
  const isSame = different.length + missing.length + extra.length === 0;
  const ok = isSame && headers.every(({ severity }) => severity !== "error");
  return { ok, ...value, diagnostics: [...diagnostics, ...notSent(headers)] };
}

/** @returns the comparison, or undefined with the diagnostics. */
async function compare(request: VerifyRequest, root: string): Promise<Result<Verified | undefined>> {
  const { site: place, signedBy, sigstore } = request;
  const nothing = (diagnostics: Diagnostic[]) => ({ value: undefined, diagnostics });
  const isChecked = signedBy !== undefined;
  if (isChecked && !/^[\w.-]+\/[\w.-]+$/.test(signedBy))
    return nothing([
      diagnose("config-reference", `${signedBy} is not a repository`, { help: "Name it as OWNER/REPO." }),
    ]);
  // Without the cache: its entries could hide a change of the sources.
  const site = isChecked && request.root === undefined ? undefined : await openSite(root, { noCache: true });
  if (site && !site.value) return nothing(site.diagnostics);
  const { value: published, diagnostics } = findPublished(place, site?.value?.config.trailingSlash ?? false);
  if (!published) return nothing(diagnostics);
  // Before the build: an address that does not answer is reported at once.
  const problem = await published.problem();
  if (problem) throw new Error(`${shownAddress(place)} cannot be read: ${problem}`);
  const signed = isChecked ? await readSignedList(published, signedBy, sigstore) : undefined;
  if (signed && !signed.value) return nothing(signed.diagnostics);
  const { signature } = signed?.value ?? {};
  if (!site?.value) {
    const { list, bytes } = signed?.value ?? {};
    if (!list || !bytes) return nothing([]);
    const wanted = [...wantedOfList(list), { path: digestListPath, judge: () => byBytes(bytes), headers: {} }];
    return { value: { ...(await compareSite(wanted, published)), signature }, diagnostics: [] };
  }
  const built = await buildFiles(site.value);
  if (hasErrors(built.diagnostics)) return nothing(built.diagnostics);
  const { files, record } = built.value;
  const all = [...files, await digestListOf(files, record)];
  const wanted: WantedFile[] = await wantedOfBuild(all, site.value.config);
  const value = await compareSite(wanted, published);
  return { value: { ...value, builds: await otherBuild(record, published), signature }, diagnostics: [] };
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

/** One warning for all: most hosts cannot send them. */
function notSent(headers: readonly HeaderDifference[]): Diagnostic[] {
  const names = [...new Set(headers.filter(({ severity }) => severity === "warning").map(({ name }) => name))];
  if (names.length === 0) return [];
  const help =
    "The pages themselves have the policy. docs/hosting.md says which hosts read _headers; --json names the files.";
  return [diagnose("headers-not-sent", `the host does not send as _headers asks: ${names.join(", ")}`, { help })];
}

/** Most differences have one reason: another commit or version was built. */
async function otherBuild(own: string, published: PublishedSite): Promise<VerifyResult["builds"]> {
  const there = await readBytes(published, buildRecordPath, 1000);
  if (!there) return undefined;
  const names = [there.toString("utf8"), own].map(nameOfBuild);
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
