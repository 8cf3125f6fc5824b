/** Random changes of a site's folder, of every kind that a build reads: for properties that hold after any sequence of them. */
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { Repository } from "./git.js";
import { makeSite, proposalText, usualConfig } from "./site.js";

/** A file's new content, nothing where it is removed; more at the end of a text; a commit of all files as they are; or a branch that goes back, while the files stay. */
export type Edit =
  | { path: string; content?: string | undefined }
  | { path: string; more: string }
  | { commit: string }
  | { back: "HEAD~1" };

const numbers = [20, 98, 165, 712];
const fileOf = (number: number) => `content/cip/${number === 98 ? "core" : "cbc"}/cip-${number}.md`;

const sentence = fc.constantFrom(
  "Text with CIP-20 and [a link](./cip-165.md#code).",
  "See ![picture](./bild.svg) and $x^2$.",
  "> ```mermaid\n> graph TD\n> A-->B\n> ```",
  "<details><summary>More</summary>\n\nCIP-98\n\n</details>",
  "```solidity\ncontract A {}\n```",
  "## Code\n\n[broken](./nowhere.md) [^1]\n\n[^1]: Note",
);

const proposal = fc
  .record(
    {
      number: fc.constantFrom(...numbers),
      title: fc.constantFrom("One", "Two", "Ünïcödé", "'`code` & $x$'"),
      description: fc.constantFrom("What it is", "Was es ist"),
      status: fc.constantFrom("draft", "final", "last call"),
      date: fc.constantFrom("2021-12-31", "2022-01-01"),
      author: fc.constantFrom("Ada (@ada)", "Ada (@ada), Bob <bob@x.example>"),
      requires: fc.constantFrom("20", "98, 712"),
      replaces: fc.constantFrom("165", "9999"),
      tags: fc.constantFrom("[a]", "[a, b]"),
      body: fc.array(sentence, { maxLength: 3 }),
    },
    { requiredKeys: ["number", "body"] },
  )
  .map(
    ({ number, body, ...fields }): Edit => ({
      path: fileOf(number),
      content: proposalText(number, fields, `${body.join("\n\n")}\n`),
    }),
  );

/** Mostly what no other page shows. */
const longer = fc
  .record({ number: fc.constantFrom(...numbers), more: sentence })
  .map(({ number, more }): Edit => ({ path: fileOf(number), more: `\n${more}\n` }));

const removal = fc.constantFrom(...numbers.slice(1), 0).map(
  (number): Edit => ({
    path: number === 0 ? "content/static/a.txt" : fileOf(number),
  }),
);

const link = { label: "Twenty", to: "/cip/cip-20" };

const config = fc
  .record(
    {
      title: fc.constantFrom("Register", "Other"),
      tagline: fc.constantFrom("One line", "Another line"),
      titleSeparator: fc.constantFrom("|", "-"),
      themeColor: fc.constantFrom("#3b9a3e", "#884422"),
      address: fc.constantFrom("cb1", "cb2"),
      baseUrl: fc.constantFrom("/", "/register/"),
      pageSize: fc.constantFrom(2, 10),
      trailingSlash: fc.boolean(),
      output: fc.constantFrom({ format: "directory" }, { format: "file" }),
      docs: fc.constantFrom(
        { mainDocId: "start" },
        { mainDocId: "start", title: "Guide", sidebars: { docs: ["start"] } },
      ),
      languages: fc.constantFrom(
        { locales: { "en-US": {}, "de-DE": {} } },
        { locales: { "en-US": { calendar: "buddhist" }, "de-DE": { path: "deutsch" } } },
        { locales: { "en-US": {}, "de-DE": {} }, defaultLocale: "de-DE" },
        // It has no strings, so it shows those of the default language.
        { locales: { "en-US": {}, eo: { label: "Esperanto", htmlLang: "eo" } } },
      ),
      home: fc.constantFrom({ actions: [link] }),
      navbar: fc.constantFrom({ logo: { label: "Mark" } }, { items: [{ type: "link", position: "left", ...link }] }),
      footer: fc.constantFrom({ copyright: "Nobody" }, { columns: [{ title: "More", links: [link] }] }),
      announcement: fc.constantFrom({ id: "1", text: "<b>New</b>" }, { id: "2", text: "New", closable: false }),
      colorMode: fc.constantFrom({ default: "dark" }, { respectSystem: false }),
      search: fc.constantFrom(
        { provider: "none" },
        { provider: "local", synonyms: [["one", "two"]] },
        { provider: "local", maxResultsPerGroup: 2 },
      ),
      editUrl: fc.constantFrom("https://code.example/edit/", "https://code.example/e/"),
      repository: fc.constantFrom("https://code.example/we/register"),
      elsewhere: fc.constantFrom([{ label: "EIP", url: "https://eips.example/{number}" }]),
      redirects: fc.constantFrom(
        { "/old": "/cip" },
        { "/old.xml": "/cip/rss.xml", "/p/:number": "https://x.example/:number" },
      ),
      listAliases: fc.constantFrom(["/all"], ["/all", "/list"]),
      numbering: fc.constantFrom({ reading: "continuous", runs: [[20, 23]] }),
      feeds: fc.constantFrom({ content: "full" }),
      history: fc.constantFrom(false),
      markdown: fc.constantFrom({ extras: ["emoji"] }, { extras: true }),
      checks: fc.constantFrom({ brokenLinks: "ignore" }, { brokenLinks: "warn", brokenAnchors: "ignore" }),
      series: fc
        .record(
          {
            title: fc.constantFrom("Proposals", "Our proposals"),
            label: fc.constantFrom("CIP", "BIP"),
            aliases: fc.constantFrom(["/c/{number}"], ["/p/{number}"]),
            permalink: fc.constantFrom("{route}/{number}", "{route}/{category}/{id}-{number}"),
            numberWidth: fc.constantFrom(1, 4),
            handleUrl: fc.constantFrom("https://a.example/{handle}", "https://b.example/{handle}"),
            rewrites: fc.constantFrom({ "./nowhere.md": "/cip/cip-20" }),
          },
          { requiredKeys: [] },
        )
        .map((own) => [{ profile: "cip", ...own }]),
    },
    { requiredKeys: [] },
  )
  .map(
    ({ languages, ...changed }): Edit => ({
      path: "cipgen.config.json",
      content: configText({ ...languages, ...changed }),
    }),
  );

const drawing = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;

/** Contents of the files that are neither proposals nor the configuration. */
const contents: Record<string, readonly string[]> = {
  "content/home.md": ["Welcome to CIP-20\n", "# Come in\n"],
  "content/docs/start.md": ["# Start\n\nText\n", "# Begin\n\nOther text\n"],
  "content/docs/more.md": ["# More\n\n[x](./start.md#start)\n", "# More\n\nOther text\n"],
  "content/docs/parted.rst": ["Parted\n======\n", "Parted\n======\n\n.. include:: ../../shared/part.rst\n"],
  // Where no text includes it, it is no input.
  "shared/part.rst": ["A part with CIP-20\n", "Another\n-------\n"],
  "content/static/a.txt": ["one", "two"],
  "content/static/robots.txt": ["User-agent: *\n"],
  "content/static/favicon.svg": [drawing(8)],
  "content/static/_headers": ["/a.txt\n  X-Own: 1\n"],
  "content/cip/cbc/bild.svg": [drawing(2), drawing(4), "<svg><script>alert(1)</script></svg>"],
  "content/cip/cbc/cip-20/annex.md": ["# Annex\n\n[back](../cip-20.md)\n", "# Other annex\n\n![](../bild.svg)\n"],
  "content/i18n/de-DE/cip/cbc/cip-20.md": [
    proposalText(20, { title: "Eins" }, "Deutsch\n"),
    proposalText(20, { title: "Zwanzig" }, "CIP-98\n"),
  ],
  "content/i18n/de-DE/docs/start.md": ["# Anfang\n"],
  "pages/about.md": ["# About\n\n[x](./about.md#about)\n", "# About us\n\nWe decide.\n"],
  "content/i18n/de-DE/pages/about.md": ["# Über uns\n"],
  "pages/people.tsx": [
    "export default ({ site }) => <h1>{site.registers[0].people.map(({ name }) => name).join()}</h1>;",
    "export const paths = ({ registers: [{ proposals }] }) => proposals.map(({ id, title }) => ({ path: id, data: title }));\n" +
      "export default ({ data }) => <h1>{data}</h1>;",
  ],
  "pages/index.tsx": ["export default () => <h1>Home</h1>;"],
  "locales/en-US/own.json": [
    '{ "archive.title": "All of them" }',
    '{ "nav.skip": "To the text", "facts.authors_other": "By", "label.Draft": "Sketch" }',
  ],
  "locales/de-DE/own.json": ['{ "nav.skip": "Zum Text" }', '{ "label.Draft": "Skizze" }'],
  "templates/Footer.tsx": ["one", "two"].map((text) => `export default () => <footer>${text}</footer>;`),
  "templates/Facts.tsx": [
    'import Facts from "cipgen/templates/Facts";\nexport default (props) => <div><Facts {...props} /></div>;',
  ],
};

/** The configuration names it. */
const isNeeded = (path: string) => path === "content/docs/start.md";

const other = fc
  .constantFrom(...Object.keys(contents))
  .chain((path) =>
    fc
      .constantFrom(...(contents[path] ?? []), ...(isNeeded(path) ? [] : [undefined]))
      .map((content): Edit => ({ path, content })),
  );

const commit = fc.constantFrom("2022-05-01T00:00:00Z", "2023-05-01T00:00:00Z").map((date): Edit => ({ commit: date }));

const back = fc.constant<Edit>({ back: "HEAD~1" });

/** One change. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { arbitrary: proposal, weight: 4 },
  { arbitrary: longer, weight: 4 },
  { arbitrary: removal, weight: 1 },
  { arbitrary: config, weight: 2 },
  { arbitrary: other, weight: 5 },
  { arbitrary: commit, weight: 1 },
  { arbitrary: back, weight: 1 },
);

function configText(changed: object): string {
  const checks = { brokenLinks: "warn" };
  return JSON.stringify({
    ...usualConfig,
    search: { provider: "local" },
    docs: { mainDocId: "start" },
    checks,
    ...changed,
  });
}

/** The site that edits begin with. @returns its root. */
export function makeEditedSite(): string {
  return makeSite({
    "cipgen.config.json": configText({}),
    ...Object.fromEntries(numbers.map((number) => [fileOf(number), proposalText(number, { tags: "[a]" }, "CIP-20\n")])),
    "content/docs/start.md": "# Start\n\nText\n",
    "content/static/a.txt": "static",
  });
}

export function apply(root: string, change: Edit): void {
  if ("commit" in change) {
    // Also the first one: to make a repository again changes nothing.
    new Repository(root).commit(change.commit);
    return;
  }
  if ("back" in change) {
    const repository = new Repository(root);
    const { length } = repository.git(["rev-list", "--first-parent", "--max-count=2", "--all"]).split("\n");
    if (length > 2) repository.git(["reset", "--quiet", "--soft", change.back]);
    return;
  }
  const file = join(root, change.path);
  if ("more" in change) {
    if (existsSync(file)) appendFileSync(file, change.more);
    return;
  }
  const { content } = change;
  if (content === undefined) rmSync(file, { force: true });
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
