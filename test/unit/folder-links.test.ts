/** Links to folders add pages, and never take the address of another. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { linkSite } from "../../src/build/link.js";
import { emptyState } from "../../src/build/state.js";
import { loadConfig } from "../../src/config/loading.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText } from "../support/site.js";

const folders = ["sip-001", "sip-001/more", "sip-002", "tags", "archive", "page", "feeds", "data", "assets", "."];
const links = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom("./", "../", "../../", "../../sips/"),
    fc.constantFrom(...folders),
    fc.constantFrom("", "/"),
  ),
  { maxLength: 12, selector: (link) => link.join("") },
);

test("no links change what another page of the site is", async () => {
  const series = { id: "sip", label: "SIP", title: "SIPs", source: "sips", route: "/sip", numberWidth: 3 };
  const kindsWith = async (files: string, texts: Record<string, string>) => {
    const others = Object.fromEntries(folders.map((folder) => [`sips/${folder}/data.csv`, "x\n"]));
    const root = makeSite(
      { ...others, ...texts },
      { series: [{ ...series, files }], checks: { brokenLinks: "ignore", brokenMarkdownLinks: "ignore" } },
    );
    const { value: config } = await loadConfig(root);
    if (!config) throw new Error("the configuration is right");
    const { value } = await linkSite({ root, config, configFile: "cipgen.config.json", state: emptyState() });
    return new Map([...value.site.routes].map(([address, { kind }]) => [address, kind]));
  };
  const names = fc.constantFrom("sip-{number}.md", "sip-{number}/sip-{number}-{slug}.md", "sip-{number}/README.md");
  await fc.assert(
    fc.asyncProperty(names, links, links, async (files, one, two) => {
      const textsOf = (...linked: (typeof one)[]) =>
        Object.fromEntries(
          linked.map((urls, index) => [
            `sips/${files.replaceAll("{number}", `00${index + 1}`).replace("{slug}", "x")}`,
            proposalText(
              index + 1,
              { cip: undefined, sip: index + 1 },
              urls.map((url) => `[a](${url.join("")})\n`).join(""),
            ),
          ]),
        );
      const before = await kindsWith(files, textsOf([], []));
      const after = await kindsWith(files, textsOf(one, two));
      expect([...before].filter(([address, kind]) => after.get(address) !== kind)).toEqual([]);
      const added = [...after].filter(([address]) => !before.has(address));
      expect(added.filter(([, kind]) => kind !== "folder")).toEqual([]);
    }),
    { numRuns: runs(30) },
  );
});
