/** The watched site, with real events of the file system: whatever happens to the folder, the site is soon what a clean build makes of it. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask } from "../support/http.js";
import { makeSite, proposalText, usualConfig } from "../support/site.js";
import { untilClean, type Watched, watchSite } from "../support/watch.js";

let watched: Watched;
afterEach(() => watched.close());

const twenty = "content/cip/cbc/cip-20.md";
const page = "/cip/cbc/cip-20";
const start = {
  [twenty]: proposalText(20, { tags: "money" }, "See [the other](./cip-21.md).\n\n![A dot](./dot.svg)\n"),
  "content/cip/cbc/cip-21.md": proposalText(21, { requires: 20 }),
  "content/cip/core/cip-98.md": proposalText(98),
  "content/cip/cbc/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"></svg>',
  "content/docs/cip.md": "---\ntitle: Start\n---\nText.\n",
  "content/static/own.css": "body { color: red }",
  "locales/en-US/own.json": '{"label.Money": "Money"}',
};
const config = {
  docs: { mainDocId: "cip" },
  locales: { "en-US": {}, "de-DE": {} },
  search: { provider: "local" } as const,
};

const write = (path: string, text: string) => {
  mkdirSync(join(watched.root, path, ".."), { recursive: true });
  writeFileSync(join(watched.root, path), text);
};

/** As editors save: a new file is moved over the old one. */
const save = (path: string, text: string) => {
  write(`${path}.tmp`, text);
  renameSync(join(watched.root, `${path}.tmp`), join(watched.root, path));
};

/** What a browser gets at an address. */
const see = async (path: string) => (await ask(watched.server.port, path, { accept: "text/html" })).body.toString();

describe("after", () => {
  beforeEach(async () => {
    watched = await watchSite(makeSite(start, config));
  });

  test("an edit, a new file, a removed file and a folder of another name", async () => {
    save(twenty, proposalText(20, { title: "Renamed" }));
    write("content/cip/cbc/cip-22.md", proposalText(22, { requires: 21 }));
    rmSync(join(watched.root, "content/cip/core/cip-98.md"));
    expect(await untilClean(watched)).toEqual([]);
    expect(await see("/cip/cbc/cip-22")).toContain("Proposal 22");
    renameSync(join(watched.root, "content/cip/cbc"), join(watched.root, "content/cip/core"));
    expect(await untilClean(watched)).toEqual([]);
    expect((await ask(watched.server.port, page)).status).toBe(404);
    expect((await ask(watched.server.port, "/cip/core/cip-20")).status).toBe(200);
  });

  test("an edit, search finds what is there now", async () => {
    const textsNow = async () => {
      const { files } = JSON.parse(await see("/search/en-US/index.json"));
      return `/search/en-US/parts/${files.texts.slice(0, files.length)}.json`;
    };
    const [before, words] = [await textsNow(), await see("/search/en-US/ui.json")];
    expect(await see(before)).toContain("the other");
    save(twenty, proposalText(20, { title: "Renamed" }, "Nothing.\n"));
    expect(await untilClean(watched)).toEqual([]);
    expect(await textsNow()).not.toBe(before);
    expect((await ask(watched.server.port, before)).status).toBe(404);
    expect(await see("/search/en-US/ui.json")).toBe(words);
  });

  test("changes of strings, static files, pictures, templates, and a folder that was not there before", async () => {
    write("locales/en-US/own.json", '{"home.latest": "What is new"}');
    write("content/static/own.css", "body { color: blue }");
    write("content/static/sub/new.txt", "new");
    write("content/cip/cbc/dot.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="30"></svg>');
    write("content/i18n/de-DE/cip/cbc/cip-20.md", proposalText(20, { title: "Zwanzig" }));
    write("templates/Footer.tsx", "export default function Footer() { return <footer>Own footer</footer>; }\n");
    expect(await untilClean(watched)).toEqual([]);
    expect(await see(page)).toContain("Own footer");
    expect(await see(page)).toContain('height="30"');
    expect(await see(`/de-DE${page}`)).toContain("Zwanzig");
    rmSync(join(watched.root, "templates"), { recursive: true });
    expect(await untilClean(watched)).toEqual([]);
    expect(await see(page)).not.toContain("Own footer");
  });

  test("a change of the configuration, also of where the sources are", async () => {
    renameSync(join(watched.root, "content/docs"), join(watched.root, "content/manual"));
    const content = { ...usualConfig, ...config, title: "Other", content: { docs: "content/manual" } };
    write("cipgen.config.json", JSON.stringify(content));
    expect(await untilClean(watched)).toEqual([]);
    write("content/manual/cip.md", "---\ntitle: Other start\n---\nText.\n");
    expect(await untilClean(watched)).toEqual([]);
    expect(await see("/docs/cip")).toContain("Other start");
  });
});

describe("what is wrong", () => {
  beforeEach(async () => {
    watched = await watchSite(makeSite(start, config));
  });

  test("is shown in the tabs of its page, with its place, above the last good one, until it is fixed", async () => {
    const tab = await watched.tab(page);
    expect([await tab.next(), await tab.next()].map(({ type }) => type)).toEqual(["css", "ok"]);
    save(twenty, proposalText(20, { date: "2021-02-30" }));
    const errors = { type: "error", isOfPage: true, html: expect.stringContaining(`${twenty}:4:7`) };
    expect([await tab.next(), await tab.next()]).toMatchObject([{ type: "css" }, errors]);
    expect(await see(page)).toContain("Proposal 20");
    const late = await watched.tab(page);
    expect([await late.next(), await late.next()]).toMatchObject([{ type: "css" }, errors]);
    save(twenty, start[twenty] ?? "");
    expect([await tab.next(), await tab.next()].map(({ type }) => type)).toEqual(["css", "ok"]);
    expect(await untilClean(watched)).toEqual([]);
    tab.close();
    late.close();
  });

  test("in the configuration stays wrong until the configuration is fixed", async () => {
    const good = readFileSync(join(watched.root, "cipgen.config.json"), "utf8");
    write("cipgen.config.json", '{"titel": "x"}');
    const broken = await watched.rebuilt();
    expect(broken.diagnostics.map(({ code }) => code)).toContain("config-unknown-key");
    save(twenty, proposalText(20, { title: "Meanwhile" }));
    expect((await watched.rebuilt()).isCurrent).toBe(false);
    expect(await see(page)).not.toContain("Meanwhile");
    // What is removed meanwhile is no reason to try again and again.
    rmSync(join(watched.root, "content/cip/core/cip-98.md"));
    await watched.rebuilt();
    const { length } = watched.rebuilds;
    await wait(600);
    expect(watched.rebuilds.length - length).toBeLessThan(3);
    write("cipgen.config.json", good);
    expect(await untilClean(watched)).toEqual([]);
    expect(await see(page)).toContain("Meanwhile");
  });

  test("in a template: does not compile, or fails on some pages", async () => {
    write("templates/Footer.tsx", "export default function Footer() { return <footer>; }\n");
    const broken = await watched.rebuilt();
    expect(broken.diagnostics[0]).toMatchObject({ code: "template-syntax", file: "templates/Footer.tsx" });
    const tab = await watched.tab(page);
    expect((await tab.next()).type).toBe("error");
    write("templates/Footer.tsx", 'export default function Footer() { throw new Error("no footer"); }\n');
    const { diagnostics } = await watched.rebuilt();
    const message = `the template of ${page} failed: no footer`;
    expect(diagnostics).toMatchObject([{ code: "template-failed", message }]);
    expect((await tab.next()).type).toBe("reload");
    tab.close();
    expect(await see(page)).toContain("__cipgen/client.js");
    const again = await watched.tab(page);
    expect([await again.next(), await again.next()]).toMatchObject([
      { type: "css" },
      { type: "error", html: expect.stringContaining(message) },
    ]);
    again.close();
    rmSync(join(watched.root, "templates"), { recursive: true });
    expect(await untilClean(watched)).toEqual([]);
  });
});

describe("a tab", () => {
  beforeEach(async () => {
    watched = await watchSite(makeSite(start, config));
  });

  test("is reloaded when its page has changed, and only then", async () => {
    const [shown, other] = [await watched.tab(page), await watched.tab("/cip/core/cip-98")];
    for (const tab of [shown, other]) await Promise.all([tab.next(), tab.next()]);
    save(twenty, proposalText(20, {}, "Another text.\n"));
    expect(await shown.next()).toEqual({ type: "reload" });
    expect([await other.next(), await other.next()].map(({ type }) => type)).toEqual(["css", "ok"]);
    shown.close();
    other.close();
  });

  test("on a page that is not there is reloaded when it is", async () => {
    const tab = await watched.tab("/cip/cbc/cip-77");
    await Promise.all([tab.next(), tab.next()]);
    write("content/cip/cbc/cip-77.md", proposalText(77));
    expect(await tab.next()).toEqual({ type: "reload" });
    tab.close();
  });
});

test("a site that cannot be made at the start has a page for saying so, and is there when it is fixed", async () => {
  const footer = "export default function Footer() { return <footer>; }\n";
  watched = await watchSite(makeSite({ ...start, "templates/Footer.tsx": footer }, config));
  expect(await see("/")).toContain("__cipgen/client.js");
  const tab = await watched.tab("/");
  expect(await tab.next()).toMatchObject({ type: "error", isOfPage: false });
  rmSync(join(watched.root, "templates"), { recursive: true });
  expect(await tab.next()).toEqual({ type: "reload" });
  expect(await see("/")).toContain("Register");
  tab.close();
});
