/** A register without numbers, everywhere else than in its pages: search, tools of agents, history, feeds, data, links, and the move of an old site. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../client/search/engine/engine.js";
import { checkLinks } from "../../src/index.js";
import { numberOfSlug } from "../../src/shared/proposal-number.js";
import { contractProblems } from "../support/contract.js";
import { Repository } from "../support/git.js";
import { type Agent, agent, built, sourceAgent } from "../support/mcp.js";
import { attributes, build, makeSite, type TestBuild, textOf, usualConfig } from "../support/site.js";

const text = (title: string, status: string, fields = "", body = "Text.") =>
  `---\ntitle: ${title}\nstatus: ${status}\nauthor: Ada (@ada)\n${fields}---\n\n## Motivation\n\n${body}\n`;
const struct = (status: string, body = "Zebras need it.") =>
  text("The Struct Type", status, "requires: input-union\n", `${body} See [unions](input-union.md#motivation).`);
const names = ["Struct", "input-union", "defer", "2019-old-idea"];

let root: string;
let site: TestBuild;
let onSite: Agent;
let onSources: Agent;

beforeAll(async () => {
  root = makeSite(
    {
      "rfcs/Struct.md": struct("Draft"),
      "rfcs/input-union.md": text("An Input Union", "Draft", "created: 2019-05-01\n"),
      "rfcs/2019-old-idea.md": text("An Old Idea", "Draft", "last-call-deadline: 2019-06-01\n", "It failed."),
      "rfcs/defer-stream.md": text("Defer & Stream", "Draft", "requires: Struct\n", "Results come later."),
    },
    {
      ...usualConfig,
      search: { provider: "local" },
      series: [
        {
          id: "rfc",
          label: "RFC",
          title: "RFCs",
          source: "rfcs",
          files: "{slug}.md",
          route: "/rfc",
          statuses: ["Draft", "Last Call", "Accepted"],
        },
      ],
    },
  );
  const repository = new Repository(root).commit("2020-01-01T00:00:00Z");
  repository.git(["mv", "rfcs/defer-stream.md", "rfcs/defer.md"]);
  repository.commit("2020-02-01T00:00:00Z");
  repository.commit("2020-03-01T00:00:00Z", { "rfcs/Struct.md": struct("Accepted", "Zebras and gnus need it.") });
  site = await build(root);
  [onSite, onSources] = await Promise.all([agent(await built(root)), sourceAgent(root)]);
});
afterAll(() => Promise.all([onSite, onSources].map((one) => one?.close())));

test("no file has a number, or a label of one", () => {
  expect(site.diagnostics).toEqual([]);
  for (const [path, content] of site.files) {
    if (/schema|openapi|\.(?:png|woff2|js|css)$/.test(path)) continue;
    const written = textOf(content);
    expect(written, path).not.toMatch(/RFC-\w/);
    for (const slug of [...names, "defer-stream"]) expect(written, path).not.toContain(String(numberOfSlug(slug)));
  }
});

describe("search", () => {
  let engine: Engine;
  const find = async (query: string) => {
    const { hits } = await engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
    return hits.map(({ url_without_anchor }) => url_without_anchor);
  };
  beforeAll(() => {
    engine = createEngine(async (path) => site.text(`search/en-US/${path}`));
  });

  test.each([
    ["input-union", "/rfc/input-union"],
    ["Input union", "/rfc/input-union"],
    ["inputunion", "/rfc/input-union"],
    ["struct", "/rfc/Struct"],
    ["2019-old-idea", "/rfc/2019-old-idea"],
    ["gnus", "/rfc/Struct"],
    ["rfc defer", "/rfc/defer"],
  ])("%s finds %s", async (query, route) => {
    expect((await find(query))[0]).toBe(route);
  });
});

test("the data of the contract are as their schemas say, and call proposals by their names", () => {
  const { problems, files } = contractProblems(site.files.keys(), (path) => site.text(path));
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(5);
  for (const slug of names)
    expect(site.json(`api/v1/proposals/rfc/${slug}.json`)).toMatchObject({ number: null, slug, label: slug });
  const { data } = site.json<{ data: { proposal: string } }>("api/v1/index.json");
  expect(data.proposal).toContain("{series}");
});

describe("history", () => {
  test("is that of a proposal through a change of its name, with pages and a former address", () => {
    const { proposals } = site.json<{ proposals: { label: string; number: null; slug: string; versions: number }[] }>(
      "rfc/history.json",
    );
    expect(proposals.map(({ label, number, slug, versions }) => [label, number, slug, versions])).toEqual([
      ["input-union", null, "input-union", 1],
      ["2019-old-idea", null, "2019-old-idea", 1],
      ["defer", null, "defer", expect.any(Number)],
      ["Struct", null, "Struct", 2],
    ]);
    expect(site.json("rfc/Struct/versions.json")).toMatchObject({ title: "The Struct Type", versions: [{}, {}] });
    expect(attributes(site.page("/rfc/defer-stream"), "link[rel=canonical]", "href")).toEqual([
      "https://register.example/rfc/defer",
    ]);
  });
});

describe("the tools of agents", () => {
  const both = () => [onSite, onSources];

  test.each([
    "input-union",
    "INPUT-UNION",
    "/rfc/input-union",
    "https://register.example/rfc/input-union",
    "rfcs/input-union.md",
  ])("get_proposal reads %s", async (proposal) => {
    for (const one of both()) {
      const { text: answer, isError } = await one.ask("get_proposal", { proposal });
      expect([isError, answer]).toEqual([false, expect.stringContaining("Proposal: input-union: An Input Union")]);
    }
  });

  test("list, relations and history have names", async () => {
    for (const one of both()) {
      const list = await one.ask("list_proposals", { requires: "Struct" });
      expect(list.text).toContain("defer | draft | Defer & Stream");
      const relations = await one.ask("relations", { proposal: "input-union" });
      expect(relations.text).toMatch(/Is required directly by:\n- Struct \| [\s\S]*through others by:\n- defer \|/);
      const history = await one.ask("get_history", { proposal: "Struct" });
      expect(history.text).toContain("accepted");
      const search = await one.ask("search", { query: "gnus" });
      expect(search.text).toContain("/rfc/Struct");
      const unknown = await one.ask("get_proposal", { proposal: "nothing" });
      expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('no proposal "nothing"') });
      for (const { text: answer } of [list, relations, history, search, unknown])
        expect(answer).not.toMatch(/RFC-|\bnull\b|\d{12}/);
    }
  });
});

test("check-links finds nothing, and a link to a name that there is not", async () => {
  expect((await checkLinks({ root })).diagnostics).toEqual([]);
  const other = makeSite(
    { "rfcs/a.md": text("A", "Draft", "", "See [b](b.md) and [c](/rfc/c)."), "rfcs/b.md": text("B", "Draft") },
    { series: [{ id: "rfc", label: "RFC", title: "RFCs", source: "rfcs", files: "{slug}.md", route: "/rfc" }] },
  );
  const { diagnostics } = await checkLinks({ root: other });
  expect(diagnostics.map(({ file, line, message }) => [file, line, message])).toEqual([
    ["rfcs/a.md", 9, expect.stringContaining("/rfc/c")],
  ]);
});
