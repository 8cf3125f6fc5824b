/** The configuration of this register. An unknown key is an error with a suggestion. */
import { defineConfig } from "cipgen";

export default defineConfig({
  title: "Improvement Proposals",
  tagline: "How this project decides what it becomes",
  // Where the site is published: links in feeds and for search engines need it. A path goes into baseUrl.
  url: "https://proposals.example",
  // A profile defines names, fields, sections and statuses of proposals: "cip", "eip", "simd" and others. Keys that are
  // set here override the profile's.
  series: [
    {
      profile: "cip",
      title: "Register",
      // `cipgen new` takes a proposal's text from here.
      template: "content/docs/template.md",
      category: {
        from: "folder",
        values: [
          { id: "core", label: "Core" },
          { id: "informational", label: "Informational" },
        ],
      },
    },
  ],
  docs: { mainDocId: "start" },
  home: { actions: [{ label: "Browse the register", to: "/cip" }] },
  // docs/lint.md of the manual lists the rules.
  lint: { rules: { "author-handle": "off" } },
  // More locales: add them here, and translations in content/i18n/<locale>/.
  locales: { "en-US": {} },
});
