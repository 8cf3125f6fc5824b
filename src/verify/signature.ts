/** The signature of a site's list of digests: who signed it, by Sigstore. Its library is a third as large as the program, and only a command that
 * signs or checks a signature loads it. */
import { diagnose } from "../diagnostics/codes.js";
import { type DigestList, digestListPath, parseDigestList, signaturePath } from "../pipeline/digest-list.js";
import { loadLibrary } from "../runtime/library.js";
import type { SigstoreServices, SiteSignature } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { PublishedSite } from "./compare.js";
import { Collector } from "./judges.js";

type Sigstore = Pick<typeof import("sigstore"), "sign" | "createVerifier">;
type Bundle = Parameters<typeof import("sigstore")["verify"]>[0];
type Signer = Awaited<ReturnType<typeof import("sigstore")["verify"]>>;

const loadSigstore = () => loadLibrary<Sigstore>("sigstore");

/** Who answers for the identity of a job of GitHub Actions. */
const issuer = "https://token.actions.githubusercontent.com";

/** Of Fulcio's extensions (github.com/sigstore/fulcio/blob/main/docs/oid-info.md). */
const extensions = {
  workflow: "1.3.6.1.4.1.57264.1.18",
  repository: "1.3.6.1.4.1.57264.1.12",
  ref: "1.3.6.1.4.1.57264.1.14",
  commit: "1.3.6.1.4.1.57264.1.13",
};

/** @returns the signature, as text. Rejects without an identity, or if a service refuses. */
export async function signBytes(bytes: Buffer, identityToken: string | undefined, services: SigstoreServices = {}) {
  const { sign } = await loadSigstore();
  return `${JSON.stringify(await sign(bytes, { ...services, ...(identityToken && { identityToken }) }))}\n`;
}

/** Checks signatures. Rejects if the keys of Sigstore cannot be fetched. */
async function signatureChecker(services: SigstoreServices = {}) {
  const { createVerifier } = await loadSigstore();
  const verifier = await createVerifier({ ...services, certificateIssuer: issuer });
  /** @param bundle text of the signature. @returns who signed the bytes; throws if nobody did, or not in the right way. */
  return (bytes: Buffer, bundle: string): SiteSignature => {
    const signature = JSON.parse(bundle) as Bundle;
    // The other kind has a text of its own, whatever the bytes are: any provenance of the repository would do.
    if (!signature.messageSignature) throw new Error("it is not the signature of a file");
    const signer = verifier.verify(signature, bytes);
    const url = extension(signer, extensions.repository) ?? "";
    return {
      repository: url.replace(/^https:\/\/github\.com\//, ""),
      workflow: extension(signer, extensions.workflow),
      ref: extension(signer, extensions.ref),
      commit: extension(signer, extensions.commit),
    };
  };
}

/** The text of an extension: a UTF8String in DER. */
function extension({ identity }: Signer, wanted: string): string | undefined {
  const value = identity?.oids?.find(({ oid }) => oid?.id.join(".") === wanted)?.value;
  if (value?.[0] !== 0x0c) return undefined;
  const [, length = 0] = value;
  // Lengths from 128 on are in as many bytes as the first one says.
  return value.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f)).toString("utf8");
}

/** Longest list and signature that are read, in bytes. */
const longestList = 100_000_000;
const longestSignature = 1_000_000;

interface SignedList {
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
    return refuse(`/${signaturePath} is not a valid signature of /${digestListPath}: ${(error as Error).message}`);
  }
  if (signature.repository.toLowerCase() !== repository.toLowerCase())
    return refuse(`the site is signed by ${signature.repository || "nobody's workflow"}, not by ${repository}`);
  const list = parseDigestList(bytes.toString("utf8"));
  if (!list) return refuse(`/${digestListPath} is signed, but it is not a list of digests`);
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
