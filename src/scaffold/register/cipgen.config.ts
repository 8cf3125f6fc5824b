/** What this register decides. An unknown key is an error that says what was probably meant. */
import { defineConfig } from "cipgen";

export default defineConfig({
  title: "Improvement Proposals",
  tagline: "How this project decides what it becomes",
  // Where the site is published: links in feeds and for search engines need it. A path goes into baseUrl.
  url: "https://proposals.example",
  // A profile says how proposals are named, which fields, sections and statuses they have: "cip", "eip" or "simd". Every key of it can be
  // written here instead, beside the profile.
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
  docs: { mainDocId: "start", title: "Docs" },
  home: { actions: [{ label: "Browse the register", to: "/cip" }] },
  // `cipgen lint --rules` lists what can be asked of proposals.
  lint: { rules: { "author-handle": "off" } },
  // More locales: add them here, and translations in content/i18n/<locale>/.
  locales: { "en-US": {} },
});
