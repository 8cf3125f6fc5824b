/** Bitcoin Improvement Proposals (BIP 3): a preamble in `<pre>` or a code fence, MediaWiki beside Markdown, files of a proposal in a folder of its name. */
import type { ProfileInput } from "../schema.js";

export const bip: ProfileInput = {
  id: "bip",
  label: "BIP",
  title: "BIP Register",
  files: "bip-{number}.{md,mediawiki}",
  route: "/bip",
  permalink: "{route}/bip-{number}",
  mentions: ["BIP"],
  keys: {
    number: ["bip"],
    author: ["authors", "author"],
    date: ["assigned", "created"],
    requires: ["requires"],
    supersedes: ["replaces"],
    supersededBy: ["proposed-replacement", "superseded-by"],
    discussions: ["discussion", "discussions-to", "post-history", "comments-uri"],
  },
  category: {
    from: "field",
    keys: ["type"],
    values: [
      { id: "specification", label: "Specification", aliases: ["Standards Track"] },
      { id: "informational", label: "Informational" },
      { id: "process", label: "Process" },
    ],
  },
  fields: [
    { key: "BIP", required: true },
    { key: "Layer", show: true },
    { key: "Title", required: true },
    { key: "Authors", required: true, initial: "Your Name <you@example.org>" },
    { key: "Deputies", show: true },
    // From BIP 2: a proposal whose comments page has content may keep them.
    { key: "Comments-Summary" },
    { key: "Comments-URI" },
    { key: "Status", required: true, initial: "Draft" },
    { key: "Type", required: true, initial: "Specification" },
    { key: "Assigned", required: true },
    { key: "License", show: true, required: ["draft", "complete"] },
    { key: "License-Code", show: true },
    { key: "Discussion" },
    { key: "Version", show: true },
    { key: "Requires" },
    { key: "Replaces" },
    { key: "Proposed-Replacement" },
  ],
  isLenient: true,
  statuses: [
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "proposed", label: "Proposed", tone: "review" },
    { id: "complete", label: "Complete", tone: "accepted" },
    { id: "deployed", label: "Deployed", tone: "final", aliases: ["final", "active"] },
    {
      id: "closed",
      label: "Closed",
      tone: "stopped",
      aliases: ["rejected", "withdrawn", "replaced", "obsolete", "deferred"],
    },
  ],
  lint: { rules: { "title-length": ["warn", { max: 50 }] } },
  // As BIP 3 describes it, version 1.4.0. "Proposed" is a status of BIP 2.
  process: {
    initial: ["draft"],
    // Half of the steps in its history leave a status out.
    onSkip: "warn",
    transitions: {
      draft: ["complete", "closed"],
      proposed: ["complete", "draft", "closed"],
      complete: ["deployed", "closed"],
      deployed: ["closed"],
      closed: ["draft"],
    },
    number: "editor",
    files: ["bip-0003.md"],
    approvals: [
      { when: "new", who: "editor" },
      { when: "edit", who: "author" },
      { when: { to: ["draft", "complete"] }, who: "author" },
      { when: "removed", who: "editor" },
      { when: "process", who: "editor" },
    ],
  },
};
