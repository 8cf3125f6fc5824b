/** Checks that an author has a handle, by which code hosts notify people. */
import { getOrAdd } from "../../../shared/lazy.js";
import type { Site } from "../../../site/model/site.js";
import { defineRule } from "../rule.js";

/** From this number of proposals on, a register has a custom for naming authors. */
const manyProposals = 20;
/** If a smaller share of its proposals has a handle, the register names authors in another way: by organisations or addresses. */
const usualShare = 0.2;

const usageOfSites = new WeakMap<Site, Map<string, boolean>>();

/** Whether the proposals of a series usually name authors by handles. */
function usesHandles(site: Site, series: string): boolean {
  const usageBySeries = getOrAdd(usageOfSites, site, () => new Map());
  return getOrAdd(usageBySeries, series, (id) => {
    const proposals = site.registers.find((register) => register.series.id === id)?.proposals ?? [];
    const withAuthors = proposals.filter(({ meta }) => meta.authors.length > 0);
    const withHandle = withAuthors.filter(({ meta }) => meta.authors.some(({ handle }) => handle !== undefined));
    return withAuthors.length < manyProposals || withHandle.length >= withAuthors.length * usualShare;
  });
}

export const authorHandle = defineRule({
  id: "author-handle",
  severity: "warn",
  summary: "No author has a handle, so no author can be asked to approve a change",
  help: `\`cipgen review\` and code hosts notify authors of changes by their handles. One author with a handle is enough. The rule reports nothing in a
register of 20 proposals or more if fewer than one in five has a handle.

Wrong: \`author: Ada Example\`
Right: \`author: Ada Example (@ada), Bob Example\``,
  scope: "proposals",
  check({ proposal, field }, site) {
    if (!proposal || proposal.meta.authors.some(({ handle }) => handle !== undefined)) return [];
    const entry = field("author");
    if (!entry || !usesHandles(site, proposal.series.id)) return [];
    const help = "Write Name (@handle) for one of them.";
    return [{ message: "no author has a handle", ...entry.keyPosition, length: entry.key.length, help }];
  },
});
