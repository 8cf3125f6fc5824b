/** Pages of a site's own: texts and components in `pages/`, at any address, in every part of the program that knows pages. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../src/cli/api/lint.js";
import { build, makeSite, proposalText, textOf } from "../support/site.js";

const locales = { "en-US": {}, "de-DE": {} };
const about =
  "---\ntitle: About us\ndescription: Who we are\n---\n\n## Aims\n\nSee [the list](../content/cip/cbc/cip-20.md).\n";

const codes = (diagnostics: readonly { code: string; file?: string | undefined }[]) =>
  diagnostics.map(({ code, file }) => `${code} ${file}`);

describe("a text in pages", () => {
  const files = {
    "pages/about.md": about,
    "pages/teams/index.md": "# Teams\n\n[About](../about.md#aims), [by address](/about/), ![](./map.svg)\n",
    "pages/teams/map.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    "content/i18n/de-DE/pages/about.md": "---\ntitle: Über uns\n---\n\n## Ziele\n",
    "content/cip/cbc/cip-20.md": proposalText(
      20,
      {},
      "By [the authors](../../../pages/about.md) and [again](/teams).\n",
    ),
  };

  test("is at the address of its path, in every language, and links by file and by address lead to it", async () => {
    const site = await build(
      makeSite(files, { locales, navbar: { items: [{ type: "link", label: "About", to: "/about" }] } }),
    );
    expect(site.diagnostics).toEqual([]);
    const page = site.page("/about");
    expect(page.querySelector("h1")?.textContent).toBe("About us");
    expect(page.title).toBe("About us | Register");
    expect(page.querySelector('meta[name="description"]')?.getAttribute("content")).toBe("Who we are");
    expect(page.querySelector(".toc a")?.getAttribute("href")).toBe("#aims");
    expect(page.querySelector(".navbar [aria-current]")?.textContent).toBe("About");
    expect(page.querySelector(".prose a[href^='/']")?.getAttribute("href")).toBe("/cip/cbc/cip-20");
    expect(site.page("/de-DE/about").querySelector("h1")?.textContent).toBe("Über uns");
    const links = (route: string) =>
      [...site.page(route).querySelectorAll(".prose a[href^='/'], .prose img")].map(
        (one) => one.getAttribute("href") ?? one.getAttribute("src"),
      );
    expect(links("/teams")).toEqual(["/about#aims", "/about", "/teams/map.svg"]);
    expect(links("/de-DE/teams")).toEqual(["/de-DE/about#aims", "/de-DE/about", "/teams/map.svg"]);
    expect(links("/cip/cbc/cip-20")).toEqual(["/about", "/teams"]);
    expect(site.text("sitemap.xml")).toContain("<loc>https://register.example/de-DE/about</loc>");
  });

  test("as index takes the place of the home page, and the text of that is reported", async () => {
    const site = await build(
      makeSite({
        "pages/index.md": "# Welcome\n\n[Next](./about.md)\n",
        "pages/about.md": about.replace(/See .*/, ""),
        "content/home.md": "Old\n",
      }),
    );
    expect(codes(site.diagnostics)).toEqual(["file-ignored content/home.md"]);
    expect(site.page("/").querySelector("h1")?.textContent).toBe("Welcome");
    expect(site.page("/").body.className).toBe("page-page");
  });

  test("is none with pages: false, with another folder, or in the folder of a series", async () => {
    const off = await build(makeSite({ "pages/about.md": "Text\n" }, { pages: false }));
    expect(off.has("about/index.html")).toBe(false);
    const other = await build(makeSite({ "site/own/about.md": "Text\n" }, { pages: "site/own" }));
    expect(other.has("about/index.html")).toBe(true);
    const series = makeSite({ "pages/cip/cbc/cip-20.md": proposalText(20) }, { content: { proposals: "pages/cip" } });
    const both = await build(series);
    expect(both.diagnostics).toEqual([]);
    expect(both.has("cip/cbc/cip-20/index.html")).toBe(true);
    const missing = await build(makeSite({}, { pages: "site/own" }));
    expect(codes(missing.diagnostics)).toEqual(["config-reference cipgen.config.json"]);
  });

  test("is linted, and its broken links have their place", async () => {
    const root = makeSite({ "pages/about.md": "# About\n\n[Nowhere](/nowhere)\n" });
    const { diagnostics } = await lint({ root });
    expect(diagnostics).toMatchObject([{ code: "broken-link", file: "pages/about.md", line: 3 }]);
  });
});

const people = `import StatusChip from "cipgen/templates/StatusChip";
import type { OwnPageProps, PersonData, SiteData } from "cipgen";
import { Heading } from "./_parts/Heading";

type Fields = { team?: string };

export const paths = (site: SiteData<Fields>) =>
  site.registers.flatMap(({ people }) => people.map((person) => ({ path: person.id, title: person.name, data: person })));

export default function Person({ data, t, href }: OwnPageProps<Fields, PersonData<Fields>>) {
  return (
    <article>
      <Heading>{data.name}</Heading>
      <ul>
        {data.proposals.map(({ label, title, href: to, status, fields }) => (
          <li key={to}><a href={to}>{label}: {title}</a> {fields.team} {status && <StatusChip status={status} />}</li>
        ))}
      </ul>
      <p><a href={href("/people")}>{t("pager.previous")}</a></p>
    </article>
  );
}
`;

const index = `export const title = ({ locale }) => locale === "de-DE" ? "Menschen" : "People";
export const description = "Who writes proposals";
export default ({ site, href }) => (
  <ul>{site.registers[0].people.map(({ id, name }) => <li key={id}><a href={href("/people/" + id)}>{name}</a></li>)}</ul>
);
`;

const peopleFiles = {
  "pages/people/index.tsx": index,
  "pages/people/person.tsx": people,
  "pages/people/_parts/Heading.tsx":
    'export const Heading = ({ children }) => <h1 className="page-header">{children}</h1>;\n',
  "pages/about.md": "[Everyone](./people/index.tsx), [Ada](/people/ada), [Bob](./people/bob)\n",
  "content/cip/cbc/cip-20.md": proposalText(20, { author: "Ada", status: "final", team: "Ledger" }),
  "content/cip/cbc/cip-22.md": proposalText(22, { author: "Ada, Bob", status: "draft" }),
};
const peopleConfig = {
  locales,
  series: [
    {
      profile: "cip" as const,
      fields: [{ key: "cip" }, { key: "title" }, { key: "author" }, { key: "status" }, { key: "team", show: true }],
    },
  ],
  navbar: { items: [{ type: "link" as const, label: "People", to: "/people" }] },
};

describe("a component in pages", () => {
  test("gets the register, and makes a page for each person", async () => {
    const site = await build(makeSite(peopleFiles, peopleConfig));
    expect(site.diagnostics).toEqual([]);
    const ada = site.page("/people/ada");
    expect(ada.title).toBe("Ada | Register");
    expect(ada.querySelector("main h1")?.textContent).toBe("Ada");
    expect([...ada.querySelectorAll("main li a")].map((a) => a.getAttribute("href"))).toEqual([
      "/cip/cbc/cip-20",
      "/cip/cbc/cip-22",
    ]);
    expect(ada.querySelector("main li")?.textContent).toContain("Ledger");
    expect(ada.querySelectorAll("main .chip[data-tone]")).toHaveLength(2);
    const german = site.page("/de-DE/people/bob");
    expect(german.querySelector("main li a")?.getAttribute("href")).toBe("/de-DE/cip/cbc/cip-22");
    expect(german.querySelector("main p a")?.getAttribute("href")).toBe("/de-DE/people");
    expect(site.page("/de-DE/people").title).toBe("Menschen | Register");
    expect([...site.page("/about").querySelectorAll(".prose a")].map((a) => a.getAttribute("href"))).toEqual([
      "/people",
      "/people/ada",
      "/people/bob",
    ]);
    expect(site.text("sitemap.xml")).toContain("<loc>https://register.example/people/ada</loc>");
  });

  test("as index takes the place of the home page", async () => {
    const site = await build(
      makeSite({ "pages/index.tsx": "export const title = 'Start';\nexport default () => <h1>Start</h1>;\n" }),
    );
    expect(site.diagnostics).toEqual([]);
    expect(site.page("/").querySelector("main h1")?.textContent).toBe("Start");
  });

  test("is found by the search", async () => {
    const root = makeSite(peopleFiles, { ...peopleConfig, search: { provider: "local" } });
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    const shards = [...site.files]
      .filter(([path]) => path.startsWith("search/en-US/"))
      .map(([, content]) => textOf(content));
    expect(shards.join()).toContain("Ada CIP-20: Proposal 20 Ledger");
  });

  const page = "\nexport default () => <p>Text</p>;\n";

  test.each<[code: string, said: string, line?: number]>([
    ["export default () => {\n  throw new Error('no team');\n};\n", "site-code-failed .*no team", 2],
    [`export const paths = () => null.x;${page}`, "site-code-failed the paths of pages/team.tsx failed"],
    [`export const paths = () => "ada";${page}`, "site-code-failed .*paths must return a list"],
    [`export const paths = () => [{ path: "../x" }];${page}`, "site-code-failed .*paths.0..path must be"],
    [`export const title = 5;${page}`, "site-code-failed .*its title must be a text"],
    [
      `export const paths = ({ locale }) => [{ path: "in-" + locale }];${page}`,
      "paths returned /in-en-US in another language, but not in de-DE",
    ],
    [`export const paths = () => [{ path: "/cip" }];${page}`, "route-conflict /cip is already the address"],
    [`export const paths = () => [{ path: "a" }, { path: "a/" }];${page}`, "route-conflict /a is .* of pages/team.tsx"],
    ["export const title = 'x';\n", "template-no-default-export pages/team.tsx has no default export"],
    ["export default () => <p>", "template-syntax "],
  ])("that is wrong is an error with its place: %s", async (code, said, line = 1) => {
    const { diagnostics, files } = await build(makeSite({ "pages/team.tsx": code }, { locales }));
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).not.toEqual([]);
    for (const { code: id, message, file, line: at } of errors) {
      expect([file, at]).toEqual(["pages/team.tsx", line]);
      expect(`${id} ${message}`).toMatch(new RegExp(said));
    }
    expect(files.size).toBe(0);
  });

  test("does not run where a commit or a draft is checked, and links to its pages are not reported there", async () => {
    const root = makeSite(
      { ...peopleFiles, "pages/people/person.tsx": "throw new Error('it ran');\nexport default 1;\n" },
      peopleConfig,
    );
    const draft = { path: join(root, "pages/about.md"), text: "[Ada](/people/ada)\n" };
    expect((await lint({ root, draft })).diagnostics).toEqual([]);
  });
});
