/** The signed list of digests of a published site: it tells who signed the site, without its sources. */
import { diagnose } from "../diagnostics/codes.js";
import { type DigestList, digestListPath, parseDigestList, signaturePath } from "../pipeline/digest-list.js";
import type { SigstoreServices, SiteSignature } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { PublishedSite } from "./compare.js";
import { Collector } from "./judges.js";
import { signatureChecker } from "./sigstore.js";

/** Longest list and signature that are read, in bytes. */
const longestList = 100_000_000;
const longestSignature = 1_000_000;

export interface SignedList {
  list: DigestList;
  /** Of the list. */
  bytes: Buffer;
  signature: SiteSignature;
}

/** @param repository `OWNER/REPO`. Rejects if the site or the keys of Sigstore cannot be read. */
export async function readSignedList(
  published: Pick<PublishedSite, "read">,
  repository: string,
  services?: SigstoreServices,
): Promise<Result<SignedList | undefined>> {
  const refuse = (message: string, help?: string): Result<undefined> => {
    const diagnostics: Diagnostic[] = [diagnose("signature-invalid", message, { help })];
    return { value: undefined, diagnostics };
  };
  const bytes = await readBytes(published, digestListPath, longestList);
  const signed = bytes && (await readBytes(published, signaturePath, longestSignature));
  if (!bytes || !signed) {
    const name = bytes ? signaturePath : digestListPath;
    return refuse(
      `the site has no /${name}`,
      "`cipgen build` writes the list of digests, `cipgen sign` its signature.",
    );
  }
  const check = await signatureChecker(services);
  let signature: SiteSignature;
  try {
    signature = check(bytes, signed.toString("utf8"));
  } catch (error) {
    return refuse(`/${signaturePath} is no valid signature of /${digestListPath}: ${(error as Error).message}`);
  }
  if (signature.repository.toLowerCase() !== repository.toLowerCase())
    return refuse(`the site is signed by ${signature.repository || "nobody's workflow"}, not by ${repository}`);
  const list = parseDigestList(bytes.toString("utf8"));
  if (!list) return refuse(`/${digestListPath} is signed, but it is no list of digests`);
  return { value: { list, bytes, signature }, diagnostics: [] };
}

/** As the first way of asking has it; the comparison asks in the others. */
export async function readBytes(
  published: Pick<PublishedSite, "read">,
  path: string,
  limit: number,
): Promise<Buffer | undefined> {
  const [reading] = await published.read(path, () => new Collector(limit));
  return reading?.judge instanceof Collector ? reading.judge.bytes : undefined;
}
