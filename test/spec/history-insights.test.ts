/** Decisions, section 10: how a register is doing. */
import { describe, expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { attributes, build, makeSite, proposalText, texts } from "../support/site.js";

/** When each proposal had each status, by day; and its category. */
const register: Record<number, { category: string; statuses: [day: string, status: string][]; requires?: number }> = {
  1: {
    category: "core",
    statuses: [
      ["2022-01-10", "draft"],
      ["2022-03-11", "last call"],
      ["2022-03-31", "final"],
    ],
  },
  2: {
    category: "core",
    statuses: [
      ["2022-01-20", "draft"],
      ["2022-02-19", "final"],
    ],
    requires: 1,
  },
  3: { category: "cbc", statuses: [["2020-02-01", "draft"]], requires: 1 },
  4: {
    category: "cbc",
    statuses: [
      ["2022-03-05", "draft"],
      ["2022-11-10", "last call"],
    ],
    requires: 3,
  },
};
const end = "2022-12-20";

function makeRegister(): Repository {
  const repository = new Repository(makeSite({}));
  const steps = Object.entries(register).flatMap(([number, { category, statuses, requires }]) =>
    statuses.map(([day, status]) => ({
      day,
      path: `content/cip/${category}/cip-${number}.md`,
      text: proposalText(Number(number), { title: `Proposal \`${number}\``, status, requires, author: "Ada" }),
    })),
  );
  for (const { day, path, text } of steps.sort((a, b) => (a.day < b.day ? -1 : 1))) {
    repository.commit(`${day}T12:00:00Z`, { [path]: text });
  }
  return repository.commit(`${end}T12:00:00Z`, {
    "content/cip/core/cip-1.md": `${proposalText(1, { status: "final", author: "Ada" })}More.\n`,
  });
}

const site = await build(makeRegister().root);
const page = site.page("/cip/insights");
const table = (id: string) => {
  const rows = [...page.querySelectorAll(`#${id} tr`)].map((row) => texts(row, "th, td"));
  return { head: rows[0] ?? [], rows: rows.slice(1) };
};

describe("figures", () => {
  test("proposals by status today", () => {
    expect(table("statuses")).toEqual({
      head: ["Status", "Proposals"],
      rows: [
        ["Draft", "1"],
        ["Last call", "1"],
        ["Final", "2"],
      ],
    });
  });

  test("new proposals and changes of status in each year, also in one without any", () => {
    expect(table("created").rows.map((row) => row.join(" "))).toEqual(["2020 1", "2021 0", "2022 3"]);
    expect(table("changes").rows.map((row) => row.join(" "))).toEqual(["2020 0", "2021 0", "2022 4"]);
  });

  test("how long proposals stayed: only stays that ended, by status", () => {
    expect(table("stays").rows).toEqual([
      ["Draft", "60", "3"],
      ["Last call", "20", "1"],
    ]);
  });

  test("open last calls, and drafts that have not changed for six months", () => {
    expect(texts(page, "#lastCalls .number")).toEqual(["CIP-4"]);
    expect(texts(page, "#quiet tbody th")).toEqual(["CIP-3 Proposal 3"]);
  });

  test("what most others require", () => {
    expect(texts(page, "#required tbody tr")).toEqual(["CIP-1 Proposal 12", "CIP-3 Proposal 31"]);
  });
});

test("the day that all figures end is said", () => {
  expect(attributes(page, ".lead time", "datetime")).toEqual([end]);
});

test("the drawing of what requires what has an arrow for each, from right to left", () => {
  const graph = site.page("/cip/graph");
  const labels = texts(graph, ".dependencies .node text");
  const edges = [...graph.querySelectorAll(".edge")].map((edge) =>
    ["data-from", "data-to"].map((name) => labels[Number(edge.getAttribute(name))]).join(" "),
  );
  expect(edges.sort()).toEqual(["CIP-2 CIP-1", "CIP-3 CIP-1", "CIP-4 CIP-3"]);
  const x = (label: string) => Number(attributes(graph, ".node rect", "x")[labels.indexOf(label)]);
  expect(x("CIP-1")).toBeLessThan(x("CIP-3"));
  expect(x("CIP-3")).toBeLessThan(x("CIP-4"));
  // All are drawn, so nothing is said of others.
  expect(texts(graph, ".chart-text")).toEqual([]);
});
