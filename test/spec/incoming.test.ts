/** Open pull requests in the register: what fetched refs add is listed on one page, nothing else has a word of it, and hostile ones cost a warning. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Edits, Repository } from "../support/git.js";
import { attributes, build, makeSite, proposalText, type TestBuild, textOf, texts } from "../support/site.js";

const config = {
  incoming: { refs: "refs/pull/*/head" },
  editUrl: "https://code.example/o/r/edit/main",
  locales: { "en-US": {}, "de-DE": {} },
  maxFileSize: 20_000,
};
const at = (name: string) => `content/cip/core/${name}.md`;
/** In every text of a request. */
const word = "Zyzzyva";
const proposal = (number: number, title = "A title", author = "Ada") =>
  `---\ncip: ${number}\ntitle: "${title} ${word}"\nauthor: "${author}"\n---\n${word}\n`;

class Requests extends Repository {
  constructor() {
    super(makeSite({ [at("cip-1")]: proposalText(1) }, config));
    this.commit("2020-01-01T00:00:00Z");
  }

  open(number: number | string, edits: Edits): void {
    this.point(number, this.branch([edits]));
  }

  point(number: number | string, target: string): void {
    this.git(["update-ref", `refs/pull/${number}/head`, target]);
  }
}

let site: TestBuild;
let requests: Requests;
beforeAll(async () => {
  requests = new Requests();
  requests.point(1, "main");
  requests.open(2, { "content/cip/cbc/cip-1.md": proposal(1) });
  requests.open(3, { [at("cip-7")]: proposal(7, "`Seven`", "Ada (@ada), Bob <b@x.example>"), "README.md": word });
  requests.open(4, {
    [at("cip-8")]: proposal(8, "<script>x</script> [y](javascript:z) \\u0007", "<img src=x>, E <javascript:x>"),
  });
  requests.open(5, { [at("cip-9")]: proposal(9) + "x".repeat(30_000) });
  requests.open(6, { [at("cip-10")]: `---\ncip: 10\ntitle: ${"[".repeat(5_000)}${word}\n---\n` });
  requests.open(7, { [at("cip-11")]: { link: "../../../cipgen.config.json" }, [at("cip-12")]: { link: "cip-12.md" } });
  requests.open(8, {
    'content/cip/core/cip-13.md\n"<b>/cip-14.md': proposal(14),
    "content/cip/core/cip-15/.x/cip-16.md": proposal(16),
  });
  requests.git(["symbolic-ref", "refs/pull/9/head", "refs/pull/9/head"]);
  writeFileSync(join(requests.root, "bytes"), Buffer.from(proposal(17, "Caf\u00e9"), "latin1"));
  const blob = requests.git(["hash-object", "-w", "bytes"]).trim();
  requests.git(["update-index", "--add", "--cacheinfo", `100644,${blob},${at("cip-17")}`]);
  const tree = requests.git(["write-tree"]).trim();
  requests.git(["reset", "--quiet"]);
  requests.point(10, requests.git(["commit-tree", tree, "-p", "main", "-m", "x"]).trim());
  requests.point(11, blob);
  requests.point(12, requests.git(["commit-tree", tree, "-m", "x"]).trim());
  const treeOf = (entry: (index: number) => string, count: number) =>
    requests
      .git(["mktree"], undefined, Array.from({ length: count }, (_, index) => `${entry(index)}\n`).join(""))
      .trim();
  let nested = treeOf(() => `100644 blob ${blob}\tx`, 1);
  for (let level = 0; level < 10; level++) nested = treeOf((index) => `040000 tree ${nested}\t${index}`, 10);
  for (const name of ["cip", "content"]) nested = treeOf(() => `040000 tree ${nested}\t${name}`, 1);
  requests.point(16, requests.git(["commit-tree", nested, "-p", "main", "-m", "x"]).trim());
  const many = Array.from({ length: 21 }, (_, index) => [at(`cip-${100 + index}`), proposal(100 + index)]);
  requests.open(13, Object.fromEntries(many));
  requests.open("x", { [at("cip-18")]: proposal(18) });
  requests.open(14, { [at("cip-xxxx")]: proposal(0).replace("cip: 0", "cip: XXXX") });
  site = await build(requests.root);
});

test("lists number, title, authors and address of new proposals as plain text, the newest first", () => {
  const page = site.page("/incoming");
  const rows = [...page.querySelectorAll("tbody tr")].map((row) => texts(row, "th, td"));
  expect(rows).toEqual([
    ["", `A title ${word}`, "Ada", "#14"],
    ["17", `Caf\ufffd ${word}`, "Ada", "#10"],
    ["8", `<script>x</script> y \ufffd ${word}`, "<img src=x>, E", "#4"],
    ["7", `Seven ${word}`, "Ada, Bob", "#3"],
  ]);
  expect(attributes(page, "tbody a", "href")).toEqual(
    [14, 10, 4, 3].map((id) => `https://code.example/o/r/pull/${id}`),
  );
  expect(attributes(page, "meta[name=robots]", "content")).toEqual(["noindex"]);
  expect(attributes(site.page("/cip"), ".more a", "href")).toContain("/incoming");
});

test("hostile requests are warnings, each with its ref", () => {
  expect(site.diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
    Array.from({ length: 5 }, () => ["incoming-left-out", "warning"]),
  );
  const refs = site.diagnostics.map(({ message }) => /^refs\/pull\/(\d+)/.exec(message)?.[1]);
  expect(refs.sort()).toEqual(["12", "13", "16", "5", "6"]);
});

test("no other file has a word of them, and search engines are not led to the page", () => {
  const naming = [...site.files].filter(([, content]) => textOf(content).includes(word)).map(([path]) => path);
  expect(naming.sort()).toEqual(["de-DE/incoming/index.html", "incoming/index.html"]);
  for (const path of ["sitemap.xml", "llms.txt"]) expect(site.text(path)).not.toContain("incoming");
});

test("the refs are sources: another one is another record of the build", async () => {
  const digest = ({ json }: TestBuild) => json<{ incoming?: string }>("build.json").incoming;
  requests.open(15, { [at("cip-19")]: proposal(19) });
  const changed = await build(requests.root);
  expect(digest(changed)).toMatch(/^[0-9a-f]{64}$/);
  expect(digest(changed)).not.toBe(digest(site));
  const without = await build(requests.root, (given) => ({ ...given, incoming: undefined }));
  expect([digest(without), without.has("incoming/index.html"), without.diagnostics]).toEqual([undefined, false, []]);
});

test("without a repository, and in one that cannot be read, the page is empty and the build goes on", async () => {
  const { page, diagnostics } = await build(makeSite({ [at("cip-1")]: proposalText(1) }, config));
  expect(texts(page("/incoming"), ".lead")).toEqual(["No open pull request has a new proposal."]);
  expect(diagnostics.map(({ code }) => code)).toContain("incoming-left-out");
});
