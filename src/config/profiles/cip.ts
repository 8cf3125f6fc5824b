/** Core Improvement Proposals: a folder per category, `cip-<number>.md`. */
import type { SeriesInput } from "../schema.js";

export const cip: SeriesInput = {
  id: "cip",
  label: "CIP",
  title: "CIP Register",
  files: "{category}/cip-{number}.md",
  route: "/cip",
  permalink: "{route}/{category}/cip-{number}",
  mentions: ["CIP", "CBC"],
  keys: { number: ["cip"] },
  category: {
    from: "folder",
    values: [
      { id: "cbc", label: "Contract standards" },
      { id: "core", label: "Core protocol" },
      { id: "informational", label: "Informational" },
    ],
  },
  statuses: [
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "last-call", label: "Last call", tone: "review" },
    { id: "accepted", label: "Accepted", tone: "accepted" },
    { id: "final", label: "Final", tone: "final" },
    { id: "deferred", label: "Deferred", tone: "stopped" },
    { id: "withdrawn", label: "Withdrawn", tone: "stopped" },
    { id: "reserved", label: "Reserved", tone: "reserved" },
  ],
};
