/** Standards in the manner of the IETF (RFC 2026, RFC 6410), in Markdown: `rfc<number>.md`, maturity levels as statuses. */
import type { ProfileInput } from "../schema.js";

export const ietf: ProfileInput = {
  id: "rfc",
  label: "RFC",
  title: "RFCs",
  files: "rfc{number}.md",
  route: "/rfc",
  permalink: "{route}/rfc{number}",
  mentions: ["RFC"],
  keys: {
    author: ["author", "authors"],
    date: ["date", "published", "created"],
    status: ["status", "category"],
    supersedes: ["obsoletes"],
    supersededBy: ["obsoleted-by"],
    deadline: ["last-call-deadline", "last-call-ends"],
  },
  onBadField: "warn",
  statuses: [
    { id: "internet-draft", label: "Internet-Draft", tone: "draft", aliases: ["draft"] },
    { id: "last-call", label: "Last Call", tone: "review" },
    { id: "experimental", label: "Experimental", tone: "accepted" },
    { id: "proposed-standard", label: "Proposed Standard", tone: "accepted", aliases: ["Standards Track"] },
    { id: "draft-standard", label: "Draft Standard", tone: "accepted" },
    { id: "internet-standard", label: "Internet Standard", tone: "final", aliases: ["Standard"] },
    { id: "best-current-practice", label: "Best Current Practice", tone: "final", aliases: ["BCP"] },
    { id: "informational", label: "Informational", tone: "final" },
    { id: "historic", label: "Historic", tone: "stopped" },
  ],
  // As RFC 2026 and RFC 6410 describe it: a last call of two weeks, then the steering group decides. A published text does not change.
  process: {
    initial: ["internet-draft"],
    transitions: {
      "internet-draft": ["last-call", "informational", "experimental"],
      "last-call": ["internet-draft", "proposed-standard", "best-current-practice", "informational", "experimental"],
      experimental: ["proposed-standard", "historic"],
      "proposed-standard": ["internet-standard", "historic"],
      "draft-standard": ["internet-standard", "proposed-standard", "historic"],
      "internet-standard": ["historic"],
      "best-current-practice": ["historic"],
      informational: ["historic"],
      historic: [],
    },
    terminal: ["internet-standard", "best-current-practice", "informational", "historic"],
    errata: { fields: ["updated", "obsoleted-by", "updated-by"] },
    minimumDays: { "last-call": 14 },
    number: "editor",
    approvals: [
      { when: "new", who: "editor" },
      { when: "edit", who: "author" },
      { when: "status", who: "editor" },
      { when: "terminal", who: "editor" },
      { when: "removed", who: "editor", min: 2 },
      { when: "process", who: "editor" },
    ],
  },
};
