/** Swift Evolution: a list of fields under the title, `<4 digits>-<words>.md`, statuses in bold with a remark in brackets. */
import type { ProfileInput } from "../schema.js";

export const swift: ProfileInput = {
  id: "se",
  label: "SE",
  title: "Swift Evolution",
  files: "{number}-{slug}.md",
  route: "/se",
  permalink: "{route}/se-{number}",
  numberWidth: 4,
  mentions: ["SE"],
  keys: { number: ["Proposal"], discussions: ["Review", "Discussion", "Discussion thread"] },
  fields: [
    "Review Manager",
    "Bug",
    "Implementation",
    "Previous Revision",
    "Upcoming Feature Flag",
    "Decision Notes",
  ].map((key) => ({ key, show: true })),
  isLenient: true,
  statuses: [
    {
      id: "awaiting-review",
      label: "Awaiting review",
      tone: "draft",
      aliases: ["Awaiting implementation", "Pending implementation", "Pending review", "Pitch"],
    },
    {
      id: "scheduled-for-review",
      label: "Scheduled for review",
      tone: "draft",
      aliases: ["Review scheduled", "Scheduled", "Upcoming review"],
    },
    // Until 2020 the words for it were free.
    {
      id: "active-review",
      label: "Active review",
      tone: "review",
      aliases: [
        "In active review",
        "Active for review",
        "Active re-review",
        "In review",
        "Review active",
        "Under review",
      ],
    },
    { id: "returned-for-revision", label: "Returned for revision", tone: "stopped" },
    {
      id: "accepted-with-revisions",
      label: "Accepted with revisions",
      tone: "accepted",
      aliases: ["Accepted with revision", "Accepted with modifications", "Accepted with modification"],
    },
    { id: "accepted", label: "Accepted", tone: "accepted" },
    { id: "previewing", label: "Previewing", tone: "accepted" },
    { id: "implemented", label: "Implemented", tone: "final", aliases: ["Partially implemented"] },
    { id: "rejected", label: "Rejected", tone: "stopped" },
    { id: "withdrawn", label: "Withdrawn", tone: "stopped" },
    { id: "expired", label: "Expired", tone: "stopped" },
  ],
  lint: { rules: { "title-length": "off" } },
  // As process.md of the register describes it: an evolution workgroup decides, and a review is open for ten days at least.
  process: {
    initial: ["awaiting-review", "scheduled-for-review", "active-review"],
    transitions: {
      "awaiting-review": ["scheduled-for-review", "active-review", "withdrawn"],
      "scheduled-for-review": ["active-review", "withdrawn"],
      "active-review": ["returned-for-revision", "accepted", "accepted-with-revisions", "rejected", "withdrawn"],
      "returned-for-revision": ["awaiting-review", "scheduled-for-review", "active-review", "withdrawn"],
      "accepted-with-revisions": ["accepted", "previewing", "implemented"],
      accepted: ["previewing", "implemented", "expired"],
      previewing: ["implemented"],
      implemented: [],
      rejected: [],
      withdrawn: [],
    },
    // A text is merged as `NNNN`, and gets its number when its review begins.
    number: "free",
    files: ["process.md"],
    approvals: [
      { when: "new", who: "editor" },
      { when: "edit", who: "author" },
      { when: "status", who: "editor" },
      { when: { to: ["withdrawn"] }, who: "author" },
      { when: "removed", who: "editor" },
      { when: "process", who: "editor" },
    ],
  },
};
