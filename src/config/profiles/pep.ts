/** Enhancement proposals in the style of Python (PEP 1), in reStructuredText or Markdown: `pep-<number>.rst`, a preamble of RFC 2822. */
import type { ProfileInput } from "../schema.js";

export const pep: ProfileInput = {
  id: "pep",
  label: "PEP",
  title: "Enhancement Proposals",
  files: "pep-{number}.{md,rst}",
  route: "/pep",
  permalink: "{route}/pep-{number}",
  numberWidth: 4,
  mentions: ["PEP"],
  keys: {
    number: ["PEP"],
    date: ["Created"],
    supersedes: ["Replaces"],
    discussions: ["Discussions-To", "Post-History", "Resolution"],
  },
  category: {
    from: "field",
    keys: ["Type"],
    values: [
      { id: "standards-track", label: "Standards Track" },
      { id: "informational", label: "Informational" },
      { id: "process", label: "Process" },
    ],
  },
  fields: ["Sponsor", "PEP-Delegate", "BDFL-Delegate", "Topic", "Python-Version", "Resolution"].map((key) => ({
    key,
    show: true,
  })),
  isLenient: true,
  statuses: [
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "deferred", label: "Deferred", tone: "stopped" },
    { id: "provisional", label: "Provisional", tone: "accepted" },
    { id: "accepted", label: "Accepted", tone: "accepted" },
    { id: "active", label: "Active", tone: "living" },
    { id: "final", label: "Final", tone: "final" },
    { id: "rejected", label: "Rejected", tone: "stopped" },
    { id: "withdrawn", label: "Withdrawn", tone: "stopped" },
    { id: "superseded", label: "Superseded", tone: "stopped" },
  ],
  // PEP 1 asks for days such as 28-Jun-2011 and does not limit titles. Post-History of older texts has days without addresses. The list above has only
  // the custom fields, so it does not give an order.
  lint: {
    rules: {
      "title-length": "off",
      "date-form": ["error", { pattern: "^\\d{1,2}-[A-Z][a-z]{2}-\\d{4}$" }],
      "discussions-host": "off",
      "field-order": "off",
    },
  },
  // As PEP 1 describes it, in August 2026: the steering council or its delegate decides, and a change of delegate makes a decision a draft again. A
  // deferred text can also be rejected or withdrawn, if its authors give it up.
  process: {
    initial: ["draft"],
    transitions: {
      draft: [
        "accepted",
        { to: "provisional", categories: ["standards-track"] },
        { to: "active", categories: ["informational", "process"] },
        { to: "final", categories: ["informational", "process"] },
        "rejected",
        "deferred",
        "withdrawn",
      ],
      deferred: ["draft", "rejected", "withdrawn"],
      provisional: ["accepted", "final", "rejected", "withdrawn", "draft"],
      accepted: ["final", "provisional", "rejected", "withdrawn", "draft"],
      active: ["final", "superseded", "withdrawn"],
      final: ["superseded"],
      rejected: ["draft"],
      withdrawn: ["draft"],
      superseded: [],
    },
    requiresField: { superseded: ["Superseded-By"] },
    number: "editor",
    files: ["pep-0001.md", "pep-0001.rst"],
    approvals: [
      { when: "new", who: "editor" },
      { when: "edit", who: "author" },
      { when: { to: ["accepted", "provisional", "active", "final", "rejected", "superseded"] }, who: "editor" },
      { when: { to: ["draft", "deferred", "withdrawn"] }, who: "author" },
      { when: "removed", who: "editor", min: 2 },
      { when: "process", who: "editor" },
    ],
  },
};
