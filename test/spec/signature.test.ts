/** Decisions, section 11: the list of digests of a site, its signature, and readers who check it without the sources. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../src/api/sign.js";
import { verify } from "../../src/api/verify.js";
import { buildCommand } from "../../src/commands/build.js";
import { contentType } from "../../src/model/content-types.js";
import { cipgen } from "../support/cli.js";
import { startSigstore, type TestSigstore } from "../support/sigstore.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

const quiet = { result: () => undefined, talk: () => undefined };
const listPath = ".well-known/cipgen.json";
const signaturePath = ".well-known/cipgen.sigstore.json";
const proposal = "content/cip/cbc/cip-1.md";
const us = "Register/cips";

const listOf = (out: string) => JSON.parse(readFileSync(join(out, listPath), "utf8"));
const makeRoot = (files: Record<string, string> = {}) => makeSite({ [proposal]: proposalText(1), ...files });
const build = (root: string, out: string, cache = false) => buildCommand({ root, out, cache }, quiet);

describe("the list of digests", () => {
  test("has digest and type of every file but itself, also of copied ones and of those that hosts read", async () => {
    const out = join(makeFolder(), "site");
    const root = makeRoot({ "content/static/.well-known/security.txt": "x", "content/static/a b.bin": "\0" });
    expect(await build(root, out)).toBe(0);
    const { files, ...head } = listOf(out);
    expect(head).toEqual(JSON.parse(readFileSync(join(out, "build.json"), "utf8")));
    const { [listPath]: own, ...digests } = digestsOf(out);
    expect(own).toBeDefined();
    const wanted = Object.entries(digests).map(([path, sha256]) => [path, { sha256, type: contentType(path) }]);
    expect(files).toEqual(Object.fromEntries(wanted));
    expect(Object.keys(files)).toContain("_headers");
  });

  test.each([
    "cipgen.json",
    "cipgen.sigstore.json",
    "Cipgen-more.txt",
  ])("a site has no file %s of its own", async (name) => {
    const root = makeRoot({ [`content/static/.well-known/${name}`]: "{}" });
    const { code, stderr } = await cipgen(["build", "--root", root, "--out", join(makeFolder(), "site")]);
    expect(code).toBe(2);
    expect(stderr).toContain(`content/static/.well-known/${name}`);
    expect(stderr).toContain("route-conflict");
  });

  test("is no broken link", async () => {
    const root = makeRoot({ [proposal]: proposalText(1, {}, "[digests](/.well-known/cipgen.json)\n") });
    expect((await cipgen(["check-links", "--root", root])).code).toBe(0);
  });
});

describe("a signed site", () => {
  let sigstore: TestSigstore;
  let root: string;
  let site: string;
  beforeAll(async () => {
    sigstore = await startSigstore();
    root = makeRoot();
    site = join(makeFolder(), "site");
    expect(await build(root, site, true)).toBe(0);
    expect(await signed(site)).toMatchObject({ ok: true, diagnostics: [], signature: join(site, signaturePath) });
  });
  afterAll(() => sigstore.close());

  const signed = (folder: string, { services, tokenOf } = sigstore, token = tokenOf(us)) =>
    sign({ site: folder, identityToken: token, sigstore: services });
  const check = (place: string, signedBy = us, { services } = sigstore) =>
    verify({ site: place, signedBy, sigstore: services });
  const copyOf = (folder: string) => {
    const copy = join(makeFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  const refused = (message: string) => ({
    ok: false,
    diagnostics: [{ code: "signature-invalid", message: expect.stringContaining(message) }],
  });

  test("is one without its sources, for whoever names its repository, in any case of letters", async () => {
    const count = Object.keys(listOf(site).files).length;
    const result = await check(site, us.toLowerCase());
    expect(result).toMatchObject({ ok: true, equal: count + 1, different: [], missing: [], extra: [], headers: [] });
    expect(result.signature).toEqual({
      repository: us,
      workflow: `https://github.com/${us}/.github/workflows/pages.yml@refs/heads/main`,
      ref: "refs/heads/main",
      commit: "1".repeat(40),
    });
  });

  test("is compared with a build as well where its sources are named", async () => {
    expect(await verify({ site, root, signedBy: us, sigstore: sigstore.services })).toMatchObject({ ok: true });
    const other = makeRoot({ [proposal]: proposalText(1, { title: "Other" }) });
    const result = await verify({ site, root: other, signedBy: us, sigstore: sigstore.services });
    expect(result).toMatchObject({ ok: false, signature: { repository: us } });
    expect(result.different.map(({ path }) => path)).toContain("cip/cbc/cip-1/index.html");
  });

  test("at an address is checked as readers get it, types included", async () => {
    let type = "text/html";
    const server = createServer(({ url = "" }, response) => {
      const path = url === "/" ? "index.html" : decodeURIComponent(url.slice(1));
      const file = [path, `${path}/index.html`].find((one) => /\.\w+$/.test(one) && existsSync(join(site, one)));
      if (!file) return void response.writeHead(404).end();
      response.setHeader("content-type", file.endsWith(".html") ? type : contentType(file));
      response.end(readFileSync(join(site, file)));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      expect(await check(address)).toMatchObject({ ok: true, different: [], missing: [], headers: [] });
      type = "text/plain";
      expect(await check(address)).toMatchObject({
        ok: false,
        different: [],
        headers: [{ name: "content-type", found: "text/plain", severity: "error" }],
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("in which a file was changed, removed or added is not what was signed", async () => {
    const copy = copyOf(site);
    writeFileSync(join(copy, "index.html"), "other");
    rmSync(join(copy, "sitemap.xml"));
    writeFileSync(join(copy, "more.html"), "x");
    expect(await check(copy)).toMatchObject({
      ok: false,
      different: [{ path: "index.html" }],
      missing: ["sitemap.xml"],
      extra: ["more.html"],
    });
  });

  test("whose list was made to fit a changed file has no valid signature", async () => {
    const copy = copyOf(site);
    writeFileSync(join(copy, "index.html"), "other");
    const list = listOf(copy);
    list.files["index.html"].sha256 = createHash("sha256").update("other").digest("hex");
    writeFileSync(join(copy, listPath), JSON.stringify(list));
    expect(await check(copy)).toMatchObject(refused("not a valid signature"));
  });

  test.each<[string, string, Record<string, string>]>([
    ["another repository", "Evil/cips", {}],
    ["a repository whose name begins so", `${us}-2`, {}],
    [
      "another repository through this one's workflow",
      "Evil/cips",
      { sub: `https://github.com/${us}/.github/workflows/pages.yml@refs/heads/main` },
    ],
  ])("by %s is refused", async (_, repository, claims) => {
    const copy = copyOf(site);
    await signed(copy, sigstore, sigstore.tokenOf(repository, claims));
    expect(await check(copy)).toMatchObject(refused(`signed by ${repository}, not by ${us}`));
  });

  test("by somebody who is no job of GitHub is refused, whatever the certificate says otherwise", async () => {
    const copy = copyOf(site);
    await signed(copy, sigstore, sigstore.tokenOf(us, { iss: "https://accounts.example" }));
    expect(await check(copy)).toMatchObject(refused("not a valid signature"));
  });

  test("with a certificate that had expired is refused", async () => {
    const late = await startSigstore(new Date(Date.now() + 60 * 60_000));
    try {
      const copy = copyOf(site);
      expect(await signed(copy, late)).toMatchObject({ ok: true });
      expect(await check(copy, us, late)).toMatchObject(refused("not a valid signature"));
    } finally {
      late.close();
    }
  });

  test("by services that are not trusted is refused", async () => {
    const others = await startSigstore();
    try {
      const copy = copyOf(site);
      await signed(copy, others);
      expect(await check(copy)).toMatchObject(refused("not a valid signature"));
    } finally {
      others.close();
    }
  });

  test.each<[string, string | undefined, string]>([
    ["missing", undefined, "the site has no /.well-known/cipgen.sigstore.json"],
    ["no JSON", "x", "not a valid signature"],
    ["another document", "null", "not a valid signature"],
    ["of another kind, whose text could be anything", '{"dsseEnvelope":{}}', "not the signature of a file"],
  ])("whose signature is %s is refused", async (_, text, message) => {
    const copy = copyOf(site);
    if (text === undefined) rmSync(join(copy, signaturePath));
    else writeFileSync(join(copy, signaturePath), text);
    expect(await check(copy)).toMatchObject(refused(message));
  });

  test("cannot be checked while the keys of Sigstore cannot be had", async () => {
    const services = { ...sigstore.services, tufMirrorURL: "http://127.0.0.1:1", tufCachePath: makeFolder() };
    const result = await verify({ site, signedBy: us, sigstore: services });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "machine-failure" }] });
  });

  test("keeps its signature as long as it stays the same, and loses it with the first change", async () => {
    const folder = makeFolder();
    const own = makeRoot();
    const out = join(folder, "site");
    await build(own, out, true);
    await signed(out);
    const before = digestsOf(out);
    expect(await build(own, out, true)).toBe(0);
    expect(await build(own, out)).toBe(0);
    expect(digestsOf(out)).toEqual(before);
    writeFileSync(join(own, proposal), proposalText(1, { title: "Other" }));
    expect(await build(own, out, true)).toBe(0);
    expect(existsSync(join(out, signaturePath))).toBe(false);
    const clean = join(folder, "clean");
    await build(own, clean);
    expect(digestsOf(out)).toEqual(digestsOf(clean));
  });

  test("that is built again while it is signed gets no signature of the site before", async () => {
    const own = makeRoot();
    const out = join(makeFolder(), "site");
    await build(own, out);
    const { services, tokenOf } = sigstore;
    // The services are looked up after the list was read.
    const slow = new Proxy(services, {
      ownKeys(target) {
        writeFileSync(join(out, listPath), `${readFileSync(join(out, listPath), "utf8")}\n`);
        return Reflect.ownKeys(target);
      },
    });
    const result = await sign({ site: out, identityToken: tokenOf(us), sigstore: slow });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ message: expect.stringContaining("built again") }] });
    expect(existsSync(join(out, signaturePath))).toBe(false);
  });

  test("behind a symbolic link is replaced in one step, signature and all", async () => {
    const folder = makeFolder({ "first/.nojekyll": "" });
    const out = join(folder, "site");
    mkdirSync(join(folder, "real"));
    symlinkSync("real", out);
    const own = makeRoot();
    await build(own, out);
    expect(await signed(out)).toMatchObject({ ok: true });
    expect(await check(out)).toMatchObject({ ok: true });
    writeFileSync(join(own, proposal), proposalText(1, { title: "Other" }));
    const { code, stderr } = await cipgen(["build", "--root", own, "--out", out, "--no-cache"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(existsSync(join(out, signaturePath))).toBe(false);
    expect(dirname(realpathSync(out))).toBe(realpathSync(folder));
  });

  test("is signed and checked by the installed program, too", async () => {
    const program: typeof import("../../src/index.js") = await import(
      pathToFileURL(join(repositoryRoot, "dist/index.js")).href
    );
    const copy = copyOf(site);
    rmSync(join(copy, signaturePath));
    const { services, tokenOf } = sigstore;
    const made = await program.sign({ site: copy, identityToken: tokenOf(us), sigstore: services });
    expect(made).toMatchObject({ ok: true, diagnostics: [] });
    expect(await program.verify({ site: copy, signedBy: us, sigstore: services })).toMatchObject({ ok: true });
  });

  test("can be one that was downloaded without the records of its build", async () => {
    const copy = copyOf(site);
    rmSync(join(copy, ".cipgen"), { recursive: true });
    rmSync(join(copy, signaturePath));
    expect(await signed(copy)).toMatchObject({ ok: true });
    expect(await check(copy)).toMatchObject({ ok: true });
    expect(existsSync(join(copy, ".cipgen"))).toBe(false);
  });
});

describe("cipgen sign", () => {
  test("signs no site that is not as it was built: exit 2", async () => {
    const out = join(makeFolder(), "site");
    await build(makeRoot(), out);
    writeFileSync(join(out, "index.html"), "other");
    const { code, stderr } = await cipgen(["sign", out]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("index.html is not as the build left it")]);
  });

  test("says what a job needs that has no identity: exit 1; a folder without a site is exit 3", async () => {
    const out = join(makeFolder(), "site");
    await build(makeRoot(), out);
    const { code, stderr } = await cipgen(["sign", out]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("permissions: id-token: write")]);
    expect((await cipgen(["sign", join(out, "nowhere")])).code).toBe(3);
    expect((await cipgen(["sign", makeFolder({ "index.html": "x" })])).code).toBe(3);
  });

  test("verify --signed-by wants the name of a repository", async () => {
    const { code, stdout } = await cipgen(["verify", ".", "--signed-by", "https://github.com/a/b", "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, equal: 0, diagnostics: [{ code: "config-reference" }] });
  });
});
