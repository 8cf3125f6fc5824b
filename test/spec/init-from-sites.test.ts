/** `init --from` in the repository of each site generator: its settings and the addresses of today are in the new configuration, and the site builds. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initFrom } from "../../src/cli/api/init.js";
import { loadConfig } from "../../src/config/loading.js";
import { buildJson, cipgen } from "../support/cli.js";
import { numbered, repository } from "../support/repository.js";

/** Runs `init --from` and the three commands of the first day. @returns the configuration as it is read, its text, and whether an address answers. */
async function taken(files: Record<string, string>) {
  const root = repository(files);
  const result = await initFrom({ folder: root });
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = readFileSync(join(root, "cipgen.config.ts"), "utf8");
  const { value: config } = await loadConfig(root);
  const { ok, diagnostics } = (await buildJson(["--root", root])).report;
  expect({ ok, errors: diagnostics.filter(({ severity }) => severity === "error") }).toEqual({ ok: true, errors: [] });
  expect((await cipgen(["lint", "--root", root])).code).toBe(0);
  const answers = (path: string) =>
    [path, `${path}.html`, `${path}/index.html`].some(
      (file) => existsSync(join(root, "build", file)) && /\.\w+$/.test(file),
    );
  return { root, result, text, config, answers };
}

const padded = (number: number) => String(number).padStart(4, "0");
const proposal = (key: string, number: number, more = "") =>
  `---\n${key}: ${number}\ntitle: Thing ${number}\nauthor: Ada (@ada)\nstatus: ${["draft", "final", "draft"][number - 1]}\ndate: 2024-01-0${number}\n${more}---\n\nText.\n`;
const rfc = (number: number) =>
  `- Feature Name: thing_${number}\n- Start Date: 2024-01-0${number}\n- RFC PR: [rust-lang/rfcs#${number}](https://github.com/rust-lang/rfcs/pull/${number})\n\n# Summary\n\nText.\n`;

describe("Docusaurus", () => {
  const config = `import {themes} from 'prism-react-renderer';
import type {Config} from '@docusaurus/types';
import remarkCorepass from "remark-corepass";
const org = 'Core Foundation';
const config: Config = {
  title: process.env.title || 'CIP',
  tagline: 'Core Improvement Proposals',
  favicon: 'img/favicon.png',
  url: process.env.url || 'https://cip.example',
  baseUrl: '/',
  i18n: { defaultLocale: 'en-US', locales: ['en-US', 'de-DE'], localeConfigs: { 'de-DE': { label: 'Deutsch' } } },
  presets: [['classic', {
    docs: { sidebarPath: './sidebars.ts', editUrl: 'https://github.com/core-coin/cip/tree/master/' },
    blog: { path: 'cip', routeBasePath: 'cip', blogTitle: 'CIP Register', postsPerPage: 5, remarkPlugins: [remarkCorepass], 
      processBlogPosts: async ({blogPosts}) => blogPosts },
    theme: { customCss: './src/css/custom.css' },
  }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/start', to: '/docs/intro' }] }], 'plugin-of-a-stranger'],
  scripts: [{ src: '/js/ask.js', defer: true }],
  themeConfig: {
    image: 'img/card.png',
    metadata: [{ name: 'theme-color', content: '#123456' }, { name: 'keywords', content: 'a, b' }, { property: 'ican:xcb', content: 'cb01' }],
    navbar: { title: 'CIP', logo: { src: 'img/logo.svg' }, items: [
      { to: '/cip', label: 'CIPs', position: 'left' },
      { type: 'docSidebar', sidebarId: 'tutorial', label: 'Tutorial' },
      { type: 'doc', docId: 'zero', label: 'Zero' },
      { href: 'https://github.com/core-coin', position: 'right', 'aria-label': 'Source' },
      { type: 'search' }, { type: 'localeDropdown' },
      { label: 'More', items: [{ to: '/cip/tags', label: 'Tags' }, { to: '/nowhere', label: 'Nowhere' }] },
    ] },
    footer: { links: [{ title: 'Docs', items: [{ label: 'CIPs', to: '/cip' }, { label: 'Core', href: 'https://core.example' }] }], copyright: \`(c) \${org}\` },
    prism: { theme: themes.github },
    algolia: { appId: 'APP', apiKey: 'search-only', indexName: 'cip', contextualSearch: true },
  } satisfies Preset.ThemeConfig,
};
export default config;
`;
  const files = {
    "docusaurus.config.ts": config,
    "docs/zero.md": "---\ntitle: Zero\nsidebar_position: 7\n---\n\nText.\n",
    "docs/intro.md": "---\ntitle: Intro\nsidebar_position: 1\n---\n\nText.\n",
    "static/img/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "static/img/favicon.png": "x",
    "static/img/card.png": "x",
    "static/cip/cip-1/Thing.sol": "contract Thing {}",
    "src/pages/index.tsx": "export default () => null;",
    "src/theme/BlogPostItem/index.tsx": "export default () => null;",
    ...numbered(
      3,
      (n) => `cip/${n === 1 ? "core" : "cbc"}/cip-${n}.md`,
      (n) => proposal("cip", n, n === 1 ? "" : "tags: [cbc]\n"),
    ),
  };

  test("the settings and the addresses of today are in the configuration", async () => {
    const { config: read, text, answers, result } = await taken(files);
    expect(read).toMatchObject({
      title: "CIP",
      tagline: "Core Improvement Proposals",
      url: "https://cip.example",
      address: "cb01",
      themeColor: "#123456",
      favicon: "/img/favicon.png",
      socialImage: "/img/card.png",
      pageSize: 5,
      editUrl: "https://github.com/core-coin/cip/edit/master",
      content: { docs: "docs", static: "static" },
      docs: { mainDocId: "intro" },
      search: { provider: "algolia", appId: "APP", apiKey: "search-only", indexName: "cip" },
      footer: {
        columns: [{ title: "Docs", links: [{ to: "/cip" }, { to: "https://core.example" }] }],
        copyright: "(c) Core Foundation",
      },
    });
    expect(Object.entries(read?.locales ?? {}).map(([code, { label }]) => [code, label])).toEqual([
      ["en-US", "English"],
      ["de-DE", "Deutsch"],
    ]);
    expect(
      read?.navbar.items.map((item) => [item.type, item.label, "to" in item ? item.to : "docId" in item && item.docId]),
    ).toEqual([
      ["link", "CIPs", "/cip"],
      ["doc", "Tutorial", "intro"],
      ["doc", "Zero", "zero"],
      ["link", "Source", "https://github.com/core-coin"],
      ["link", "Tags", "/cip/tags"],
    ]);
    const addresses = [
      "/",
      "/cip",
      "/cip/core/cip-1",
      "/cip/cbc/cip-2",
      "/cip/tags/cbc",
      "/docs/intro",
      "/docs/zero",
      "/cip/cip-1/Thing.sol",
    ];
    const translated = ["/de-DE/cip/cbc/cip-3"];
    expect([...addresses, ...translated].filter((path) => !answers(path))).toEqual([]);
    expect(text).toContain("remarkPlugins[0] is not read: it is remarkCorepass, which this file only names");
    const named = result.diagnostics.flatMap(({ code, message, help }) =>
      code === "setting-left-out" ? [`${message.split(":")[0]} ${help}`] : [],
    );
    expect(named).toEqual([
      "plugins See docs/make-it-yours.md in the manual.",
      "scripts See docs/make-it-yours.md in the manual.",
      "src/pages See docs/pages.md in the manual.",
      "src/theme See docs/templates.md in the manual.",
      "a link of the navigation undefined",
    ]);
  });

  test("a configuration that throws, prints, loops or reads the environment is not run", async () => {
    const hostile = `import fs from 'node:fs';
console.log('RAN'); fs.writeFileSync('ran.txt', 'RAN'); process.env.RAN = 'RAN';
${config.replace("const org", "while (process.env.NEVER !== 'x') { throw new Error('RAN'); }\nconst org")}`;
    process.env.url = "https://not-this.example";
    try {
      const { root, config: read, text } = await taken({ ...files, "docusaurus.config.ts": hostile });
      expect(read).toMatchObject({ title: "CIP", url: "https://cip.example" });
      expect([text.includes("RAN"), existsSync(join(root, "ran.txt")), existsSync("ran.txt"), process.env.RAN]).toEqual(
        [false, false, false, undefined],
      );
    } finally {
      delete process.env.url;
    }
  });

  test("proposals among the docs keep slugs and routes, and values that are not taken are named", async () => {
    const {
      config: read,
      text,
      answers,
    } = await taken({
      "website/docusaurus.config.js": `module.exports = { title: 'X', url: computeUrl(), baseUrl: '/x/', i18n: { defaultLocale: 'xx_!', locales: ['xx_!', 'de'] },
        presets: [['@docusaurus/preset-classic', { docs: { path: '../rfcs', routeBasePath: 'proposals', numberPrefixParser: false }, blog: false }]] };`,
      "pages/notes.txt": "Ours.\n",
      ...numbered(3, (n) => `rfcs/${padded(n)}-thing.md`, rfc),
    });
    expect(read).toMatchObject({ title: "X", baseUrl: "/x/", pages: false });
    expect(read?.docs).toBeUndefined();
    expect(answers("/proposals/0002-thing")).toBe(true);
    expect(text).toContain(
      "website/docusaurus.config.js:1: url is not read: it is an expression that would have to run",
    );
    expect(text).toContain("locales: ");
  });
});

test.each([
  ["owner/copies", "https://github.com/owner/copies", "the own one, where the configuration was copied"],
  ["fork/rfcs", "https://github.com/owner/rfcs", "that of the configuration, in a fork"],
])("Jekyll: the repository of a clone of %s is %s: %s", async (remote, address) => {
  const { config } = await taken({
    ...numbered(
      3,
      (n) => `rfcs/rfc-${n}.md`,
      (n) => proposal("rfc", n),
    ),
    "_config.yml": "title: RFCs\nrepository: owner/rfcs\n",
    ".git/config": `[remote "origin"]\n\turl = https://github.com/${remote}.git\n`,
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  expect(config?.repository).toEqual([address]);
});

test("Jekyll: permalinks, files and what has no equivalent", async () => {
  const eip = (n: number) =>
    `---\neip: ${n}\ntitle: Thing ${n}\ndescription: What it is for\nauthor: Ada (@ada)\ndiscussions-to: https://ethereum-magicians.org/t/x/${n}\nstatus: Draft\ntype: Standards Track\ncategory: Core\ncreated: 2024-01-0${n}\n---\n\n## Abstract\n\n![](../assets/eip-1/a.png)\n`;
  const { config, answers, text } = await taken({
    "_config.yml":
      'title: Ethereum Improvement Proposals\ndescription: >-\n  EIPs describe\n  standards.\nurl: "https://eips.example"\n"baseurl": ""\nrepository: ethereum/EIPs\nheader_pages:\n - all.html\n - core.html\npermalink: /:slug\nplugins: [jekyll-sitemap, jekyll-odd]\n',
    Gemfile: 'gem "github-pages"\n',
    "_layouts/eip.html": "{{ content }}",
    "assets/eip-1/a.png": "x",
    "assets/eip-1/b.pyc": "x",
    "assets/eip-1/not-linked.png": "x",
    "assets/eip-1/demo.html": "<p>Not a page of Jekyll</p>",
    ...numbered(3, (n) => `EIPS/eip-${n}.md`, eip),
  });
  expect(config).toMatchObject({
    title: "Ethereum Improvement Proposals",
    tagline: "EIPs describe standards.",
    url: "https://eips.example",
    repository: ["https://github.com/ethereum/EIPs"],
    output: { format: "file" },
    series: [{ id: "eip", permalink: "/EIPS/eip-{number}", assetsRoute: "/assets" }],
    elsewhere: [{ label: "ERC" }],
  });
  expect(
    [
      "/EIPS/eip-1",
      "/EIPS/eip-1.html",
      "/assets/eip-1/a.png",
      "/assets/eip-1/b.pyc",
      "/assets/eip-1/not-linked.png",
      "/assets/eip-1/demo.html",
    ].filter((path) => !answers(path)),
  ).toEqual([]);
  expect(answers("/eip/assets/eip-1/a.png")).toBe(false);
  for (const name of ["header_pages", "plugins", "_layouts"])
    expect(text).toMatch(new RegExp(`// \\S+: ${name}: it has no equivalent here \\(manual: \\S+\\)`));
});

test("mdBook, prepared by the script of rust-lang/rfcs", async () => {
  const { config, answers } = await taken({
    "book.toml":
      '[book]\ntitle = "The RFC Book"\n[output.html]\ngit-repository-url = "https://github.com/rust-lang/rfcs"\nsite-url = "/rfcs/"\nadditional-css = ["x.css"]\n[output.html.redirect]\n"/old.html" = "0001-thing.html"\n',
    "generate-book.py":
      "for path in os.listdir('text'):\n    symlink(f'../text/{path}', f'src/{path}')\nsymlink('../README.md', 'src/introduction.md')\nwith open('src/SUMMARY.md', 'w') as summary: pass\n",
    "README.md": "# The RFCs\n",
    ...numbered(3, (n) => `text/${padded(n)}-thing.md`, rfc),
  });
  expect(config).toMatchObject({
    title: "The RFC Book",
    url: "https://rust-lang.github.io",
    baseUrl: "/rfcs/",
    series: [{ permalink: "/{number}-{slug}" }],
  });
  expect(["/0001-thing", "/0003-thing.html"].filter((path) => !answers(path))).toEqual([]);
});

test("mdBook with a summary", async () => {
  const { config, answers } = await taken({
    "book.toml": '[book]\ntitle = "Book"\n[output.html]\ncname = "book.example"\n',
    "src/SUMMARY.md":
      "# Summary\n\n- [One](rfcs/0001-thing.md)\n- [Two](rfcs/0002-thing.md)\n- [Three](rfcs/0003-thing.md)\n",
    ...numbered(3, (n) => `src/rfcs/${padded(n)}-thing.md`, rfc),
  });
  expect(config).toMatchObject({ title: "Book", url: "https://book.example" });
  expect(answers("/rfcs/0002-thing.html")).toBe(true);
});

test("MkDocs with Material: nav, extensions, redirects, edit links", async () => {
  const { config, answers } = await taken({
    "mkdocs.yml": `site_name: The RFCs
site_url: https://rfcs.example/book/
repo_url: https://gitlab.com/group/rfcs
edit_uri: -/edit/main/docs/
theme: { name: material }
markdown_extensions: [pymdownx.emoji: { emoji_index: !!python/name:material.extensions.emoji.twemoji }]
plugins: [search, macros, redirects: { redirect_maps: { 'old.md': 'rfcs/0001-thing.md' } }]
extra_css: [x.css]
copyright: "© Us"
nav: [Home: index.md, RFCs: [One: rfcs/0001-thing.md]]
`,
    "docs/index.md": "# Home\n\nText.\n",
    ...numbered(3, (n) => `docs/rfcs/${padded(n)}-thing.md`, rfc),
  });
  expect(config).toMatchObject({
    title: "The RFCs",
    url: "https://rfcs.example",
    baseUrl: "/book/",
    repository: ["https://gitlab.com/group/rfcs"],
    editUrl: "https://gitlab.com/group/rfcs/-/edit/main",
    trailingSlash: true,
    footer: { copyright: "© Us" },
    series: [{ permalink: "/rfcs/{number}-{slug}" }],
  });
  expect(answers("/rfcs/0002-thing")).toBe(true);
});

test("Sphinx: texts that are assigned, and nothing else of a program", async () => {
  const { config, answers, text } = await taken({
    "conf.py":
      'import sys\nproject = "PEPs"\nhtml_baseurl = "https://peps.example"\nhtml_title = compute()\nextensions = ["x"]\nraise SystemExit\n',
    Makefile: "html: BUILDER = dirhtml\n",
    ...numbered(
      3,
      (n) => `pep-${padded(n)}.md`,
      (n) =>
        `PEP: ${n}\nTitle: Thing ${n}\nAuthor: Ada <a@x.example>\nStatus: Draft\nType: Process\nCreated: 0${n}-Jan-2024\nPython-Version: 3.1${n}\nPost-History: 02-Feb-2024\n\nText.\n`,
    ),
  });
  expect(config).toMatchObject({
    title: "PEPs",
    url: "https://peps.example",
    trailingSlash: true,
    series: [{ id: "pep", title: "Enhancement Proposals" }],
  });
  expect(text).toContain('profile: "pep"');
  expect(text).not.toContain("an error by default");
  expect(answers("/pep-0002")).toBe(true);
  expect(text).toContain(
    "conf.py:4: html_title is not read: it is an expression, whose value is known only when conf.py runs",
  );
});

test("no generator: CNAME, the edit links of GitLab", async () => {
  const texts = numbered(3, (n) => `text/${padded(n)}-thing.md`, rfc);
  const remote = (url: string) => ({
    ".git/config": `[remote "origin"]\n\turl = ${url}\n`,
    ".git/HEAD": "ref: refs/heads/trunk\n",
  });
  const named = await taken({ ...texts, CNAME: "rfcs.example.org\n", ...remote("git@gitlab.com:group/sub/rfcs.git") });
  expect(named.config).toMatchObject({
    url: "https://rfcs.example.org",
    repository: ["https://gitlab.com/group/sub/rfcs"],
    editUrl: "https://gitlab.com/group/sub/rfcs/-/edit/trunk",
  });
  expect(named.text).toContain('url: "https://rfcs.example.org", // from CNAME');
});
