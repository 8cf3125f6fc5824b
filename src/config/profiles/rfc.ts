/** Requests for comments in the style of Rust: a list of keys under the first heading, `<number>-<words>.md`, no statuses. */
import type { ProfileInput } from "../schema.js";

export const rfc: ProfileInput = {
  id: "rfc",
  label: "RFC",
  title: "RFCs",
  files: "{number}-{slug}.md",
  route: "/rfc",
  permalink: "{route}/rfc-{number}",
  numberWidth: 4,
  mentions: ["RFC"],
  keys: {
    author: ["author", "authors", "author(s)"],
    date: ["start-date", "date", "created"],
    status: ["status", "stage"],
    discussions: [
      "rfc-pr",
      "rfc-prs",
      "rust-issue",
      "rust-issues",
      "rust issue #",
      "tracking-issue",
      "tracking-issues",
      "implementation-pr",
      "prs.accepted",
    ],
  },
  fields: [{ key: "Feature Name", show: true }],
  isLenient: true,
  statuses: [],
  // Titles are of any length, and the discussion is the pull request.
  lint: { rules: { "title-length": "off", "discussions-host": "off" } },
  // As README.md of rust-lang/rfcs describes it, in August 2026: a text is merged when its team has accepted it, after ten days of final comments, under
  // the number of its pull request. Later changes are the team's to allow.
  process: {
    number: "free",
    files: ["README.md", "0000-template.md"],
    approvals: [
      { when: "new", who: "editor" },
      { when: "edit", who: "editor" },
      { when: "status", who: "editor" },
      { when: "removed", who: "editor" },
      { when: "process", who: "editor" },
    ],
  },
};
