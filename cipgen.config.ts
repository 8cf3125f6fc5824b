/** The register of the Core Improvement Proposals. */
import { defineConfig } from "cipgen";

const coreAi = { label: "CoreAI ✨", to: "https://coreai.coreblockchain.net" };

export default defineConfig({
  title: "CIP",
  tagline: "Core Improvement Proposals",
  url: "https://cip.coreblockchain.net",
  themeColor: "#3b9a3e",
  address: process.env.CIP_ADDRESS || undefined,
  editUrl: "https://github.com/core-coin/cip/edit/master",
  defaultLocale: "en-US",
  locales: { "en-US": {}, "de-DE": {}, "ja-JP": {}, "es-ES": {}, "pt-BR": {}, "zh-CN": {}, "sk-SK": {} },
  series: [
    {
      profile: "cip",
      template: "content/docs/cip-0.md",
      // Pages that say how proposals are written, edited and judged.
      process: { files: ["content/docs/cip-workflow.md", "content/docs/cip-editors.md"] },
    },
  ],
  numbering: { reading: "listed", runs: [[100, 111]] },
  listAliases: ["/cip-400"],
  docs: { mainDocId: "cip", sidebars: { tutorialSidebar: "auto" } },
  search: {
    provider: "local",
    // What other registers call the same.
    synonyms: [
      ["erc", "cbc"],
      ["gasless", "energyless"],
    ],
    missingResultsUrl: "https://github.com/core-coin/cip/issues/new?title=Search+finds+nothing+for+{query}",
  },
  home: {
    actions: [
      { label: "Browse the register", to: "/cip" },
      { label: "Write a proposal", to: "/docs/cip" },
    ],
  },
  navbar: {
    items: [
      { type: "link", label: "CIPs", to: "/cip" },
      { type: "link", label: "Tags", to: "/cip/tags" },
      { type: "docSidebar", label: "Tutorial", sidebarId: "tutorialSidebar" },
      { type: "link", label: "Source", to: "https://github.com/core-coin", position: "right" },
      { type: "link", ...coreAi, newTab: true, position: "right" },
    ],
  },
  footer: {
    columns: [
      {
        title: "Docs",
        links: [
          { label: "CIPs", to: "/cip" },
          { ...coreAi, label: "Ask CoreAI ✨" },
          { label: "Tutorial", to: "/docs/cip" },
          { label: "Tags", to: "/cip/tags" },
          { label: "Archive", to: "/cip/archive" },
        ],
      },
      {
        title: "Ecosystem",
        links: [
          { label: "Website", to: "https://coreblockchain.net" },
          { label: "Blog", to: "https://blog.coreblockchain.net" },
          { label: "Developer portal", to: "https://dev.coreblockchain.net" },
          { label: "Block explorer", to: "https://blockindex.net" },
          { label: "Payment service", to: "https://payto.money" },
        ],
      },
      {
        title: "Community",
        links: [
          { label: "Forum", to: "https://coretalk.space" },
          { label: "GitHub", to: "https://github.com/core-coin" },
          { label: "Discord", to: "https://discord.com/invite/SCxmFr5Pwp" },
          { label: "Reddit", to: "https://www.reddit.com/r/CoreCoinCC" },
          { label: "X", to: "https://x.com/corecoincc" },
        ],
      },
    ],
    copyright: "⊛ CORE Core Foundation",
  },
});
