/** Registers that keep several series in one folder, and input that is unlike any register: nothing crashes and nothing is lost. */
import { describe, expect, it } from "vitest";
import { buildSite, proposalText } from "../support/site.js";

const status = [
  { id: "active", label: "Active", tone: "final" as const },
  { id: "inactive", label: "Inactive", tone: "stopped" as const },
];
const series = (id: string) => ({
  id,
  label: id.toUpperCase(),
  title: id,
  source: "content/all",
  files: `${id.toUpperCase()}-{number}/README.md`,
  route: `/${id}`,
  numberWidth: 4,
  statuses: status,
});
const entry = (key: string, number: number, rest = "Status: Active") =>
  `---\n${key}: ${number}\nTitle: ${key} ${number}\n${rest}\n---\n\nText.\n`;

it("two series in folders of one name have each its own translations", async () => {
  const folders = { cip: "one/texts", cps: "two/texts" };
  const texts = Object.entries(folders).flatMap(([id, folder]) => [
    [`${folder}/${id}-1.md`, entry(id, 1)],
    [`content/i18n/de-DE/texts/${id}-1.md`, `---\n${id}: 1\nTitle: ${id} auf Deutsch\n---\n\nText.\n`],
  ]);
  const site = await buildSite(Object.fromEntries(texts), {
    series: Object.entries(folders).map(([id, source]) => ({ ...series(id), source, files: `${id}-{number}.md` })),
    locales: { "en-US": {}, "de-DE": {} },
  });
  expect(site.diagnostics).toEqual([]);
  for (const id of ["cip", "cps"])
    expect(site.page(`/de-DE/${id}/${id}-0001`).querySelector("h1")?.textContent).toContain(`${id} auf Deutsch`);
});

describe("two series in one folder", () => {
  const files = {
    "content/all/CIP-0001/README.md": entry("CIP", 1, "Status: Inactive (superseded by CIP-0002)"),
    "content/all/CIP-0002/README.md": entry("CIP", 2),
    "content/all/CPS-0001/README.md": entry("CPS", 1),
    "content/all/CIP-candidate/README.md": '---\nCIP: "?"\nTitle: Candidate\n---\n\nText.\n',
  };

  it("each file is of the series whose pattern its name has; what fits none is reported once", async () => {
    const site = await buildSite(files, { series: [series("cip"), series("cps")] });
    for (const route of ["cip/cip-0001", "cip/cip-0002", "cps/cps-0001"])
      expect(site.has(`${route}/index.html`)).toBe(true);
    expect(site.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["number-pending", "content/all/CIP-candidate/README.md"],
    ]);
  });
});

describe("a series within the folder of another one", () => {
  const nested = [
    { ...series("cip"), source: "all" },
    { ...series("cps"), source: "all/more", files: "{number}/*.md" },
  ];

  it("leaves a text that only the outer one names to that one", async () => {
    const [outer, inner] = nested;
    const both = [{ ...outer, files: "*/CIP-{number}.md" }, { ...inner }];
    const site = await buildSite(
      { "all/more/CIP-0003.md": entry("CIP", 3), "all/more/7/one.md": entry("CPS", 7) },
      { series: both as never },
    );
    expect(site.diagnostics).toEqual([]);
    expect(site.has("cip/cip-0003/index.html") && site.has("cps/cps-0007/index.html")).toBe(true);
  });
});

describe("a proposal that is not UTF-8", () => {
  const latin = Buffer.from(`${entry("CIP", 2)}Stra\u00dfe\n`, "latin1");
  const files = { "content/all/CIP-0001/README.md": entry("CIP", 1), "content/all/CIP-0002/README.md": latin };

  it("is reported and left out with legacy", async () => {
    const site = await buildSite(files, { series: [series("cip")], legacy: { until: 99 } });
    expect(site.diagnostics.map(({ code, severity, file }) => [code, severity, file])).toEqual([
      ["proposal-skipped", "warning", "content/all/CIP-0002/README.md"],
      ["file-encoding", "warning", "content/all/CIP-0002/README.md"],
    ]);
    expect(site.has("cip/cip-0001/index.html") && !site.has("cip/cip-0002/index.html")).toBe(true);
  });

  it("is an error otherwise, and so is a page of the docs", async () => {
    const strict = await buildSite(files, { series: [series("cip")] });
    expect(strict.diagnostics).toMatchObject([{ code: "file-encoding", severity: "error" }]);
    const docs = { ...files, "content/docs/start.md": latin };
    const site = await buildSite(docs, {
      series: [series("cip")],
      docs: { mainDocId: "start" },
      legacy: { until: 99 },
    });
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "file-encoding", file: "content/docs/start.md" },
    ]);
  });
});

describe("a register in the root of a repository", () => {
  it("is not made of what tools keep there, whatever it ignores", async () => {
    const linked = "[a](./node_modules/x/data.json) [b](./.github/data.json)\n";
    const site = await buildSite(
      {
        "CIP-0001/README.md": `${entry("CIP", 1)}${linked}`,
        "node_modules/x/CIP-0002/README.md": entry("CIP", 2),
        "node_modules/x/README.md": "# A package\n",
        "node_modules/x/data.json": "{}",
        ".github/CIP-0003/README.md": entry("CIP", 3),
        ".github/PULL_REQUEST_TEMPLATE.md": "# What\n",
        ".github/data.json": "{}",
      },
      { series: [{ ...series("cip"), source: ".", ignore: [] }], checks: { brokenLinks: "warn" } },
    );
    expect(site.diagnostics.map(({ code, file }) => [code, file])).toEqual(
      Array(2).fill(["broken-link", "CIP-0001/README.md"]),
    );
    expect(site.json<{ total: number }>("cip/index.json").total).toBe(1);
    expect([...site.files.keys()].filter((path) => path.endsWith("data.json"))).toEqual([]);
  });
});

describe("odd input", () => {
  const at = "content/cip/cbc/cip-1.md";

  it("words that are names in JavaScript are links like others", async () => {
    const site = await buildSite({ [at]: proposalText(1, {}, "[a](constructor) [b](toString) [c](__proto__)\n") });
    expect(site.diagnostics.map(({ code, line }) => [code, line])).toEqual(Array(3).fill(["broken-link", 5]));
  });

  it("a page beside a proposal is published as text, so it cannot speak for the site", async () => {
    const site = await buildSite({
      [at]: proposalText(1, {}, "[x](./evil.html)\n"),
      "content/cip/cbc/evil.html": "<script>alert(1)</script>",
    });
    expect([...site.files.keys()].filter((path) => path.includes("evil"))).toEqual(["cip/cbc/evil.html.txt"]);
    expect(site.diagnostics).toEqual([]);
  });

  it("the site's own full address is checked like a path", async () => {
    const site = await buildSite({ [at]: proposalText(1, {}, "[x](https://register.example/nowhere)\n") });
    expect(site.diagnostics).toMatchObject([{ code: "broken-link", file: at, line: 5 }]);
  });

  it("a link of the configuration that leads nowhere is an error with its key path", async () => {
    const footer = { columns: [{ title: "Docs", links: [{ label: "X", to: "/cip/tgas" }] }] };
    const site = await buildSite({ [at]: proposalText(1) }, { footer });
    expect(site.diagnostics).toMatchObject([{ code: "broken-link", help: "Did you mean /cip/tags?" }]);
    expect(site.diagnostics[0]?.message).toContain("footer.columns[0].links[0].to");
  });

  it("control characters reach neither pages nor feeds", async () => {
    const site = await buildSite({
      [at]: proposalText(1, { title: '"a \\b\\e b"', date: "2024-01-01" }, "c\u0008d\n"),
    });
    for (const path of ["cip/cbc/cip-1/index.html", "cip/rss.xml", "cip/atom.xml"]) {
      expect(site.text(path)).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
    }
  });
});
