/** Solana Improvement Documents: `<4 digits>-<words>.md`, quoted numbers, lists of authors. */
import type { SeriesInput } from "../schema.js";

export const simd: SeriesInput = {
  id: "simd",
  label: "SIMD",
  title: "SIMD Register",
  files: "{number}-{slug}.md",
  assets: "../assets",
  route: "/simd",
  permalink: "{route}/simd-{number}",
  numberWidth: 4,
  mentions: ["SIMD"],
  keys: {
    number: ["simd"],
    author: ["authors", "author"],
    date: ["created"],
    supersedes: ["supersedes"],
    supersededBy: ["superseded-by"],
    requires: ["extends", "requires"],
  },
  category: {
    from: "field",
    keys: ["type", "category"],
    values: [
      { id: "core", label: "Core" },
      { id: "networking", label: "Networking" },
      { id: "interface", label: "Interface" },
      { id: "meta", label: "Meta" },
      { id: "standard", label: "Standard" },
      { id: "advisory", label: "Advisory" },
    ],
  },
  onBadField: "warn",
  statuses: [
    { id: "idea", label: "Idea", tone: "draft" },
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "review", label: "Review", tone: "review" },
    { id: "accepted", label: "Accepted", tone: "accepted" },
    { id: "implemented", label: "Implemented", tone: "accepted" },
    { id: "activated", label: "Activated", tone: "final" },
    { id: "living", label: "Living", tone: "living" },
    { id: "stagnant", label: "Stagnant", tone: "stopped" },
    { id: "withdrawn", label: "Withdrawn", tone: "stopped" },
  ],
};
