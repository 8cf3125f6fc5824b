/**
 * Sigstore's library, and what its certificates say. It is a script of its own in dist/, because it is a third as large as the
 * program, and only a command that signs or checks a signature loads it.
 */
import { createRequire } from "node:module";
import { nativeImport } from "../runtime/native-import.js";
import { distFolder } from "../runtime/package-root.js";
import type { SigstoreServices, SiteSignature } from "../shared/api.js";

type Sigstore = Pick<typeof import("sigstore"), "sign" | "createVerifier">;
type Bundle = Parameters<typeof import("sigstore")["verify"]>[0];
type Signer = Awaited<ReturnType<typeof import("sigstore")["verify"]>>;

function loadSigstore(): Promise<Sigstore> | Sigstore {
  if (!distFolder) return nativeImport("sigstore");
  return createRequire(import.meta.url)("../bin/load.cjs").loadScript("sigstore");
}

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
export async function signatureChecker(services: SigstoreServices = {}) {
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
