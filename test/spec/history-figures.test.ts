/** The figures of every chart of a real register, computed once more by git and arithmetic alone. Needs ../shared/corpora. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fieldOf, monthsBetween, quantile, readByHand } from "../support/figures-by-hand.js";
import { attributes, build, makeSite, repositoryRoot, texts } from "../support/site.js";

const bundle = join(repositoryRoot, "../shared/corpora/simds-history.bundle");

describe.runIf(existsSync(bundle))("the SIMDs' own repository", async () => {
  if (!existsSync(bundle)) return;
  const root = makeSite(
    {},
    { series: [{ profile: "simd", source: "register/proposals" }], checks: { brokenLinks: "warn" } },
  );
  execFileSync("git", ["clone", "--quiet", bundle, join(root, "register")], { stdio: "ignore" });
  const site = await build(root);
  const page = site.page("/simd/insights");
  const { proposals, end } = readByHand(join(root, "register"));
  const months = monthsBetween(proposals.map(({ changes }) => changes[0]?.day ?? "").sort()[0] ?? "", end);

  const table = (id: string) => {
    const [head = [], ...rows] = [...page.querySelectorAll(`#${id} tr`)].map((row) => texts(row, "th, td"));
    return { head, rows };
  };
  const figures = (id: string) =>
    table(id).rows.map(([, ...values]) => values.map((value) => Number(value.replace(",", ""))));

  test("the period is that of the repository", () => {
    expect(attributes(page, ".lead time", "datetime")).toEqual([end]);
    expect(proposals.length).toBeGreaterThan(100);
    expect(months.length).toBeGreaterThan(30);
  });

  test("proposals by status at the end of each month", () => {
    const names = table("statuses")
      .head.slice(1)
      .map((name) => name.toLowerCase());
    const expected = months.map((month) =>
      names.map((name) => {
        const current = proposals.map(({ statuses }) => statuses.findLast(({ day }) => day.slice(0, 7) <= month));
        return current.filter((entry) => entry?.status === name).length;
      }),
    );
    expect(figures("statuses")).toEqual(expected);
    const last = expected.at(-1) ?? [];
    expect(last.reduce((sum, count) => sum + count)).toBe(proposals.length);
  });

  test("new proposals and changes of status in each month", () => {
    const created = proposals.map(({ changes }) => changes[0]?.day ?? "");
    const changed = proposals.flatMap(({ statuses }) => statuses.slice(1).map(({ day }) => day));
    const counted = (days: string[]) => months.map((month) => [days.filter((day) => day.startsWith(month)).length]);
    expect(figures("created")).toEqual(counted(created));
    expect(figures("changes")).toEqual(counted(changed));
    expect(changed.length).toBeGreaterThan(60);
  });

  test("how long proposals stayed in each status, of all and by category", () => {
    const stays = proposals.flatMap(({ statuses, category }) =>
      statuses.slice(0, -1).map(({ status, day }, index) => {
        const days = (Date.parse(statuses[index + 1]?.day ?? "") - Date.parse(day)) / 86_400_000;
        return { name: status, category, days };
      }),
    );
    const rows = (name: string, own: typeof stays) => {
      const days = own.map((stay) => stay.days);
      return [name, ...[0.25, 0.5, 0.75].map((share) => Math.round(quantile(days, share))), days.length];
    };
    const expected = [...new Set(stays.map(({ name }) => name))].flatMap((name) => {
      const own = stays.filter((stay) => stay.name === name);
      const known = [...new Set(own.map(({ category }) => category))].filter(Boolean);
      const parts = known.map((part) =>
        rows(
          `${name}: ${part}`,
          own.filter(({ category }) => category === part),
        ),
      );
      return [rows(name, own), ...(parts.length > 1 ? parts : [])];
    });
    const shown = table("stays").rows.map(([name = "", ...values]) => [name.toLowerCase(), ...values.map(Number)]);
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(shown.sort(byName)).toEqual(expected.sort(byName));
  });

  test("drafts and reviews without a change for six months, the oldest first", () => {
    const limit = new Date(end);
    const day = limit.getUTCDate();
    limit.setUTCMonth(limit.getUTCMonth() - 6);
    // A month may be too short for the day.
    if (limit.getUTCDate() !== day) limit.setUTCDate(0);
    const quiet = proposals
      .map(({ changes, statuses, number }) => ({
        number,
        day: changes.at(-1)?.day ?? "",
        status: statuses.at(-1)?.status,
      }))
      .filter((proposal) => ["idea", "draft", "review"].includes(proposal.status ?? ""))
      .filter((proposal) => proposal.day <= limit.toISOString().slice(0, 10))
      .sort((a, b) => (a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1));
    expect(quiet.length).toBeGreaterThan(5);
    const label = ({ number }: { number: number }) => `SIMD-${String(number).padStart(4, "0")}`;
    expect(texts(page, "#quiet .number")).toEqual(quiet.slice(0, 12).map(label));
    expect(attributes(page, "#quiet tbody time", "datetime")).toEqual(
      quiet.slice(0, 12).map((proposal) => proposal.day),
    );
    if (quiet.length > 12) expect(texts(page, "#quiet").join()).toContain(String(quiet.length - 12));
  });

  test("the proposals that most others require, and the arrows of the drawing", () => {
    const known = new Set(proposals.map(({ number }) => number));
    const counts = new Map<number, number>();
    const arrows: string[] = [];
    for (const { number, requires } of proposals) {
      for (const required of new Set(requires)) {
        if (!known.has(required) || required === number) continue;
        counts.set(required, (counts.get(required) ?? 0) + 1);
        arrows.push(`${number} ${required}`);
      }
    }
    expect(arrows.length).toBeGreaterThan(0);
    const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 12);
    const shown = table("required").rows.map(([label = "", count]) => [Number(/\d+/.exec(label)?.[0]), Number(count)]);
    expect(shown).toEqual(ranked);
    const graph = site.page("/simd/graph");
    const labels = texts(graph, ".dependencies .node text").map((label) => Number(/\d+/.exec(label)?.[0]));
    const drawn = [...graph.querySelectorAll(".edge")].map((edge) =>
      ["data-from", "data-to"].map((name) => labels[Number(edge.getAttribute(name))]).join(" "),
    );
    expect(drawn.sort()).toEqual(arrows.sort());
  });

  test("who wrote and who brought in the changes of the last year", () => {
    const start = new Date(end);
    start.setUTCFullYear(start.getUTCFullYear() - 1);
    const from = start.toISOString().slice(0, 10);
    const tables = { authors: new Map<string, number[]>(), editors: new Map<string, number[]>() };
    const count = (kind: keyof typeof tables, name: string, number: number) => {
      if (!name.endsWith("[bot]")) tables[kind].set(name, [...(tables[kind].get(name) ?? []), number]);
    };
    for (const { changes, number } of proposals) {
      for (const { day, author, editor, text } of changes) {
        if (day <= from) continue;
        const named = ["authors", "author"].flatMap((key) => fieldOf(text, key)).flatMap((line) => line.split(/,\s*/));
        const isAuthor = named.some((name) => name.toLowerCase().startsWith(author.toLowerCase()));
        count(isAuthor || editor ? "authors" : "editors", author, number);
        if (editor) count("editors", editor, number);
      }
    }
    for (const kind of ["authors", "editors"] as const) {
      const ranked = [...tables[kind]]
        .map(([name, numbers]): [string, number, number] => [name, numbers.length, new Set(numbers).size])
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .slice(0, 12);
      expect(ranked.length).toBeGreaterThan(0);
      const shown = table(kind).rows.map(([name, ...values]) => [name, ...values.map(Number)]);
      expect(shown).toEqual(ranked);
    }
  });

  test("no chart is left out", () => {
    const ids = [...page.querySelectorAll(".chart[id]")].map(({ id }) => id);
    expect(ids).toEqual(["statuses", "created", "changes", "stays", "quiet", "required", "authors", "editors"]);
  });
});
