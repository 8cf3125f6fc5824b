/** A chain's register: its colours, its marks and its rules are the extension in chain/, which other registers of the chain use too. */
import { defineConfig } from "cipgen";
import { chain } from "./chain/index.js";

export default defineConfig({
  title: "Tide Improvement Proposals",
  tagline: "How Tide changes",
  url: "https://tips.example",
  extensions: [chain({ explorer: "https://explorer.example" })],
  series: [
    {
      profile: "cip",
      id: "tip",
      label: "TIP",
      title: "Proposals",
      source: "content/tip",
      route: "/tip",
      files: "{category}/tip-{number}.md",
      permalink: "{route}/{category}/tip-{number}",
      keys: { number: ["tip"] },
      mentions: ["TIP"],
      fields: [
        { key: "tip", required: true },
        { key: "title", required: true },
        { key: "author", required: true },
        { key: "status", required: true },
        { key: "date", required: true },
        { key: "requires" },
      ],
      sections: [],
      category: { from: "folder", values: [{ id: "core", label: "Core" }] },
    },
  ],
  lint: { rules: { "author-handle": "off" } },
});
