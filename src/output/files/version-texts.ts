/** `versions.json` beside a proposal's page: the texts of its versions, which the page of comparisons reads. */

import type { PlannedFiles } from "../../shared/output.js";
import { textFormat } from "../../shared/text-format.js";
import type { VersionData, VersionsData } from "../../shared/version-data.js";
import { sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { comparableVersions, versionsUrl } from "../../site/model/history.js";
import { proposalTitle } from "../../site/model/localized.js";
import type { Proposal, Texts } from "../../site/model/site.js";
import type { OutputKind } from "./kind.js";

export const versionTexts: OutputKind = {
  name: "versions",
  each: "site",
  urls: () => [],
  plan: (context) =>
    context.site.registers.flatMap(({ proposals }) =>
      proposals.flatMap((proposal) =>
        comparableVersions(proposal, context.site.config).length > 0 ? planVersions(proposal, context) : [],
      ),
    ),
  make: () => [],
};

function planVersions(proposal: Proposal, context: RenderContext): PlannedFiles<Texts> {
  const { site, urls } = context;
  const path = versionsUrl(proposal, urls.prefix).slice(1);
  return {
    paths: [path],
    async make({ versions }) {
      const facts: Omit<VersionsData, "versions"> = {
        label: proposal.label,
        title: proposalTitle(proposal, context),
        source: urls.file(`${urls.prefix}${sourceUrl(site.config, proposal)}`),
      };
      const texts = (await versions.steps(proposal)).map(([{ commit, date, subject, path: source }, steps]) => {
        const isMarkdown = textFormat(source) === "markdown";
        const version: Omit<VersionData, "steps"> = { commit, date, subject, ...(isMarkdown && { isMarkdown }) };
        return `${JSON.stringify(version).slice(0, -1)},"steps":${steps}}`;
      });
      // The steps are JSON already, and are not parsed, because those of a register are megabytes.
      const content = `${JSON.stringify(facts).slice(0, -1)},"versions":[${texts.join(",")}]}\n`;
      return [{ path, content }];
    },
  };
}
