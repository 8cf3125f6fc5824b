/**
 * `/api/v1/`: every file is as its schema says, the schemas keep all that they ever had (`UPDATE_FIXTURES=1` records additions), and the clients of the manual work.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { jsonSchemas } from "../../src/output/files/api-schema.js";
import type { ApiChanges, ApiIndex, ApiProposal, ApiStatusList } from "../../src/shared/contract.js";
import { contractVersion } from "../../src/shared/contract.js";
import { contractProblems } from "../support/contract.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { codeBlocks } from "../support/manual.js";
import { forms, RecordedRegister } from "../support/recorded-registers.js";
import { drawn } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText, repositoryRoot, type TestBuild } from "../support/site.js";

const texts = {
  "content/cip/cbc/cip-20.md": `${proposalText(20, {
    title: "Tokens",
    author: "Ada (@ada), Bob",
    status: "final",
    date: "2026-01-02",
    tags: "[a, b]",
  })}\n## Rationale\n\nBecause of CIP-22.\n`,
  "content/cip/cbc/cip-22.md": proposalText(22, { requires: "20, EIP-1", status: "draft", author: "Ada (@ada)" }),
  "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Marken", status: "final" }),
};
const locales = { "en-US": { label: "English" }, "de-DE": { label: "Deutsch" } };
const options = { locales, checks: { brokenLinks: "warn" as const } };

const apiFiles = ({ files }: TestBuild) =>
  [...files.keys()].flatMap((path) => (path.startsWith("api/v1/") ? path.slice("api/v1/".length) : []));

describe("the files of /api/v1/", () => {
  const checked = (built: TestBuild) => {
    const { problems, files } = contractProblems(built.files.keys(), (path) => built.text(path));
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThan(5);
    for (const path of apiFiles(built))
      if (!/^(?:schema\/|openapi)/.test(path))
        expect(built.json<{ contract: string }>(`api/v1/${path}`).contract).toBe(contractVersion);
  };

  test("are as their schemas say, and say what the register has", async () => {
    const built = await build(makeSite(texts, options));
    checked(built);
    const index = built.json<ApiIndex>("api/v1/index.json");
    expect(index.series).toMatchObject([{ id: "cip", label: "CIP", total: 2 }]);
    const at = (address: string) => new URL(address).pathname.slice(1);
    const proposal = built.json<ApiProposal>(
      at(index.data.proposal.replace("{series}", "cip").replace("{number}", "20")),
    );
    expect(proposal).toMatchObject({
      number: 20,
      label: "CIP-20",
      status: "final",
      authors: [{ name: "Ada", handle: "ada" }, { name: "Bob" }],
      requiredBy: [{ label: "CIP-22" }],
      translations: [{ locale: "de-DE", isTranslated: true }],
    });
    const rationale = { id: "rationale", level: 2, heading: "Rationale", url: `${proposal.url}#rationale` };
    expect(proposal.sections.find(({ id }) => id === rationale.id)).toEqual(rationale);
    expect(built.text(at(proposal.markdown ?? ""))).toContain("Because of");
    const other = built.json<ApiProposal>("api/v1/proposals/cip/22.json");
    expect(other.requires.map(({ url }) => at(url))).toEqual(["cip/cbc/cip-20"]);
    expect(other.elsewhere).toMatchObject({ requires: [{ label: "EIP-1" }] });
    expect(built.json<ApiStatusList>(at(index.data.statuses.final ?? "")).items.map(({ label }) => label)).toEqual([
      "CIP-20",
    ]);
    const named = [
      ...Object.values(index.data).flatMap((one) => (typeof one === "string" ? one : Object.values(one))),
      ...Object.values(index.others),
    ];
    for (const address of named) if (!address.includes("{")) expect(built.has(at(address)), address).toBe(true);
  });

  test("have the texts of sections if the site says so", async () => {
    const built = await build(makeSite(texts, { ...options, api: { sections: true } }));
    checked(built);
    const { sections } = built.json<ApiProposal>("api/v1/proposals/cip/20.json");
    expect(sections.find(({ heading }) => heading === "Rationale")?.text).toContain("Because of");
  });

  test("have the history by month, newest first, and former addresses", async () => {
    const root = makeSite(texts, options);
    const repository = new Repository(root);
    repository.commit("2026-01-05T00:00:00Z");
    repository.commit("2026-03-07T00:00:00Z", {
      "content/cip/cbc/cip-22.md": proposalText(22, { requires: 20, status: "final", author: "Ada" }),
    });
    const built = await build(root);
    checked(built);
    const changes = built.json<ApiChanges>("api/v1/changes.json");
    expect(changes.months.map(({ month }) => month)).toEqual(["2026-03", "2026-01"]);
    expect(changes.items).toMatchObject([{ kind: "moved", from: "draft", to: "final", proposal: { label: "CIP-22" } }]);
  });
});

/** Without those with a number that two texts have, which is an error until an editor decides. */
const taken = (Object.keys(forms) as (keyof typeof forms)[]).filter((form) => form !== "simd");

test.each(
  drawn(taken, 0.1),
)("the files of a register in the form of %s, with its history and nothing but `init --from`, are as the schemas say", async (form) => {
  const { root } = await RecordedRegister.make(form);
  const built = await build(root);
  const { problems } = contractProblems(built.files.keys(), (path) => built.text(path));
  expect(problems).toEqual([]);
  const { series } = built.json<ApiIndex>("api/v1/index.json");
  const total = apiFiles(built).filter((path) => /^proposals\//.test(path)).length;
  expect(total).toBe(series.reduce((sum, one) => sum + one.total, 0));
  expect(built.json<ApiChanges>("api/v1/changes.json").months.length).toBeGreaterThan(0);
});

/** What a schema says, one fact a line: a type, a field that is always there, one of several words. */
function factsOf(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [`${path} ${schema}`];
  if (Array.isArray(schema)) return schema.flatMap((one) => factsOf(one, path));
  return Object.entries(schema).flatMap(([key, value]) =>
    // Those of every whole number, and of every schema.
    ["minimum", "maximum", "$schema"].includes(key)
      ? []
      : factsOf(value, key === "properties" ? path : `${path}/${key}`),
  );
}

test("the schemas have all that was published, with the same types", () => {
  const file = join(repositoryRoot, "test/support/contract-v1.txt");
  const now = jsonSchemas();
  const facts = [...new Set(Object.entries(now).flatMap(([name, schema]) => factsOf(schema, name)))];
  if (process.env.UPDATE_FIXTURES) writeFileSync(file, `${facts.join("\n")}\n`);
  const before = readFileSync(file, "utf8").trimEnd().split("\n");
  const lost = (from: readonly string[]) => before.filter((fact) => !from.includes(fact));
  expect(lost(facts)).toEqual([]);
  expect(lost(facts.filter((fact) => fact !== "proposal/title/type string"))).toEqual(["proposal/title/type string"]);
});

describe("a client of the manual", () => {
  const clients = (["python", "mts"] as const).map((language) => {
    const block = codeBlocks("docs/data.md", language).find(({ code }) => code.includes("api/v1/"));
    return [language, block?.code ?? ""] as const;
  });
  const hasPython = !isWindows && ["/usr/bin/python3", "/usr/local/bin/python3"].some((path) => existsSync(path));

  test.each(clients)("in %s says what is final", async (language, code) => {
    if (language === "python" && !hasPython) return console.warn("there is no Python here");
    const folder = makeFolder();
    const script = join(folder, language === "python" ? "client.py" : "client.mjs");
    writeFileSync(script, language === "python" ? code : transformSync(code, { loader: "ts" }).code);
    let built: TestBuild | undefined;
    const server = createServer(({ url = "" }, response) => response.end(built?.text(url.slice(1))));
    // The addresses in the files are those of the site that is published.
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    built = await build(makeSite(texts, { ...options, url }));
    const said = await new Promise<string>((resolve) => {
      const child = spawn(language === "python" ? "python3" : process.execPath, [script, `${url}/`]);
      let text = "";
      const add = (chunk: Buffer) => {
        text += chunk;
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      child.on("close", () => resolve(text));
    });
    server.close();
    expect(said).toBe("CIP-20: Tokens\n");
  });
});
