/** Relations between proposals, what a reader is warned of, and how people are named. */
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite, proposalText, type TestBuild } from "../support/site.js";

const at = (number: number) => `content/cip/cbc/cip-${number}.md`;
const textOf = (element: Element | null | undefined) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

describe("relations of proposals", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await buildSite({
      [at(1)]: proposalText(1, { title: "Ground", status: "final", author: "Vitalik (@VButerin)" }),
      [at(2)]: proposalText(2, { title: "House", status: "draft", requires: 1, author: "Vitalik Buterin (@vbuterin)" }),
      [at(3)]: proposalText(
        3,
        {
          title: "New ground",
          status: "final",
          supersedes: "cip-1",
          author: "V. Buterin (@vButerin), Vitalik Buterin (@vbuterin)",
        },
        "See CIP-2 and CBC-2, but `CIP-2` is code, [CIP-1](./cip-1.md) is a link and CIP-99 is nobody.\n\n## CIP-2 in a heading\n",
      ),
      [at(4)]: proposalText(4, { status: "last call", "last-call-deadline": "2026-02-03" }),
      [at(5)]: proposalText(5, { status: "withdrawn" }),
    });
  });
  const page = (number: number) => site.page(`/cip/cbc/cip-${number}`);

  it("requires and required by are links with number, title and status, in both directions", () => {
    expect(textOf(page(2).querySelector(".facts"))).toContain("CIP-1 Ground");
    expect(page(2).querySelector('.facts a[href="/cip/cbc/cip-1"]')).not.toBeNull();
    expect(textOf(page(1).querySelector(".facts"))).toContain("CIP-2 House");
    const register = site.json<{ items: { label: string; requires: string[]; requiredBy: string[] }[] }>(
      "cip/register.json",
    );
    expect(register.items.find(({ label }) => label === "CIP-1")?.requiredBy).toEqual(["CIP-2"]);
    expect(register.items.find(({ label }) => label === "CIP-2")?.requires).toEqual(["CIP-1"]);
  });

  it("a superseded proposal says by which one, above its text", () => {
    const banner = page(1).querySelector(".banner");
    expect(textOf(banner)).toContain("CIP-3");
    expect(banner?.querySelector("a")?.getAttribute("href")).toBe("/cip/cbc/cip-3");
  });

  it("a draft, a withdrawn one and one in last call say so; a last call with its deadline", () => {
    expect(textOf(page(2).querySelector(".banner"))).toContain("draft");
    expect(textOf(page(5).querySelector(".banner"))).toContain("withdrawn");
    expect(textOf(page(4).querySelector(".banner"))).toContain("Feb 3, 2026");
  });

  it("a mention in prose becomes a link where the proposal exists; never in code, links or headings", () => {
    const mentions = [...page(3).querySelectorAll("a.mention")].map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(mentions).toEqual([
      ["CIP-2", "/cip/cbc/cip-2"],
      ["CBC-2", "/cip/cbc/cip-2"],
    ]);
    expect(page(3).querySelector("h2 a.mention, code a, a a")).toBeNull();
  });

  it("spellings of one handle are one person, under the name that is used most", () => {
    expect(page(3).querySelectorAll('.facts a[href^="https://github.com/"]')).toHaveLength(1);
    expect(textOf(page(1).querySelector(".facts"))).toContain("Vitalik Buterin");
  });
});

describe("relations that are links", () => {
  const series = {
    id: "gap",
    label: "GAP",
    title: "GAPs",
    route: "/gap",
    source: "p",
    files: "{number}-{slug}/README.md",
  };
  const config = { repository: "https://github.com/owner/gaps", series: [series], legacy: { until: 99 } };
  const requiring = async (link: string) => {
    const site = await buildSite(
      {
        "p/0001-a/README.md": "# One\n\n- Status: Final\n\nA.\n",
        "p/0002-b/README.md": `# Two\n\n- Status: Final\n- Requires: ${link}\n\nB.\n`,
      },
      config,
    );
    const { items } = site.json<{ items: { requires: string[] }[] }>("gap/register.json");
    return {
      required: items[1]?.requires,
      codes: site.diagnostics.map(({ code }) => code),
      page: site.page("/gap/gap-2"),
    };
  };

  it.each([
    "[RFC 0001 One v1.x](../0001-a/README.md)",
    "[RFC 7](../0001-a)",
    "[One](/p/0001-a/README.md)",
    "[One](https://register.example/gap/gap-1)",
    "[One](https://github.com/owner/gaps/blob/main/p/0001-a/README.md)",
  ])("%s is the proposal that the link leads to", async (link) => {
    const { required, codes } = await requiring(link);
    expect([required, codes]).toEqual([["GAP-1"], []]);
  });
});

describe("citations", () => {
  it("a proposal can be cited as text and as BibTeX that parses whatever the title holds", async () => {
    const site = await buildSite({
      [at(7)]: proposalText(7, {
        title: "'50% & {more}_#1 ~ 2^n'",
        author: "Ada & Co <ada@example.org>",
        date: "2024-05-06",
      }),
    });
    const text = textOf(site.page("/cip/cbc/cip-7").querySelector(".citation"));
    expect(text).toContain(
      'Ada & Co, "CIP-7: 50% & {more}_#1 ~ 2^n," CIP Register, 2024. https://register.example/cip/cbc/cip-7',
    );
    expect(text).toContain("@misc{cip-7,");
    expect(text).toContain("50\\% \\& \\{more\\}\\_\\#1 \\~{} 2\\^{}n");
  });
});
