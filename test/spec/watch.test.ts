/** The watched site, with real events of the file system: whatever happens to the folder, the site is soon what a clean build makes of it. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sortDiagnostics } from "../../src/diagnostics/report.js";
import type { Rebuild } from "../../src/shared/api.js";
import { Repository } from "../support/git.js";
import { ask, listen } from "../support/http.js";
import { build, makeSite, proposalText, usualConfig } from "../support/site.js";
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

  test("50 atomic saves of one file", async () => {
    for (let version = 0; version < 50; version++) {
      save(twenty, proposalText(20, { title: `Version ${version}` }));
      if (version % 10 === 0) await watched.rebuilt();
    }
    expect(await untilClean(watched)).toEqual([]);
    expect(await see(page)).toContain("Version 49");
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

  test("a new template, and an edit of a text while it is being compiled", async () => {
    for (const [number, pause] of [20, 80].entries()) {
      write("templates/Footer.tsx", "export default function Footer() { return <footer>Own footer</footer>; }\n");
      await wait(pause);
      write(twenty, proposalText(20, { title: `Version ${number}` }));
      expect(await untilClean(watched)).toEqual([]);
      rmSync(join(watched.root, "templates"), { recursive: true });
      expect(await untilClean(watched)).toEqual([]);
    }
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

test("after the first commit of a repository that is made meanwhile, other names of authors, and a clone that gets all commits", async () => {
  watched = await watchSite(makeSite(start, config));
  const repository = new Repository(watched.root);
  repository.commit("2022-02-02T00:00:00Z");
  expect(await untilClean(watched)).toEqual([]);
  expect(await see(page)).toContain("2022-02-02");
  write(".mailmap", `Countess <${repository.git(["log", "--format=%ae"]).trim()}>\n`);
  expect(await untilClean(watched)).toEqual([]);
  expect(await see(page)).toContain("Countess");
  const shallow = join(watched.root, ".git/shallow");
  writeFileSync(shallow, repository.git(["rev-parse", "HEAD"]));
  expect(await untilClean(watched)).toEqual([]);
  expect(await see(page)).not.toContain("2022-02-02");
  rmSync(shallow);
  expect(await untilClean(watched)).toEqual([]);
  expect(await see(page)).toContain("2022-02-02");
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
    expect((await watched.rebuilt()).pages).toBeUndefined();
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
    expect([await tab.next(), await tab.next()].map(({ type }) => type)).toEqual(["css", "ok"]);
    // Before the other pages are made.
    expect(await tab.next()).toMatchObject({
      html: expect.stringContaining(`the template of ${page} failed: no footer`),
    });
    tab.close();
    const failed = await watched.rebuilt(({ isWhole }) => isWhole);
    expect(failed.diagnostics.map(({ message }) => message).join()).toContain("no footer");
    expect(await see(page)).toContain("Proposal 20");
    rmSync(join(watched.root, "templates"), { recursive: true });
    expect(await untilClean(watched)).toEqual([]);
  });
});

test("a build that fails before the pages of the last one are made is reported after it", async () => {
  watched = await watchSite(makeSite(start, config));
  save(twenty, proposalText(20, { title: "Good" }));
  await expect.poll(() => see(page)).toContain("Good");
  save(twenty, proposalText(20, { date: "2021-02-30" }));
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 0);
  save(twenty, proposalText(20, { title: "Good" }));
  await watched.rebuilt(({ isWhole }) => isWhole);
  expect(watched.rebuilds.map(({ diagnostics }) => diagnostics.length)).toEqual([0, 0, 1, 0]);
});

test("places that generated pages do not have are reported as a build does, in today's lines", async () => {
  const links = { columns: [{ title: "More", links: [{ label: "Code", to: `${page}#code` }] }] };
  watched = await watchSite(makeSite(start, { ...config, footer: links, checks: { brokenAnchors: "warn" } }));
  const expected = async () => (await build(watched.root)).diagnostics;
  const isWhole = (rebuild: Rebuild) => rebuild.isWhole;
  const [first] = watched.rebuilds;
  expect(first?.diagnostics.map(({ message }) => message).join()).toContain(`${page} has no place #code`);
  for (const body of ["[a](/cip/tags#none)\n", "\n\n[a](/cip/tags#none)\n", "## Code\n\n[a](/cip/tags#none)\n"]) {
    save(twenty, proposalText(20, { tags: "money", description: "About" }, `First.\n\n${body}`));
    const { diagnostics } = await watched.rebuilt(isWhole);
    expect(sortDiagnostics(diagnostics)).toEqual(await expected());
  }
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

  test("is reloaded when a picture in its page is another one, and only then", async () => {
    const dot = 'width="2" height="3"><circle r="1"/></svg>';
    const [shown, other] = [await watched.tab(page), await watched.tab("/cip/core/cip-98")];
    for (const tab of [shown, other]) await Promise.all([tab.next(), tab.next()]);
    write("content/cip/cbc/dot.svg", `<svg xmlns="http://www.w3.org/2000/svg" ${dot}`);
    expect(await shown.next()).toEqual({ type: "reload" });
    expect([await other.next(), await other.next()].map(({ type }) => type)).toEqual(["css", "ok"]);
    for (const tab of [shown, other]) tab.close();
  });

  test("is reloaded when a picture of the site's own styles is another one", async () => {
    await watched.close();
    watched = await watchSite(
      makeSite(
        {
          ...start,
          "content/static/own.css": "body { background: url(back.svg) }",
          "content/static/back.svg": "<svg/>",
        },
        config,
      ),
    );
    const tab = await watched.tab(page);
    await Promise.all([tab.next(), tab.next()]);
    write("content/static/back.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await tab.next()).toEqual({ type: "reload" });
    tab.close();
  });

  test("goes with its page when the text is renamed: by its number, its folder or both, and back, and from the pages below it", async () => {
    const moved = async (from: string) => {
      const tab = await watched.tab(from);
      const message = await tab.next();
      tab.close();
      return message;
    };
    const tab = await watched.tab(page);
    await Promise.all([tab.next(), tab.next()]);
    renameSync(join(watched.root, "content/cip/cbc/cip-20.md"), join(watched.root, "content/cip/core/cip-20.md"));
    expect(await tab.next()).toEqual({ type: "moved", href: "/cip/core/cip-20" });
    tab.close();
    expect(await moved(`/de-DE${page}`)).toEqual({ type: "moved", href: "/de-DE/cip/core/cip-20" });
    write("content/cip/core/cip-22.md", proposalText(22, { title: "Proposal 20" }));
    rmSync(join(watched.root, "content/cip/core/cip-20.md"));
    await watched.rebuilt(({ isWhole }) => isWhole);
    expect(await moved(page)).toEqual({ type: "moved", href: "/cip/core/cip-22" });
    expect(await moved(`${page}/changes/0123456`)).toEqual({ type: "moved", href: "/cip/core/cip-22" });
    renameSync(join(watched.root, "content/cip/core/cip-22.md"), join(watched.root, "content/cip/cbc/cip-20.md"));
    write(twenty, start[twenty] ?? "");
    expect(await untilClean(watched)).toEqual([]);
    expect(await moved("/cip/core/cip-22")).toEqual({ type: "moved", href: page });
    expect((await moved(page)).type).toBe("css");
    // Gone, and not renamed.
    rmSync(join(watched.root, twenty));
    await watched.rebuilt(({ isWhole }) => isWhole);
    expect((await moved(page)).type).toBe("css");
  });

  test("that comes back after its page has changed is reloaded at once", async () => {
    const before = await watched.tab(page);
    await before.next();
    before.close();
    const again = await watched.tab(page);
    expect((await again.next()).type).toBe("css");
    again.close();
    const old = /content="([^"]*)">/.exec(/<meta name="cipgen:page"[^>]*>/.exec(await see(page))?.[0] ?? "")?.[1] ?? "";
    save(twenty, proposalText(20, {}, "Another text.\n"));
    await watched.rebuilt();
    const late = listen<{ type: string }>(watched.server.port, `/__cipgen/events?page=${page}&has=${old}`);
    expect(await late.next()).toEqual({ type: "reload" });
    late.close();
  });

  test("on a page that is not there is reloaded when it is", async () => {
    const tab = await watched.tab("/cip/cbc/cip-77");
    await Promise.all([tab.next(), tab.next()]);
    write("content/cip/cbc/cip-77.md", proposalText(77));
    expect(await tab.next()).toEqual({ type: "reload" });
    tab.close();
  });

  test("applies changes of the site's own styles without a reload", async () => {
    const tab = await watched.tab(page);
    await Promise.all([tab.next(), tab.next()]);
    write("content/static/own.css", "body { color: green }");
    expect(await tab.next()).toMatchObject({ type: "css", hrefs: expect.arrayContaining(["/own.css?v=1"]) });
    tab.close();
  });
});

test("live reload is in what a browser gets, and not in the file", async () => {
  watched = await watchSite(makeSite(start, config));
  const seen = await see(page);
  expect(seen).toContain('src="/__cipgen/client.js"');
  const file = (await ask(watched.server.port, page)).body.toString();
  expect(file).not.toContain("__cipgen");
  expect(seen.replace(/<meta name="cipgen:page"[^>]*><script[^>]*><\/script>/, "")).toBe(file);
  const script = await ask(watched.server.port, "/__cipgen/client.js");
  expect([script.status, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
});

test("a configuration that was changed while the server started is the one that is shown", async () => {
  const root = makeSite(start, config);
  watched = await watchSite(root, () => {
    const changed = { ...usualConfig, ...config, title: "Meanwhile" };
    writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(changed));
  });
  expect(await see("/")).toContain("Meanwhile");
});

test("a configuration that never ends is reported, and the fixed one is followed; one that ends late counts then", async () => {
  const own = (title: string) =>
    `export default ${JSON.stringify({ ...usualConfig, ...config, series: [{ profile: "cip" }], title })};\n`;
  const root = makeSite(start, config);
  rmSync(join(root, "cipgen.config.json"));
  writeFileSync(join(root, "cipgen.config.mjs"), own("First"));
  watched = await watchSite(root, undefined, 200);
  write("cipgen.config.mjs", `await new Promise(() => {});\n${own("Never")}`);
  const stuck = await watched.rebuilt();
  expect(stuck.diagnostics).toMatchObject([
    { message: "the configuration has not ended after 0.2 s", file: "cipgen.config.mjs", line: 1, column: 1 },
  ]);
  expect(await see("/")).toContain("First");
  write("cipgen.config.mjs", own("Second"));
  expect(await untilClean(watched)).toEqual([]);
  expect(await see("/")).toContain("Second");
  write("cipgen.config.mjs", `await new Promise((done) => setTimeout(done, 1000));\n${own("Late")}`);
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 0);
  await expect.poll(() => see("/")).toContain("Late");
});

test("of a site that is wrong from the start, all is there but the text that is wrong, until that is fixed", async () => {
  watched = await watchSite(makeSite({ ...start, [twenty]: proposalText(20, { date: "2021-02-30" }) }, config));
  expect(await see("/cip/core/cip-98")).toContain("Proposal 98");
  const tab = await watched.tab(page);
  expect([await tab.next(), await tab.next()]).toMatchObject([
    { type: "css" },
    { type: "error", isOfPage: true, html: expect.stringContaining(`${twenty}:4:7`) },
  ]);
  save(twenty, start[twenty] ?? "");
  expect(await tab.next()).toEqual({ type: "reload" });
  expect(await untilClean(watched)).toEqual([]);
  tab.close();
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
