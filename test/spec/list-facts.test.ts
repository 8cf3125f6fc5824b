/** What lists and the home page say of proposals: no status in place of words, no number without its series, no way to an empty page, nothing long past as open. */
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { Repository } from "../support/git.js";
import { xip } from "../support/parse.js";
import { attributes, build, makeSite, texts } from "../support/site.js";

type Series = NonNullable<ConfigInput["series"]>[number];
const series = (change: Partial<Series> = {}): Series => ({ ...xip, files: "xip-{number}.md", ...change }) as Series;
const text = (fields: Record<string, unknown>, body = "Some words.") =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n")}\n---\n\n${body}\n`;

test("a text that begins with its status has none of it as its description", async () => {
  const files = {
    "content/cip/xip-1.md": text({ xip: 1, title: "One", status: "Draft" }, "Status: **Draft**\n\nMore."),
    "content/cip/xip-2.md": text({ xip: 2, title: "Two", status: "Draft" }, "Drafts are texts."),
  };
  const site = await build(makeSite(files, { series: [series({ statuses: ["Draft"] })] }));
  expect(texts(site.page("/xip"), ".preview")).toEqual(["", "Drafts are texts."]);
  const items = site.json<{ items: { description: string }[] }>("xip/register.json").items;
  expect(items.map(({ description }) => description)).toEqual(["", "Drafts are texts."]);
});

test("the home page of several series names the series of each number", async () => {
  const files = {
    "content/cip/xip-2.md": text({ xip: 2, title: "One" }),
    "content/other/xop-2.md": text({ xop: 2, title: "Two" }),
  };
  const other = { id: "xop", label: "XOP", source: "content/other", route: "/xop", files: "xop-{number}.md" };
  const both = await build(makeSite(files, { series: [series(), series(other)] }));
  expect(texts(both.page("/"), ".entry-title .number").sort()).toEqual(["XIP-2", "XOP-2"]);
  expect(texts(both.page("/xip"), ".entry-title .number")).toEqual(["2"]);
});

test("the navbar leads to tags only where there are some", async () => {
  const navbar = async (fields: object) => {
    const site = await build(
      makeSite({ "content/cip/xip-2.md": text({ xip: 2, title: "One", ...fields }) }, { series: [series()] }),
    );
    return attributes(site.page("/"), ".navbar-links a", "href");
  };
  expect(await navbar({})).toEqual(["/xip", "/xip/archive"]);
  expect(await navbar({ tags: "wallet" })).toEqual(["/xip", "/xip/tags", "/xip/archive"]);
});

test("the archive has filters for the register's own fields, which pages show", async () => {
  const fields = { xip: 1, title: "One", status: "Draft" };
  const files = {
    "content/cip/xip-1.md": text({ ...fields, version: "1.10, `1.9`" }),
    "content/cip/xip-2.md": text({ ...fields, xip: 2, version: "[1.9]" }),
    "content/cip/xip-3.md": text({ ...fields, xip: 3 }),
  };
  const own = [
    { key: "version", filter: true },
    { key: "milestone", filter: true, show: "Milestone" },
  ];
  const site = await build(makeSite(files, { series: [series({ fields: own })] }));
  const archive = site.page("/xip/archive");
  expect(attributes(archive, "select", "name")).toEqual(["status", "field.version"]);
  expect(attributes(archive, "[name='field.version'] option", "value")).toEqual(["", "1.9", "1.10"]);
  expect(attributes(archive, "tr[data-fields]", "data-fields")).toEqual([
    '["field.version=1.10","field.version=1.9"]',
    '["field.version=1.9"]',
  ]);
  expect(texts(site.page("/xip/xip-2"), ".facts dt")).toContain("version");
});

test("the tone of a status is a look: only a status that says so has its text elsewhere", async () => {
  const statuses = [
    { id: "adopted", label: "Adopted", tone: "moved" as const },
    { id: "moved", label: "Moved", tone: "stopped" as const },
  ];
  const body = "See [there](https://x.example/1).";
  const files = {
    "content/cip/xip-1.md": text({ xip: 1, title: "One", status: "Adopted" }, body),
    "content/cip/xip-2.md": text({ xip: 2, status: "Moved" }, body),
  };
  const site = await build(makeSite(files, { series: [series({ statuses })] }));
  expect(site.diagnostics).toEqual([]);
  expect(texts(site.page("/xip"), ".entry-title a")).toEqual(["1 One", "2 Moved proposal"]);
  expect(attributes(site.page("/xip/xip-1"), ".banner a", "href")).toEqual([]);
  expect(attributes(site.page("/xip/xip-2"), ".banner a", "href")).toEqual(["https://x.example/1"]);
});

describe("a last call", () => {
  test("of any series is listed by its deadline", async () => {
    const call = (field: string, deadline: string) =>
      text({ [field]: 1, title: "T", status: "Last Call", "last-call-deadline": deadline });
    const files = {
      "content/cip/xip-1.md": call("xip", "2024-05-02"),
      "content/other/xop-1.md": call("xop", "2024-05-01"),
    };
    const shared = { statuses: ["Last Call"] };
    const other = {
      ...shared,
      id: "xop",
      label: "XOP",
      source: "content/other",
      route: "/xop",
      files: "xop-{number}.md",
    };
    const site = await build(makeSite(files, { series: [series(shared), series(other)] }));
    expect(attributes(site.page("/"), ".news li[data-until] a", "href")).toEqual(["/xop/xop-1", "/xip/xip-1"]);
  });

  test("is open until a year after its deadline, counted to the newest commit", async () => {
    const statuses = ["Draft", "Last Call"];
    const call = (xip: number, deadline: string) =>
      text({ xip, title: "T", status: "Last Call", "last-call-deadline": deadline });
    const repository = new Repository(makeSite({}, { series: [series({ statuses })] }));
    repository.commit("2024-06-01T00:00:00Z", {
      "content/cip/xip-1.md": call(1, "2020-01-01"),
      "content/cip/xip-2.md": call(2, "2024-05-01"),
      "content/cip/xip-3.md": text({ xip: 3, title: "T", status: "Last Call" }),
    });
    const site = await build(repository.root);
    expect(attributes(site.page("/"), ".news li[data-until] a, .news .tag-ledger a", "href").sort()).toEqual([
      "/xip/xip-2",
      "/xip/xip-3",
    ]);
  });
});
