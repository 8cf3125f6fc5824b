/** Decisions, section 8: `check-links` is the strict one. However links are written and mixed, it reports each that is broken. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLinksCommand } from "../../src/cli/commands/check-links.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText, writeBuild } from "../support/site.js";

/** Ways to write a link or a picture, most of them with characters that the page shows in another form. */
const forms: ((url: string) => string)[] = [
  (url) => `[a](${url})`,
  (url) => `![a](<${url}>)`,
  (url) => `[![a](${url})](https://ok.example/a)`,
  (url) => `[![a](${url})](${url}-too)`,
  (url) => `[a](${url}\\)y)`,
  (url) => `[a](${url}&amp;z)`,
  (url) => `[a](https://register.example${url})`,
  (url) => `[a](/de-DE${url})`,
  (url) => `[a](.${url}.md)`,
  (url) => `[a](.${url})`,
  (url) => `[a](#${url.slice(1)})`,
  (url) => `[a](/docs/start#${url.slice(1)})`,
  (url) => `[a](/docs/start.md#${url.slice(1)}&eacute;)`,
  (url) => `<a href="${url}&eacute;">x</a>`,
  (url) => `<a href="${url}&#x2F;x">x</a>`,
  (url) => `<!-- <a href="${url}">x</a> --><a href="${url}">x</a>`,
  (url) => `<img src='${url}&colon;a' alt="a">`,
  (url) => `[a][${url.slice(1)}]\n\n[${url.slice(1)}]: ${url}&uuml;\n\n`,
  (url) => `\`[a](${url})\` [a](${url})`,
];
const separators = [" ", "\n", "\n\n", "\n- ", "\n> ", "\n\n<p>\n", " | "];
const mixes = fc.array(fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...separators)), {
  minLength: 2,
  maxLength: 25,
});

async function broken(options: { root?: string; site?: string }): Promise<Diagnostic[]> {
  const written: string[] = [];
  const output = { result: (text: string) => void written.push(text), talk: () => {} };
  await checkLinksCommand({ root: ".", ...options, format: "json" }, output);
  return JSON.parse(written.join("")).diagnostics;
}

/** The numbers of the URLs that the messages name. */
function numbers(diagnostics: readonly Diagnostic[]): string[] {
  return [...new Set(diagnostics.flatMap(({ message }) => [...message.matchAll(/gone-\d+(?:-too)?/g)].flat()))].sort();
}

test("each broken link of a built folder is reported for its sources too", async () => {
  await fc.assert(
    fc.asyncProperty(mixes, fc.constantFrom("warn", "ignore"), async (mix, level) => {
      const body = mix.map(([form, separator], index) => form(`/gone-${index}`) + separator).join("");
      const root = makeSite(
        { "content/cip/cbc/cip-20.md": proposalText(20, {}, body), "content/docs/start.md": "# Start\n" },
        {
          locales: { "en-US": {}, "de-DE": {} },
          docs: { mainDocId: "start" },
          checks: { brokenLinks: level, brokenMarkdownLinks: level, brokenAnchors: level },
        },
      );
      const site = makeFolder();
      writeBuild(site, await build(root));
      const inFolder = numbers(await broken({ site }));
      expect(inFolder.length).toBeGreaterThan(0);
      expect(numbers(await broken({ root }))).toEqual(inFolder);
    }),
    { numRuns: runs(4) },
  );
});
