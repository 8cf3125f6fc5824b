/** Outputs that a site chooses by name: other programs can read them, whatever the texts of a register are. */
import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { build as buildToDisk } from "../../src/api/build.js";
import { verify } from "../../src/api/verify.js";
import { build, makeSite, proposalText } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const chosen = (...outputs: ("calendar" | "csv" | "text")[]) => ({ outputs, checks: { brokenLinks: "warn" as const } });

/** @returns the cells of a table by RFC 4180. */
function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

/** @returns what a calendar program has of each event. */
function readCalendar(text: string) {
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("prodid")).toBeTruthy();
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const { uid, summary, description, startDate } = new ICAL.Event(component);
    expect(component.getFirstPropertyValue("dtstamp")).toBeTruthy();
    return { uid, summary, description, day: startDate.toString(), url: component.getFirstPropertyValue("url") };
  });
}

const texts = {
  "content/cip/cbc/cip-20.md": proposalText(20, {
    title: '"One, two; three"',
    description: "What it is",
    author: "Ada (@ada), Bob",
    status: "last call",
    date: "2026-01-02",
    "last-call-deadline": "2026-03-01",
    tags: "[a, b]",
    budget: "'=1+1'",
  }),
  "content/cip/cbc/cip-22.md": proposalText(22, { requires: 20, status: "draft" }),
};
const series = [
  { profile: "cip" as const, fields: [{ key: "cip" }, { key: "budget", show: true }, { key: "last-call-deadline" }] },
];

test("a calendar has the end of each last call as a whole day", async () => {
  const built = await build(makeSite(texts, chosen("calendar")));
  expect(readCalendar(built.text("deadlines.ics"))).toEqual([
    {
      uid: "cip-20@register.example",
      summary: "Last call deadline: CIP-20 One, two; three",
      description: "Last call\nWhat it is",
      day: "2026-03-01",
      url: "https://register.example/cip/cbc/cip-20",
    },
  ]);
  expect(built.has("register.csv")).toBe(false);
});

test("a table has all proposals and the register's own fields, and nothing that a spreadsheet would compute", async () => {
  const built = await build(makeSite(texts, { ...chosen("csv"), series }));
  const [head = [], ...rows] = readTable(built.text("register.csv"));
  const [one, two] = rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], cell])));
  expect(one).toMatchObject({
    series: "cip",
    number: "20",
    label: "CIP-20",
    title: "One, two; three",
    status: "Last call",
  });
  expect(one).toMatchObject({ tags: "a; b", authors: "Ada; Bob", deadline: "2026-03-01", budget: "'=1+1" });
  expect(two).toMatchObject({
    number: "22",
    requires: "CIP-20",
    budget: "",
    url: "https://register.example/cip/cbc/cip-22",
  });
});

test("any texts make a table and a calendar that are read as they were written", async () => {
  const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }).filter((text) => text.trim() !== "");
  await fc.assert(
    fc.asyncProperty(words, words, async (title, description) => {
      const fields = {
        title: JSON.stringify(title),
        description: JSON.stringify(description),
        "last-call-deadline": "2026-03-01",
      };
      const built = await build(
        makeSite({ "content/cip/cbc/cip-20.md": proposalText(20, fields) }, chosen("calendar", "csv", "text")),
      );
      const { items } = built.json<{ items: [{ title: string; description: string }] }>("cip/register.json");
      const [event] = readCalendar(built.text("deadlines.ics"));
      expect(event?.summary).toBe(`Last call deadline: CIP-20 ${items[0].title}`);
      const [head = [], row = []] = readTable(built.text("register.csv"));
      const written = (name: string) => row[head.indexOf(name)]?.replace(/^'(?='*[=+\-@\t\r])/, "");
      expect(written("title")).toBe(items[0].title);
      expect(written("description")).toBe(items[0].description);
    }),
    { numRuns: 40, examples: [["'+", "''=1"]] },
  );
});

test("they are linked, verified, the same in a second build, and gone when nothing names them", async () => {
  const page = { "content/home.md": "[all](/register.csv) [dates](/deadlines.ics)\n" };
  const root = makeSite({ ...texts, ...page }, { outputs: ["calendar", "csv", "csv"] });
  const { ok, out, diagnostics } = await buildToDisk({ root });
  expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
  const first = treeOf(out);
  expect(await verify({ root, site: out })).toMatchObject({ ok: true, extra: [], missing: [], different: [] });
  await buildToDisk({ root, cache: false });
  expect(treeOf(out)).toEqual(first);
  const without = await build(makeSite({ ...texts, ...page }));
  expect(without.diagnostics.map(({ code, about }) => `${code} ${about}`)).toEqual([
    "broken-link /register.csv",
    "broken-link /deadlines.ics",
  ]);
});

describe("a name that is none", () => {
  test.each([
    ["calender", 'Did you mean "calendar"?'],
    ["CSV", 'Did you mean "csv"?'],
  ])("%s", async (name, help) => {
    const { diagnostics } = await build(makeSite({}, { outputs: [name] as never }));
    expect(diagnostics).toMatchObject([{ code: "config-invalid", help, line: expect.any(Number) }]);
    expect(diagnostics[0]?.message).toMatch(/^outputs\[0\]: /);
  });
});
