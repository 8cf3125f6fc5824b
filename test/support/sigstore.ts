/** Sigstore's services on this machine: they issue certificates to whoever claims to be a workflow, and log what was signed. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
// Not their entries, which replace what requests go through in this process.
import { fulcioHandler, initializeCA } from "@sigstore/mock/dist/fulcio/index.js";
import { initializeTLog, rekorHandler } from "@sigstore/mock/dist/rekor/index.js";
import type { HandlerFn } from "@sigstore/mock/dist/shared.types.js";
import { tufHandlers } from "@tufjs/repo-mock/dist/handler.js";
import { initializeTUFRepo } from "@tufjs/repo-mock/dist/repo.js";
import type { SigstoreServices } from "../../src/shared/api.js";
import { makeFolder } from "./site.js";

export interface TestSigstore {
  services: Required<SigstoreServices>;
  /** The token of a job in a repository. */
  tokenOf(repository: string, claims?: Record<string, string>): string;
  close(): void;
}

/** @param logged the time that the log says, the present one by default; certificates are valid for ten minutes from now. */
export async function startSigstore(logged?: Date): Promise<TestSigstore> {
  const keys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const handlers = new Map<string, HandlerFn>();
  const server = createServer(async (request, response) => {
    const answer = await handlers.get(new URL(request.url ?? "", "http://x").pathname)?.(await text(request));
    response.writeHead(answer?.statusCode ?? 404, { "content-type": answer?.contentType ?? "text/plain" });
    response.end(answer?.response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ctLog = certificateLog();
  const ca = await initializeCA(keys(), ctLog);
  const log = await initializeTLog(url, keys(), logged);
  const since = { start: "2020-01-01T00:00:00Z" };
  const keyOf = (key: Buffer) => ({
    rawBytes: key.toString("base64"),
    keyDetails: "PKIX_ECDSA_P256_SHA_256",
    validFor: since,
  });
  const logOf = (key: Buffer, id: Buffer) => ({
    baseUrl: url,
    hashAlgorithm: "SHA2_256",
    publicKey: keyOf(key),
    logId: { keyId: id.toString("base64") },
  });
  const trusted = {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [logOf(log.publicKey, createHash("sha256").update(log.publicKey).digest())],
    certificateAuthorities: [
      {
        subject: { organization: "test", commonName: "test" },
        uri: url,
        certChain: { certificates: [{ rawBytes: ca.rootCertificate.toString("base64") }] },
        validFor: since,
      },
    ],
    ctlogs: [logOf(ctLog.publicKey, ctLog.logID)],
    timestampAuthorities: [],
  };
  const repository = initializeTUFRepo([{ name: "trusted_root.json", content: JSON.stringify(trusted) }]);
  for (const { path, fn } of [
    ...tufHandlers(repository, { metadataPathPrefix: "" }).map(({ path, fn }) => ({ path, fn: async () => fn() })),
    fulcioHandler(ca),
    rekorHandler(log),
  ])
    handlers.set(path, fn);
  const folder = makeFolder();
  const tufRootPath = join(folder, "root.json");
  writeFileSync(tufRootPath, JSON.stringify(repository.rootMeta.toJSON()));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    services: { fulcioURL: url, rekorURL: url, tufMirrorURL: url, tufRootPath, tufCachePath: join(folder, "keys") },
    tokenOf(name, claims = {}) {
      const workflow = `${name}/.github/workflows/pages.yml@refs/heads/main`;
      const all = {
        iss: "https://token.actions.githubusercontent.com",
        aud: "sigstore",
        sub: `https://github.com/${workflow}`,
        repository: name,
        ref: "refs/heads/main",
        sha: "1".repeat(40),
        workflow_ref: workflow,
        ...claims,
      };
      return `${part({ alg: "none" })}.${part(all)}.${Buffer.from("x").toString("base64url")}`;
    },
    close: () => void server.close(),
  };
}

/** The log of certificates (RFC 6962): that of the package writes no signature with the present version of its encoder. */
function certificateLog() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const key = publicKey.export({ format: "der", type: "spki" });
  const logID = createHash("sha256").update(key).digest();
  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntBE(value, bytes - Math.min(bytes, 6), Math.min(bytes, 6));
    return buffer;
  };
  const withLength = (bytes: Uint8Array, size: number) => Buffer.concat([number(bytes.byteLength, size), bytes]);
  return {
    publicKey: key,
    logID,
    async log(certificate: ArrayBuffer, issuerID: ArrayBuffer): Promise<ArrayBuffer> {
      const time = number(Date.now(), 8);
      const body = firstIn(Buffer.from(certificate));
      const signed = [
        Buffer.from([0, 0]),
        time,
        number(1, 2),
        Buffer.from(issuerID),
        withLength(body, 3),
        number(0, 2),
      ];
      const signature = sign("sha256", Buffer.concat(signed), privateKey);
      const entry = [Buffer.from([0]), logID, time, number(0, 2), Buffer.from([4, 3]), withLength(signature, 2)];
      return new Uint8Array(withLength(Buffer.concat(entry), 2)).buffer;
    },
  };
}

/** The first element of a sequence in DER: of a certificate what is signed. */
function firstIn(der: Buffer): Buffer {
  const headOf = (at: number) => {
    const length = der[at + 1] ?? 0;
    const more = length < 0x80 ? 0 : length & 0x7f;
    return { start: at + 2 + more, length: more === 0 ? length : der.readUIntBE(at + 2, more) };
  };
  const { start: at } = headOf(0);
  const { start, length } = headOf(at);
  return der.subarray(at, start + length);
}
