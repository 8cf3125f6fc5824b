/** Decisions, sections 3 and 8: `cipgen check-links`. Every problem is shown where a person would fix it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkLinksCommand } from "../../src/cli/commands/check-links.js";
import type { ReportFormat } from "../../src/platform/diagnostics/reporters/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import {
  attributes,
  build,
  makeFolder,
  makeSite,
  proposalText,
  registerSite,
  repositoryRoot,
  usualConfig,
  writeBuild,
} from "../support/site.js";

interface Report {
  ok: boolean;
  pages: number;
  links: number;
  diagnostics: Diagnostic[];
}

async function checkLinks(options: { root?: string; site?: string }, format: ReportFormat = "json") {
  const written: string[] = [];
  const output = { result: (text: string) => void written.push(text), talk: () => {} };
  const code = await checkLinksCommand({ root: ".", ...options, format }, output);
  return { code, text: written.join("") };
}

async function report(options: { root?: string; site?: string }): Promise<Report> {
  return JSON.parse((await checkLinks(options)).text);
}

test("a text may have one broken link thousands of times: each is found at its place", async () => {
  const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20, {}, "<a href='x'>a</a> ".repeat(3000)) });
  const { code, stdout } = await cipgenProcess(["check-links", "--root", root, "--format", "json"], {
    env: { NODE_OPTIONS: "--max-old-space-size=400" },
  });
  expect(code).toBe(2);
  const columns = (JSON.parse(stdout) as Report).diagnostics.map(({ column = 0 }) => (column - 10) / 18);
  expect(columns).toEqual(Array.from({ length: 3000 }, (_, index) => index));
});

/** `code file:line:column` of each diagnostic. */
function places({ diagnostics }: Report): string[] {
  return diagnostics.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`).sort();
}

/** The place of a text that occurs once in a file. */
function placeOf(files: Record<string, string | Uint8Array>, file: string, text: string, after = 0): string {
  const before = String(files[file]).slice(0, String(files[file]).indexOf(text) + after);
  return `${file}:${before.split("\n").length}:${before.length - before.lastIndexOf("\n")}`;
}

test("a part that a drawing lacks is reported once, for its file, although the published one is cleaned and at two addresses", async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><g id="h"/>\n<use href="#H"/><use href="#H"/></svg>';
  const text = "![A plan](../assets/erc-20/plan.svg)\n";
  const root = makeSite(
    {
      "content/cip/cip-20.md": proposalText(20, {}, text),
      "content/assets/erc-20/plan.svg": drawing,
    },
    {
      series: [{ ...usualConfig.series[0], assets: "../assets" }],
      redirects: { "/plan.svg": "/cip/assets/erc-20/plan.svg" },
    },
  );
  const { diagnostics } = await report({ root });
  const anchors = diagnostics.filter(({ code }) => code === "broken-anchor");
  expect(anchors.map(({ file, line, column, help }) => ({ file, line, column, help }))).toEqual([
    { file: "content/assets/erc-20/plan.svg", line: 2, column: 12, help: undefined },
  ]);
});

describe("problems in Markdown", () => {
  const file = "content/cip/cbc/cip-20.md";
  /** Code, what is written, and how far into it the problem begins. */
  const problems: [code: string, markdown: string, offset?: number][] = [
    ["broken-link", "[a](/nowhere)", 4],
    ["broken-link", "[b](https://register.example/nowhere-at-all)", 4],
    ["broken-link", "![c](/img/missing.png)", 5],
    ["broken-link", '<img src="./gone.png" alt="d">', 10],
    ["broken-markdown-link", "[e](./cip-31.md)", 4],
    ["broken-anchor", "[f](#nope)", 4],
    ["broken-anchor", "[g](/docs/start.md#nope)", 4],
    ["broken-anchor", "[h](/de-DE/docs/start#no-pe)", 4],
    ["broken-anchor", "[w](./notes.md#no-part)", 4],
    ["link-case", "[i](/CIP/tags)", 4],
    ["link-empty", "[j]()", 2],
    ["link-malformed", "[l](http://)", 4],
    ["link-mailto", "[m](mailto:nobody)", 4],
    ["url-unsafe", "[n](javascript:alert)", 4],
    ["url-unsafe", '<a href="vbscript:x">o</a>', 9],
    ["url-unsafe", "[p](data:image/png;base64,AA==)", 4],
    ["broken-link", "[q](/cip//tags)", 4],
    ["broken-link", "[r](/img%2Fa%20b.png)", 4],
    ["broken-link", "[s](/img/a%20b.png/)", 4],
    ["broken-link", "[t](/no//where)", 4],
    ["link-malformed", "[u](//cip)", 4],
    ["link-malformed", "[v](https://nowhere/x)", 4],
  ];
  const valid = [
    "[a](#) [a](#top) [a](#abstract) [a](#gr%C3%B6%C3%9Fe) [a](#größe)",
    "[a](/cip/) [a](/cip/index.html) [a](/de-DE/cip) [a](?q=1)",
    "[a](./cip-21.md) [a](./cip-21) [a](../cbc/cip-21.md#abstract) [a](/docs/start.md)",
    "[a](https://register.example/cip) [a](https:/one.example) [a](//elsewhere.example/x) [a](mailto:a@b.example?subject=x)",
    "![a](data:image/png;base64,iVBORw0KGgo=) ![a](/img/a%20b.png)",
    "`[a](/nowhere)` and <!-- [a](/nowhere) -->",
    '```html\n<a href="/nowhere">[x](javascript:x)</a>\n```',
  ];
  const files = {
    [file]: proposalText(
      20,
      {},
      `${problems.map(([, markdown]) => markdown).join("\n\n")}\n\n<!--truncate-->\n\n## Abstract\n\n## Größe\n\n${valid.join("\n\n")}\n`,
    ),
    "content/cip/cbc/cip-21.md": proposalText(21, {}, `## Abstract\n\n${valid[1]}\n`),
    "content/cip/cbc/notes.md": "# Notes\n\n## A part\n",
    "content/docs/start.md": "# Start\n",
    "content/static/img/a b.png": "no picture",
  };
  const config = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };

  test("each is found once, at its place, although previews and translations show it again; what is right is not", async () => {
    const found = await report({ root: makeSite(files, config) });
    expect(places(found)).toEqual(
      problems.map(([code, markdown, offset]) => `${code} ${placeOf(files, file, markdown, offset)}`).sort(),
    );
    expect(found.ok).toBe(false);
  });
});

describe("problems around the content", () => {
  const files = {
    "content/cip/cbc/cip-20.md": proposalText(20),
    "templates/NotFoundPage.tsx": [
      'import NotFoundPage from "cipgen/templates/NotFoundPage";',
      "export default function Own(props) {",
      '  return <><NotFoundPage {...props} /><a href="/from-template">x</a></>;',
      "}",
    ].join("\n"),
    "cipgen.config.json": JSON.stringify(
      {
        ...usualConfig,
        locales: { "en-US": {}, "de-DE": {} },
        navbar: {
          items: [
            { type: "link", label: "CIPs", to: "/cip/" },
            { type: "link", label: "Archive", to: "/cip/archive" },
          ],
        },
        footer: { columns: [{ title: "More", links: [{ label: "Gone", to: "/gone" }] }] },
      },
      null,
      2,
    ),
  };

  test("are reported once, in the configuration or the template, with the number of their pages", async () => {
    const found = await report({ root: makeSite(files) });
    // The slash of /cip/ in the configuration is not one of them: pages link to it as the site's addresses are written.
    expect(places(found)).toEqual(
      [
        `broken-link ${placeOf(files, "cipgen.config.json", "/gone")}`,
        `broken-link ${placeOf(files, "templates/NotFoundPage.tsx", "/from-template")}`,
      ].sort(),
    );
    const gone = found.diagnostics.find(({ message }) => message.includes("/gone"));
    expect(gone?.message).toContain(`(on ${found.pages} pages)`);
  });

  test("a page that is copied has its places in its own file, and is missed when nothing leads to it", async () => {
    const copied = {
      "content/cip/cbc/cip-20.md": proposalText(20),
      "content/static/plain.html": '<!doctype html>\n<title>x</title>\n<p id="a"><a href="/cip" id="a">x</a>\n',
    };
    expect(places(await report({ root: makeSite(copied) }))).toEqual([
      "id-duplicate content/static/plain.html:3:30",
      "page-orphan content/static/plain.html:1:1",
    ]);
  });
});

describe("the command", () => {
  const broken = { "content/cip/cbc/cip-20.md": proposalText(20, {}, "[a](/nowhere)\n") };

  test("ends with 2 where something is broken, 0 where nothing is, 3 for what it does not know", async () => {
    const [bad, good, format, both, missing, empty, below] = await Promise.all([
      cipgenProcess(["check-links", "--root", makeSite(broken), "--format", "github"]),
      cipgen(["check-links", "--root", makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) })]),
      cipgen(["check-links", "--format", "html"]),
      cipgen(["check-links", "--root", ".", "--site", "."]),
      cipgen(["check-links", "--site", join(makeFolder(), "gone")]),
      cipgen(["check-links", "--site", makeFolder()]),
      cipgen(["check-links", "--site", join(makeFolder({ file: "" }), "file/site")]),
    ]);
    const codes = [bad, good, format, both, missing, empty, below].map(({ code }) => code);
    expect(codes).toEqual([2, 0, 3, 3, 3, 3, 3]);
    expect(bad.stdout).toMatch(/^::error file=\S*content\/cip\/cbc\/cip-20\.md,line=5,col=5,/);
    expect(bad.stderr).toBe("");
    expect(good.stdout).toMatch(/^Checked \d+ links of \d+ pages in .* nothing wrong\n$/);
    expect(format.stderr).toContain("text, json, junit, github, sarif");
  });

  test("warnings alone do not fail it", async () => {
    const orphan = { "index.html": "<p>x", "lost.html": "<p>x" };
    const { code, text } = await checkLinks({ site: makeFolder(orphan) }, "text");
    expect(code).toBe(0);
    expect(text).toContain("page-orphan");
  });

  test("errors of texts do not hide what is wrong with the links of others, or with their own", async () => {
    const found = await report({
      root: makeSite({
        "content/cip/cbc/cip-20.md": proposalText(20, { "discussions-to": "htps://example.org" }, "[a](/nowhere)\n"),
        "content/cip/cbc/cip-21.md": "---\ncip: x\n---\n",
        "content/cip/cbc/cip-22.md": proposalText(22, {}, "[to what is left out](./cip-21.md) [b](/nothing)\n"),
      }),
    });
    const codes = (file: string) => found.diagnostics.filter((d) => d.file?.endsWith(file)).map(({ code }) => code);
    expect(codes("cip-20.md").sort()).toEqual(["broken-link", "url-unsafe"]);
    expect(codes("cip-21.md")).toContain("number-invalid");
    expect(codes("cip-22.md")).toEqual(["broken-link", "broken-link"]);
  });

  test("--site has its places in the site's files, and says once what is on most pages", async () => {
    const files = Object.fromEntries(
      ["index", "a", "b", "c"].map((name) => [
        `${name}.html`,
        `<a href="a.html"></a><a href="b.html"></a><a href="c.html"></a>\n<a href="/layout">x</a>\n<a href="/only-${name[0]}">`,
      ]),
    );
    const found = await report({ site: makeFolder(files) });
    expect(places(found)).toEqual([
      "broken-link a.html:2:10",
      "broken-link a.html:3:10",
      "broken-link b.html:3:10",
      "broken-link c.html:3:10",
      "broken-link index.html:3:10",
    ]);
    expect(found.diagnostics.find(({ line }) => line === 2)?.message).toContain("(on 4 pages)");
  });
});

test("--external asks other sites, once for a while, and shows what they answer where the link is written", async () => {
  const asked: string[] = [];
  const server = createServer(({ url = "", method }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(url === "/ok" ? 200 : url === "/no" ? 403 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = "content/cip/cbc/cip-20.md";
  const files = { [file]: proposalText(20, {}, `[a](${origin}/ok#x) [b](${origin}/gone) [c](${origin}/no)\n`) };
  const root = makeSite(files, { url: "http://127.0.0.1:1" });
  const run = () => cipgen(["check-links", "--external", "--root", root, "--format", "json"]);
  const first = await run();
  expect(places(JSON.parse(first.stdout))).toEqual([
    `external-broken ${placeOf(files, file, `${origin}/gone`)}`,
    `external-refused ${placeOf(files, file, `${origin}/no`)}`,
  ]);
  expect(first).toMatchObject({ code: 2, stderr: "" });
  expect(asked.sort()).toEqual(["GET /gone", "GET /no", "HEAD /gone", "HEAD /no", "HEAD /ok"]);
  asked.splice(0);
  expect((await run()).stdout.replace(/"durationMs":\d+/, "")).toBe(first.stdout.replace(/"durationMs":\d+/, ""));
  expect(asked).not.toContain("HEAD /ok");
  server.close();
});

test("--external that is killed asks later only for what had not answered", async () => {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (url !== "/slow") response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = proposalText(20, {}, `[a](${origin}/a) [b](${origin}/b) [c](${origin}/slow)\n`);
  const root = makeSite({ "content/cip/cbc/cip-20.md": text }, { url: "http://127.0.0.1:1" });
  const run = async (until: () => boolean) => {
    asked.splice(0);
    const args = [join(repositoryRoot, "bin/cipgen.js"), "check-links", "--external", "--root", root];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    await expect.poll(until).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    return new Set(asked);
  };
  const cache = join(root, ".cipgen/external.json");
  expect(await run(() => existsSync(cache))).toEqual(new Set(["/a", "/b", "/slow"]));
  expect(await run(() => asked.includes("/slow"))).toEqual(new Set(["/slow"]));
  server.closeAllConnections();
  server.close();
});

test("a relative link that leads nowhere is one finding, and leads to one address from wherever it is shown", async () => {
  const text = proposalText(20, {}, "[a](./lost) [b](./) [c](../gone/x)\n");
  const root = makeSite({ "content/cip/cbc/cip-20.md": text });
  const { diagnostics } = await report({ root });
  expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
    "broken-link 5:5",
    "broken-link 5:17",
    "broken-link 5:25",
  ]);
  const built = await build(root, (config) => ({ ...config, checks: { ...config.checks, brokenLinks: "warn" } }));
  expect(attributes(built.page("/cip"), ".preview a", "href")).toEqual(["/cip/cbc/lost", "/cip/cbc/", "/cip/gone/x"]);
});

describe("sites without a problem", () => {
  test.each([
    { trailingSlash: true, search: { provider: "local" } },
    { trailingSlash: false },
    { output: { format: "file" }, baseUrl: "/é/b%20c/" },
  ] as const)("however they are published: %o", async (config) => {
    const files = {
      "content/cip/cbc/cip-20.md": proposalText(20, { requires: 21 }, "[a](./cip-21.md#abstract) [b](/docs/start)\n"),
      "content/cip/cbc/cip-21.md": proposalText(21, {}, "## Abstract\n\n![c](/img/c.png) [d](#abstract) CIP-20\n"),
      "content/cip/cbc/cip-22.md":
        "# Own\n\n## Meta\n\n- CIP: 22\n- Title: Own\n\n## Why\n\n[Meta](#meta) CIP-20 CIP-21\n",
      "content/docs/start.md": "# Start\n\n[a](../cip/tags) [b](/about) [c](/about.html)\n",
      "content/static/about.html": "<!doctype html><title>About</title>",
      "content/static/img/c.png": "no picture",
    };
    const root = makeSite(files, { ...config, locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } });
    const { pages, links, diagnostics } = await report({ root });
    expect(diagnostics).toEqual([]);
    await cipgen(["build", "--root", root]);
    const site = await report({ site: join(root, "build") });
    expect(site).toMatchObject({ ok: true, pages, links, diagnostics: [] });
  });

  test("this repository's own, in all its languages", async () => {
    const folder = makeFolder();
    writeBuild(folder, await registerSite());
    const found = await report({ site: folder });
    expect(found.diagnostics).toEqual([]);
    expect(found.pages).toBeGreaterThan(300);
  });
});

test("what is wrong in a field of front matter has its line there, also where the text and feeds link the same", async () => {
  const url = "https://register.example/nowhere";
  const author = "Ada <https://register.example/ada>, Bob <bob@example>";
  const fields = { "discussions-to": url, author, requires: 9, date: "2024-01-01" };
  const root = makeSite({ "content/cip/cbc/cip-1.md": proposalText(1, fields, `Text with [it](${url}).\n`) });
  const { diagnostics } = await report({ root });
  expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["broken-link", 4, 17],
    ["broken-link", 5, 14],
    ["link-mailto", 5, 50],
    ["broken-link", 9, 16],
    ["reference-unknown", 6, 11],
  ]);
});
