/** Architecture decision records, in Nygard's form (`## Status`) and in MADR's (a list or YAML): `<number>-<words>.md`. */
import type { ProfileInput } from "../schema.js";

export const adr: ProfileInput = {
  id: "adr",
  label: "ADR",
  title: "Architecture Decisions",
  files: "{number}-{slug}.md",
  route: "/adr",
  firstNumber: 0,
  permalink: "{route}/adr-{number}",
  numberWidth: 4,
  mentions: ["ADR"],
  keys: {
    author: ["deciders", "decision-makers", "author", "authors"],
    date: ["date"],
    supersededBy: ["superseded-by"],
  },
  isLenient: true,
  statuses: [
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "proposed", label: "Proposed", tone: "review", aliases: ["pending", "in review"] },
    { id: "accepted", label: "Accepted", tone: "accepted", aliases: ["approved", "done"] },
    { id: "implemented", label: "Implemented", tone: "final" },
    { id: "rejected", label: "Rejected", tone: "stopped", aliases: ["declined"] },
    { id: "deprecated", label: "Deprecated", tone: "stopped" },
    { id: "superseded", label: "Superseded", tone: "stopped", aliases: ["partly superseded", "replaced"] },
  ],
  lint: { rules: { "title-length": "off" } },
  // Nygard ("Documenting Architecture Decisions", 2011) has proposed, accepted, deprecated and superseded; the template of MADR 4.0 adds rejected. All
  // that they say about transitions is that a decision that is taken back keeps its record. A record may begin with any status.
  process: {
    transitions: {
      draft: ["proposed", "accepted", "rejected"],
      proposed: ["draft", "accepted", "rejected"],
      accepted: ["implemented", "deprecated", "superseded"],
      implemented: ["deprecated", "superseded"],
      deprecated: ["superseded"],
      rejected: [],
      superseded: [],
    },
    number: "next",
    approvals: [
      { when: "edit", who: "author" },
      { when: "status", who: "author" },
      { when: "removed", who: "author" },
    ],
  },
};
