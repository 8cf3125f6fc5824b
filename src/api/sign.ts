/** Signs the list of digests of a built site, so that readers of any copy can tell who built it. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isFolder } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { openOutput } from "../emit/emit.js";
import { manifestFile, readManifest } from "../emit/manifest.js";
import { findPlace } from "../emit/place.js";
import { writeWhole } from "../emit/whole.js";
import { digestListPath, parseDigestList, signaturePath } from "../pipeline/digest-list.js";
import type { SignRequest, SignResult } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { compareSite, wantedOfList } from "../verify/compare.js";
import { siteInFolder } from "../verify/folder.js";
import { signBytes } from "../verify/signature.js";

/** Maximum time, in ms, that signing waits for a build into the same folder. */
const patience = 60_000;

export async function sign(request: SignRequest = {}): Promise<SignResult> {
  const folder = resolve(request.site ?? "build");
  const diagnostics = await run(folder, request).catch((error: unknown) => [machineFailure(error)]);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, diagnostics, signature: join(folder, signaturePath) };
}

/** @returns why the site is not signed. */
async function run(folder: string, { identityToken, sigstore }: SignRequest): Promise<Diagnostic[]> {
  const refuse = (code: "config-reference" | "signature-refused", message: string, help: string) => [
    diagnose(code, message, { help }),
  ];
  if (!isFolder(folder)) return refuse("config-reference", `there is no folder ${folder}`, "Build the site first.");
  const bytes = await readFile(join(folder, digestListPath)).catch(() => undefined);
  const list = bytes && parseDigestList(bytes.toString("utf8"));
  if (!list)
    return refuse("config-reference", `${folder} has no /${digestListPath}`, "Build the site with this version first.");
  const { different, missing } = await compareSite(wantedOfList(list), siteInFolder(folder));
  const [wrong] = [...different.map(({ path }) => path), ...missing];
  if (wrong !== undefined)
    return refuse(
      "signature-refused",
      `${wrong} is not as the build left it, so the site is not signed`,
      "Build it again.",
    );
  const signature = await signBytes(bytes, identityToken, sigstore).catch((error: unknown) => {
    const help = "In GitHub Actions, the job needs `permissions: id-token: write`.";
    throw new Error(`the site cannot be signed: ${signingProblem(error)}. ${help}`);
  });
  return put(folder, bytes, signature);
}

/** In an output of a build, the signature becomes one of its files: the next build removes it where the site changes. */
async function put(folder: string, list: Buffer, signature: string): Promise<Diagnostic[]> {
  if (typeof readManifest(manifestFile(findPlace(folder).folder)) === "string") {
    writeWhole(join(folder, signaturePath), signature);
    return [];
  }
  const { value: output, diagnostics } = await openOutput({ out: folder, lock: { patience } });
  if (!output) return diagnostics;
  try {
    // Another build may have finished while the services were asked.
    if (!(await readFile(join(folder, digestListPath))).equals(list))
      throw new Error(`${folder} was built again while it was signed: sign it again`);
    output.keepAll();
    output.add([{ path: signaturePath, content: signature }]);
    return (await output.finish()).diagnostics.filter(({ severity }) => severity === "error");
  } finally {
    await output.close();
  }
}

/** The reasons of an error of the library, which wraps them. It shows a token that it cannot read, which is a secret. */
function signingProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ((error as { code?: unknown }).code === "IDENTITY_TOKEN_PARSE_ERROR") return "the identity token is invalid";
  return error.cause === undefined ? error.message : `${error.message} (${signingProblem(error.cause)})`;
}
