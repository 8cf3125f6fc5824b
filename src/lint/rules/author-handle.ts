/** Authors who can be notified. */
import { defineRule, noOptions } from "../rule.js";

export const authorHandle = defineRule({
  id: "author-handle",
  severity: "warn",
  summary: "No author has a handle, so no author can be asked to approve a change",
  help: `\`cipgen review\` and code hosts notify authors of changes by their handles. One author with a handle is enough.

Wrong: \`author: Ada Example\`
Right: \`author: Ada Example (@ada), Bob Example\``,
  scope: "proposals",
  options: noOptions,
  check({ proposal, field }) {
    const entry = field("author");
    if (!entry || !proposal || proposal.meta.authors.some(({ handle }) => handle !== undefined)) return [];
    const help = "Write Name (@handle) for one of them.";
    return [{ message: "no author has a handle", ...entry.keyPosition, length: entry.key.length, help }];
  },
});
