/**
 * A site that has every kind of input, and a change of each: a program that watches the site and one that builds it again over the last output get what
 * a clean build makes. What `src/pipeline/input-places.ts` does not list would be missed by one of them.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildCommand } from "../../src/commands/build.js";
import { cipgenProcess } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { drawn } from "../support/runs.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";
import { digestsOf } from "../support/tree.js";
import { untilClean, type Watched, watchSite } from "../support/watch.js";

const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"></svg>`;

const config = `import { defineConfig } from "cipgen";
import { tagline } from "./settings/texts";
import organization from "./settings/organization.json" with { type: "json" };
import own from "./package.json" with { type: "json" };
export default defineConfig({
  title: own.title,
  tagline,
  organization,
  url: "https://register.example",
  locales: { "en-US": {}, "de-DE": {}, eo: { label: "Esperanto", htmlLang: "eo" } },
  docs: { mainDocId: "start", versions: [{ name: "next", label: "Next", path: "", isLast: true }, { name: "1", label: "One", path: "1", source: "old" }] },
  series: [
    { profile: "cip" },
    { profile: "eip", id: "rip", label: "RIP", mentions: ["RIP"], route: "/rip", source: "rips", assets: "../pictures/rips",
      permalink: "/rip/rip-{number}", files: "rip-{number}.md" },
  ],
  checks: { brokenLinks: "warn" },
  redirects: "settings/moved.yml",
});
`;

const footer = `import { note } from "../parts/note";
import data from "../parts/data.json";
import { Helper } from "./helper";
export default function Footer() { return <footer>{note} {data.text} <Helper /></footer>; }
`;

const start: Record<string, string> = {
  "cipgen.config.ts": config,
  "settings/texts.ts": 'export { tagline } from "./more";\n',
  "settings/more.ts": 'export const tagline = "A tagline";\n',
  "settings/organization.json": '{ "name": "We", "url": "https://we.example" }',
  "settings/moved.yml": "/old: /cip\n/old.txt: /a.txt\n",
  "package.json": '{ "title": "Register", "type": "module" }',
  "locales/de-DE/own.json": '{ "home.latest": "Neues" }',
  "content/home.md": "Welcome\n",
  "content/docs/start.md": "# Start\n\nText\n",
  "old/start.md": "# Start\n\nOld\n",
  "content/static/a.txt": "static",
  "content/cip/cbc/cip-20.md": proposalText(20, {}, "![](./dot.svg) and ![](./cip-20/dot.svg)\n"),
  "content/cip/cbc/dot.svg": svg(1),
  "content/cip/cbc/cip-20/dot.svg": svg(1),
  "content/cip/cbc/cip-20/annex.md": "# Annex\n\n[back](../cip-20.md)\n",
  "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Zwanzig" }),
  "content/i18n/de-DE/docs/start.md": "# Anfang\n",
  "rips/rip-1.md": "---\neip: 1\ntitle: One\nstatus: Draft\n---\n![](../pictures/rips/rip-1/dot.svg)\n",
  "pictures/rips/rip-1/dot.svg": svg(1),
  "shared/linked.md": "# Linked\n\nOne\n",
};

/** Makes every build bundle anew, so only changes of templates have them. */
const templates: Record<string, string> = {
  "templates/Footer.tsx": footer,
  "templates/helper.tsx": "export const Helper = () => <b>help</b>;\n",
  "parts/note.ts": 'export const note = "A note";\n',
  "parts/data.json": '{ "text": "data" }',
};

/** What the site's own look is made of: a style sheet with a part and a picture, and a script in the head. */
const look: Record<string, string> = {
  "cipgen.config.ts": config.replace(
    "tagline,",
    'tagline, styles: ["look/theme.css"], head: [{ tag: "script", src: "look/own.js" }],',
  ),
  "look/theme.css": '@import "./part.css";\n.logo { background: url("./mark.svg") }\n',
  "look/part.css": ":root { --radius: 0 }\n",
  "look/mark.svg": svg(8),
  "look/own.js": "document.title += '!';\n",
};

/** Texts that include files, of any folder of the repository. */
const including: Record<string, string> = {
  "content/docs/parted.rst":
    "Parted\n======\n\n.. include:: ../../shared/part.rst\n\n.. literalinclude:: ../../shared/more/code.ts\n",
  "shared/part.rst": "One\n",
  "shared/more/code.ts": "one();\n",
};

const member = `import { Name } from "./_parts/name";
import data from "../parts/data.json";
export const paths = ({ registers: [{ proposals }] }) => proposals.map(({ id, title }) => ({ path: "of/" + id, title }));
export default ({ site }) => <h1><Name /> {data.text} {site.registers[0].proposals[0].title}</h1>;
`;

/** Pages of the site's own: texts and components. */
const pages: Record<string, string> = {
  "pages/about.md": '# About\n\n![](./dot.svg)\n\n<Proposals status="draft" />\n',
  "pages/dot.svg": svg(1),
  "pages/members.tsx": member,
  "pages/_parts/name.tsx": "export const Name = () => <b>Name</b>;\n",
  "parts/data.json": '{ "text": "data" }',
  "content/i18n/de-DE/pages/about.md": "# Über\n",
};

/** Each changes what some page shows. Undefined removes the file. */
type Change = [what: string, path: string, text: string | undefined];

const changesOfTemplates: Change[] = [
  ["a template", "templates/Footer.tsx", footer.replace("<footer>", "<footer>Own: ")],
  ["what a template imports beside it", "templates/helper.tsx", "export const Helper = () => <b>more help</b>;\n"],
  ["what a template imports from elsewhere", "parts/note.ts", 'export const note = "Another note";\n'],
  ["data that a template imports", "parts/data.json", '{ "text": "other data" }'],
  ["a proposal", "content/cip/cbc/cip-20.md", proposalText(20, { title: "New" })],
  ["a template that is gone", "templates/Footer.tsx", undefined],
];

const changesOfPages: Change[] = [
  ["a page that is a text", "pages/about.md", '# About us\n\n![](./dot.svg)\n\n<Proposals status="draft" />\n'],
  ["a picture beside a page", "pages/dot.svg", svg(2)],
  ["a translated page", "content/i18n/de-DE/pages/about.md", "# Über uns\n"],
  ["what a list in a page shows", "content/cip/cbc/cip-20.md", proposalText(20, { title: "Listed", status: "draft" })],
  ["a page that is a component", "pages/members.tsx", member.replace("<h1>", "<h1>Of ")],
  ["what a component imports beside it", "pages/_parts/name.tsx", "export const Name = () => <b>Other</b>;\n"],
  ["data that a component imports", "parts/data.json", '{ "text": "other data" }'],
  ["addresses of a component", "pages/members.tsx", member.replace("of/", "for/")],
  ["a proposal that a component shows", "content/cip/cbc/cip-20.md", proposalText(20, { title: "Shown" })],
  ["another component", "pages/second.tsx", "export default () => <h1>Second</h1>;\n"],
  ["a component that is gone", "pages/members.tsx", undefined],
  ["a component that takes the place of the home page", "pages/index.tsx", "export default () => <h1>Home</h1>;\n"],
  ["a page that is gone", "pages/about.md", undefined],
];

const changesOfIncluded: Change[] = [
  ["a part", "shared/part.rst", "Two\n"],
  ["code that is a part", "shared/more/code.ts", "two();\n"],
  ["a text that includes", "content/docs/parted.rst", "Parted\n======\n\n.. literalinclude:: ../../shared/part.rst\n"],
];

const changesOfLook: Change[] = [
  ["a style sheet", "look/theme.css", '@import "./part.css";\n.logo { color: red }\n'],
  ["what a style sheet imports", "look/part.css", ":root { --radius: 1rem }\n"],
  ["a script of the head", "look/own.js", "document.title += '?';\n"],
];

const changes: Change[] = [
  ["the configuration", "cipgen.config.ts", config.replace("tagline,", 'tagline, titleSeparator: ":",')],
  ["what the configuration imports", "settings/organization.json", '{ "name": "They", "url": "https://we.example" }'],
  ["what an import of the configuration imports", "settings/more.ts", 'export const tagline = "Another tagline";\n'],
  ["the file of redirects", "settings/moved.yml", "/old: /search\n/old.txt: /a.txt\n/r/:number: /rip/rip-:number\n"],
  ["package.json, which the configuration imports", "package.json", '{ "title": "Renamed", "type": "module" }'],
  ["strings of a locale", "locales/de-DE/own.json", '{ "home.latest": "Das Neueste" }'],
  ["strings of a locale that had none", "locales/en-US/own.json", '{ "home.latest": "What is new" }'],
  ["strings that stand in for those of another locale", "locales/en-US/own.json", '{ "nav.skip": "To the text" }'],
  ["the home page", "content/home.md", "Come in\n"],
  ["a doc", "content/docs/start.md", "# Start\n\nOther text\n"],
  ["a doc of a former version", "old/start.md", "# Start\n\nOlder\n"],
  ["a static file", "content/static/a.txt", "other"],
  ["a new static file", "content/static/b/c.txt", "new"],
  [
    "a proposal",
    "content/cip/cbc/cip-20.md",
    proposalText(20, { title: "New" }, "![](./dot.svg) ![](./cip-20/dot.svg)\n"),
  ],
  ["a picture beside a proposal", "content/cip/cbc/dot.svg", svg(2)],
  ["a picture in a proposal's folder", "content/cip/cbc/cip-20/dot.svg", svg(2)],
  ["a text beside a proposal", "content/cip/cbc/cip-20/annex.md", "# Annex\n\nOther [back](../cip-20.md)\n"],
  ["a translation", "content/i18n/de-DE/cip/cbc/cip-20.md", proposalText(20, { title: "Anders" })],
  ["a translated doc", "content/i18n/de-DE/docs/start.md", "# Beginn\n"],
  ["a proposal of another series", "rips/rip-1.md", start["rips/rip-1.md"]?.replace("One", "Eins")],
  ["a picture of a series' own folder", "pictures/rips/rip-1/dot.svg", svg(3)],
  ["what a symbolic link leads to", "shared/linked.md", "# Linked\n\nTwo\n"],
  ["a picture that is gone", "pictures/rips/rip-1/dot.svg", undefined],
];

describe.each([
  ["a site", start, changes],
  ["a site with templates of its own", { ...start, ...templates }, changesOfTemplates],
  ["a site with pages of its own", { ...start, ...pages }, changesOfPages],
  ["a site with texts that include files", { ...start, ...including }, changesOfIncluded],
  ["a site with a look of its own", { ...start, ...look }, changesOfLook],
])("%s after a change of", (_site, files, all) => {
  let root: string;
  let out: string;
  let watched: Watched;
  /** What the site was before the change. */
  let known: Record<string, string>;
  beforeAll(async () => {
    root = makeSite(files);
    symlinkSync("../../shared/linked.md", join(root, "content/docs/linked.md"));
    new Repository(root).stage();
    out = join(makeFolder(), "site");
    await buildAgain(root, out);
    watched = await watchSite(root);
    known = await digests(watched);
    expect(digestsOf(out)).toEqual(known);
  });
  afterAll(() => watched.close());

  test.each(drawn(all, 0.3))("%s", async (_, path, text) => {
    if (text === undefined) rmSync(join(root, path));
    else makeFolder({ [path]: text }, root);
    expect(await untilClean(watched)).toEqual([]);
    const expected = await digests(watched);
    expect(expected).not.toEqual(known);
    known = expected;
    await buildAgain(root, out);
    expect(digestsOf(out)).toEqual(expected);
  });
});

const hook = (
  value: string,
) => `export default { title: "Register", url: "https://register.example", search: { provider: "none" },
  series: [{ profile: "cip", read: ({ text }) => ({ fields: { cip: 20, title: String(${value}) }, body: text }) }] };`;
const templateOf = (value: string) => `export default () => <footer>{${value}}</footer>;\n`;
const config20 = hook("20");
const variable = "REGISTER_STAGE";

describe("code of a site that reads a variable of the environment", () => {
  const places: [string, Record<string, string>][] = [
    ["in a template", { "templates/Footer.tsx": templateOf(`process.env.${variable}`) }],
    ["by a quoted name", { "templates/Footer.tsx": templateOf(`globalThis.process?.env?.["${variable}"]`) }],
    [
      "by a name that is computed",
      { "templates/Footer.tsx": templateOf('process.env[["REGISTER", "STAGE"].join("_")]') },
    ],
    [
      "out of all of them",
      { "templates/Footer.tsx": `const { ${variable}: stage } = process.env;\n${templateOf("stage")}` },
    ],
    [
      "by a part of the process",
      { "templates/Footer.tsx": `const { env } = process;\n${templateOf(`env.${variable}`)}` },
    ],
    ["by a name in brackets", { "templates/Footer.tsx": templateOf(`process["env"].${variable}`) }],
    ["by another name", { "templates/Footer.tsx": `const all = process;\n${templateOf(`all.env.${variable}`)}` }],
    [
      "by a name behind a check",
      { "templates/Footer.tsx": `const all = globalThis.process ?? {};\n${templateOf(`all.env.${variable}`)}` },
    ],
    ["by a helper", { "templates/Footer.tsx": templateOf(`Reflect.get(process, "env").${variable}`) }],
    [
      "in a helper of a template",
      {
        "templates/Footer.tsx": `import { stage } from "./stage";\n${templateOf("stage")}`,
        "templates/stage.ts": `export const stage = process.env.${variable};\n`,
      },
    ],
    ["in the configuration", { "cipgen.config.ts": config20.replace('"Register"', `process.env.${variable}`) }],
    ["in a hook", { "cipgen.config.ts": hook(`process.env.${variable}`) }],
    [
      "in a hook, from the module of the process",
      { "cipgen.config.ts": `import { env } from "process";\n${hook(`env.${variable}`)}` },
    ],
  ];
  test.each(drawn(places, 0.3))("%s: a build after a change of it is a clean one", async (_, files) => {
    const root = makeFolder({ "cipgen.config.ts": config20, "content/cip/cbc/cip-20.md": "Text\n", ...files });
    const out = join(makeFolder(), "site");
    let last = {};
    for (const stage of ["one", "two"]) {
      vi.stubEnv(variable, stage);
      await buildAgain(root, out);
      const clean = join(makeFolder(), "clean");
      await buildAgain(root, clean);
      expect(digestsOf(out)).toEqual(digestsOf(clean));
      expect(digestsOf(out)).not.toEqual(last);
      last = digestsOf(out);
    }
    vi.unstubAllEnvs();
  });
});

test("a hook depends on the modules that the packages of the configuration import", async () => {
  const root = makeFolder({
    "cipgen.config.ts": `import { title } from "reader";\n${hook("title()")}`,
    "node_modules/reader/package.json":
      '{ "name": "reader", "type": "module", "main": "index.js", "sideEffects": false }',
    "node_modules/reader/index.js": 'export * from "./title.js";\n',
    "node_modules/reader/title.js": 'export const title = () => "One";\n',
    "content/cip/cbc/cip-20.md": "Text\n",
  });
  const out = join(makeFolder(), "site");
  const options = { cwd: root };
  const args = ["build", "--out", out];
  const titleOf = () => /<h1[^>]*>([^<]*)/.exec(readFileSync(join(out, "cip/cbc/cip-20/index.html"), "utf8"))?.[1];
  // Node.js loads a package once in a process.
  expect((await cipgenProcess(args, options)).stderr).toBe("");
  expect(titleOf()).toContain("One");
  makeFolder({ "node_modules/reader/title.js": 'export const title = () => "Two";\n' }, root);
  expect((await cipgenProcess(args, options)).stderr).toBe("");
  expect(titleOf()).toContain("Two");
});

test("social cards depend on the versions of the packages that draw them", () => {
  // A program beside packages of its own, one of which can be replaced.
  const program = makeFolder();
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(repositoryRoot, part), join(program, part), { recursive: true });
  for (const part of ["templates", "client", "locales"]) symlinkSync(join(repositoryRoot, part), join(program, part));
  const modules = join(repositoryRoot, "node_modules");
  const font = "@fontsource/inter";
  mkdirSync(join(program, "node_modules"));
  for (const name of readdirSync(modules))
    if (name !== dirname(font)) symlinkSync(join(modules, name), join(program, "node_modules", name));
  cpSync(join(modules, font), join(program, "node_modules", font), { recursive: true });

  const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { socialCards: true });
  const out = join(makeFolder(), "site");
  const args = ["build", "--root", root, "--out", out];
  const run = () => spawnSync(process.execPath, [join(program, "bin/cipgen.js"), ...args], { encoding: "utf8" });
  const cards = () => {
    expect(run()).toMatchObject({ status: 0, stderr: "" });
    const names = readdirSync(join(out, "assets/cards"));
    expect(names).toHaveLength(1);
    expect(readFileSync(join(out, "cip/cbc/cip-20/index.html"), "utf8")).toContain(`/assets/cards/${names[0]}"`);
    return names;
  };
  const before = cards();
  expect(cards()).toEqual(before);
  const description = join(program, "node_modules", font, "package.json");
  const { version } = JSON.parse(readFileSync(description, "utf8"));
  writeFileSync(description, readFileSync(description, "utf8").replace(`"${version}"`, `"${version}-next"`));
  expect(cards()).not.toEqual(before);
});

/** Over the last output, with a cache. */
async function buildAgain(root: string, out: string): Promise<void> {
  const said: string[] = [];
  const output = { result: (text: string) => said.push(text), talk: () => undefined };
  const code = await buildCommand({ root, out, cache: true, json: true }, output);
  if (code !== 0) throw new Error(said.join());
}

/** Digest of every file of the watched site. */
async function digests(watched: Watched): Promise<Record<string, string>> {
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  return Object.fromEntries([...(await watched.site.files())].map(([path, bytes]) => [path, digest(bytes)]));
}
