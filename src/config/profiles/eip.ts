/** Ethereum Improvement Proposals (EIP-1): one flat folder, `eip-<number>.md`, images below `../assets`. */
import type { SeriesInput } from "../schema.js";

export const eip: SeriesInput = {
  id: "eip",
  label: "EIP",
  title: "EIP Register",
  files: "eip-{number}.md",
  assets: "../assets",
  route: "/eip",
  permalink: "{route}/eip-{number}",
  aliases: ["/EIPS/eip-{number}"],
  mentions: ["EIP", "ERC"],
  keys: { number: ["eip"], date: ["created"], deadline: ["last-call-deadline"], statusReason: ["withdrawal-reason"] },
  category: {
    from: "field",
    keys: ["category", "type"],
    values: [
      { id: "core", label: "Core" },
      { id: "networking", label: "Networking" },
      { id: "interface", label: "Interface" },
      { id: "erc", label: "ERC" },
      { id: "meta", label: "Meta" },
      { id: "informational", label: "Informational" },
    ],
  },
  rewrites: { "../LICENSE.md": "https://github.com/ethereum/EIPs/blob/master/LICENSE.md" },
  onBadField: "warn",
  statuses: [
    { id: "idea", label: "Idea", tone: "draft" },
    { id: "draft", label: "Draft", tone: "draft" },
    { id: "review", label: "Review", tone: "review" },
    { id: "last-call", label: "Last Call", tone: "review" },
    { id: "final", label: "Final", tone: "final" },
    { id: "living", label: "Living", tone: "living" },
    { id: "stagnant", label: "Stagnant", tone: "stopped" },
    { id: "withdrawn", label: "Withdrawn", tone: "stopped" },
    { id: "moved", label: "Moved", tone: "moved" },
  ],
};
