/** Decisions, section 5 (and the folders of section 2): what may be in a proposal's file, and where files may be. */
import { describe, expect, test } from "vitest";
import { attributes, buildSite, fold, proposalText, texts } from "../support/site.js";

type Item = Record<string, unknown>;

/** Builds a proposal of each of these fields, beside CIP-20 and CIP-165 that they may refer to. @returns their data. */
async function dataOf(...proposals: Record<string, string>[]): Promise<Item[]> {
  const files = proposals.map((fields, index) => [
    `content/cip/core/cip-${300 + index}.md`,
    proposalText(300 + index, fields),
  ]);
  const built = await buildSite({
    "content/cip/cbc/cip-20.md": proposalText(20),
    "content/cip/cbc/cip-165.md": proposalText(165),
    ...Object.fromEntries(files),
  });
  expect(built.diagnostics).toEqual([]);
  return built.json<{ items: Item[] }>("cip/register.json").items.slice(2);
}

describe("author", () => {
  test("is a name, or a name with an address, a handle, an account elsewhere or a CorePass", async () => {
    const forms = {
      "Ada Lovelace": { name: "Ada Lovelace" },
      "Ada Lovelace <ada@example.org>": { name: "Ada Lovelace", email: "ada@example.org" },
      "Ada <https://ada.example>": { name: "Ada", url: "https://ada.example" },
      "Ada (@ada)": { name: "Ada", handle: "ada" },
      "Ada (@ada@pod.example)": { name: "Ada", handle: "ada@pod.example" },
      "Ada <corepass:cb57example>": { name: "Ada", corepass: "cb57example" },
    };
    const read = await dataOf(...Object.keys(forms).map((author) => ({ author: `"${author}"` })));
    expect(read).toMatchObject(Object.values(forms).map((author) => ({ authors: [author] })));
  });

  test("several in one line, and as a list, are the same people in the same order", async () => {
    const authors = [{ name: "Ada", handle: "ada" }, { name: "Grace", email: "g@example.org" }, { name: "Mary" }];
    const line = { author: '"Ada (@ada), Grace <g@example.org>, Mary"' };
    const list = { author: '["Ada (@ada)", "Grace <g@example.org>", Mary]' };
    expect(await dataOf(line, list)).toMatchObject([{ authors }, { authors }]);
  });

  test("a handle, a pod, an address and a mail address are links on the page", async () => {
    const author = '"Ada (@ada), Bea (@bea@pod.example), Cleo <https://cleo.example>, Dora <d@example.org>, Eve"';
    const { page } = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, { author }) });
    expect(attributes(page("/cip/cbc/cip-20"), ".facts dd:first-of-type a", "href")).toEqual([
      "https://github.com/ada",
      "https://pod.example/@bea",
      "https://cleo.example",
      "mailto:d@example.org",
    ]);
  });
});

describe("requires", () => {
  test("is a number, numbers with commas, a label, or a list of any", async () => {
    const forms: [requires: string, labels: string[]][] = [
      ["20", ["CIP-20"]],
      ["20, 165", ["CIP-20", "CIP-165"]],
      ["cip-165", ["CIP-165"]],
      ["CIP-20", ["CIP-20"]],
      ["[20, 165]", ["CIP-20", "CIP-165"]],
      ["[165, cip-20]", ["CIP-20", "CIP-165"]],
    ];
    const read = await dataOf(...forms.map(([requires]) => ({ requires })));
    expect(read.map(({ requires }) => requires)).toEqual(forms.map(([, labels]) => labels));
  });

  test("leads to the proposals that it names, and these lead back", async () => {
    const { page } = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20),
      "content/cip/core/cip-30.md": proposalText(30, { requires: 20 }),
    });
    expect(attributes(page("/cip/core/cip-30"), ".facts a.number", "href")).toEqual(["/cip/cbc/cip-20"]);
    expect(attributes(page("/cip/cbc/cip-20"), ".facts a.number", "href")).toEqual(["/cip/core/cip-30"]);
    expect(texts(page("/cip/cbc/cip-20"), ".facts dt")).toEqual(["Required by"]);
  });
});

describe("status", () => {
  test("is one of seven, in any case, with a space or a hyphen", async () => {
    const known = ["draft", "last call", "accepted", "final", "deferred", "withdrawn", "reserved", "LAST-CALL"];
    const read = await dataOf(...known.map((status) => ({ status })));
    expect(read.map(({ status }) => status)).toEqual(known.map((status) => status.toLowerCase().replace(" ", "-")));
  });

  test("other statuses are a matter of configuration", async () => {
    const built = await buildSite(
      { "content/cip/cbc/cip-20.md": proposalText(20, { status: "living" }) },
      { series: [{ profile: "cip", statuses: [{ id: "living", label: "Living", tone: "living" }] }] },
    );
    expect(built.diagnostics).toEqual([]);
    expect(texts(built.page("/cip/cbc/cip-20"), ".crumb .chip")).toEqual(["Living"]);
  });
});

describe("preview", () => {
  const previewOf = async (body: string) => {
    const { page } = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, {}, body) });
    return page("/cip").querySelector(".preview") as Element;
  };

  test("is what comes before <!--truncate-->, however many blocks", async () => {
    const preview = await previewOf("One.\n\n- Two\n\n## Three\n\n<!-- truncate -->\n\nFour.\n");
    expect(fold(preview.textContent)).toBe("One. Two Three");
    expect(preview.querySelector("[id], h2")).toBeNull();
  });

  test("is the first paragraph where there is no mark", async () => {
    const preview = await previewOf("## Abstract\n\nThe *first* paragraph.\n\nThe second.\n");
    expect(preview.innerHTML.trim()).toBe("<p>The <em>first</em> paragraph.</p>");
  });

  test("a mark inside code is no mark", async () => {
    const preview = await previewOf("First.\n\n```html\n<!--truncate-->\n```\n\nSecond.\n");
    expect(fold(preview.textContent)).toBe("First.");
  });
});

describe("folders of a site", () => {
  test("files below content/static are copied as they are", async () => {
    const bytes = new Uint8Array([0, 255, 1, 254]);
    const built = await buildSite({ "content/static/img/x.bin": bytes, "content/static/CNAME": "register.example\n" });
    expect(built.text("CNAME")).toBe("register.example\n");
    expect(built.files.get("img/x.bin")).toMatchObject({ copyOf: expect.stringContaining("content/static/img/x.bin") });
  });

  test("a static file wins over a made one where a site may decide by itself", async () => {
    const built = await buildSite({
      "content/static/manifest.json": '{"name":"ours"}',
      "content/static/robots.txt": "User-agent: *\nDisallow: /\n",
    });
    expect(built.diagnostics).toMatchObject([{ code: "file-replaces", severity: "warning" }]);
    expect(built.json("manifest.json")).toEqual({ name: "ours" });
    expect(built.text("robots.txt")).toContain("Disallow: /\n");
    expect(built.pages).toBeGreaterThan(0);
  });

  test("a site's strings replace the package's, key by key", async () => {
    const built = await buildSite({ "locales/en-US/ours.json": '{"archive.title": "All of them"}' });
    expect(texts(built.page("/cip/archive"), "h1")).toEqual(["All of them"]);
    expect(texts(built.page("/cip/tags"), "h1")).toEqual(["Tags"]);
  });
});

describe("translations", () => {
  const files = {
    "content/cip/cbc/cip-20.md": proposalText(20, {}, "English text.\n"),
    "content/cip/cbc/cip-21.md": proposalText(21, {}, "Only English.\n"),
    "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Vorschlag" }, "Deutscher Text.\n"),
    "content/docs/start.md": "---\ntitle: Start\n---\nEnglish doc.\n",
    "content/i18n/de-DE/docs/start.md": "---\ntitle: Anfang\n---\nDeutsche Seite.\n",
  };
  const config = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };

  test("are shown in their locale, title included, and nowhere else", async () => {
    const { page } = await buildSite(files, config);
    expect(texts(page("/de-DE/cip/cbc/cip-20"), "h1, .prose p")).toEqual(["Vorschlag", "Deutscher Text."]);
    expect(texts(page("/cip/cbc/cip-20"), "h1, .prose p")).toEqual(["Proposal 20", "English text."]);
    expect(texts(page("/de-DE/cip"), ".entry-title")[0]).toBe("20 Vorschlag");
    expect(texts(page("/de-DE/docs/start"), "h1, .prose p")).toEqual(["Anfang", "Deutsche Seite."]);
  });

  test("a page without one falls back to the original and says in which language it is", async () => {
    const { page } = await buildSite(files, config);
    expect(texts(page("/de-DE/cip/cbc/cip-21"), ".prose p")).toEqual(["Only English."]);
    expect(page("/de-DE/cip/cbc/cip-21").querySelector(".prose")?.getAttribute("lang")).toBe("en-US");
    expect(page("/de-DE/cip/cbc/cip-20").querySelector(".prose")?.hasAttribute("lang")).toBe(false);
  });

  test("one whose original does not exist is reported and not shown", async () => {
    const built = await buildSite({ ...files, "content/i18n/de-DE/cip/cbc/cip-99.md": proposalText(99) }, config);
    expect(built.diagnostics).toMatchObject([
      { code: "translation-orphan", severity: "warning", file: "content/i18n/de-DE/cip/cbc/cip-99.md" },
    ]);
    expect([...built.files.keys()].filter((path) => path.includes("cip-99"))).toEqual([]);
  });
});

describe("a text that is shown in place of a translation", () => {
  const files = {
    "content/cip/cbc/cip-20.md": proposalText(20, { author: "Ann <ann@x.test>, Bob & Co" }, "Text.\n\n## Heading\n"),
    "content/home.md": "---\ntitle: Welcome\ndescription: A register.\n---\nHome.\n",
    "content/docs/start.md": "---\ntitle: Start\n---\nDoc.\n\n## Part\n",
    "content/docs/more.md": "---\ntitle: More\n---\nDoc.\n",
    "content/i18n/de-DE/docs/more.md": "---\ntitle: Mehr\n---\nSeite.\n",
  };
  const config = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };

  test("says its language, and no word of the page's own does", async () => {
    const { page } = await buildSite(files, config);
    const langs = (route: string, selector: string) => attributes(page(route), selector, "lang");
    expect(langs("/de-DE", ".hero h1, .hero .lead, main .prose")).toEqual(["en-US", "en-US", "en-US"]);
    expect(langs("/", ".hero h1, .hero .lead, main .prose")).toEqual(["", "", ""]);
    expect(langs("/de-DE/docs/start", ".docs-list a[href$=start]")).toEqual(["en-US"]);
    expect(langs("/de-DE/docs/start", ".docs-list a[href$=more]")).toEqual([""]);
    for (const route of ["/de-DE/docs/start", "/de-DE/cip/cbc/cip-20"]) {
      expect(new Set(langs(route, "nav[aria-label]"))).toEqual(new Set([""]));
      expect(new Set(langs(route, ".toc > ul, .toc-fold nav > ul"))).toEqual(new Set(["en-US"]));
    }
  });
});
