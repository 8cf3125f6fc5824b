/** A company's register: its teams decide by RFCs. What other registers of the company share is the extension in company/. */
import { defineConfig } from "cipgen";
import { company } from "./company/index.js";

export default defineConfig({
  title: "Decisions",
  tagline: "What our teams decided, and why",
  url: "https://decisions.example",
  extensions: [company({ teams: ["Ledger", "Wallet"], maxBudget: 500 })],
  series: [
    {
      profile: "rfc",
      source: "content/rfc",
      numberWidth: 1,
      fields: [
        { key: "title", required: true },
        { key: "author", required: true },
        { key: "team", required: true, show: "Team" },
        { key: "budget", show: "Budget in days" },
        { key: "status", required: true },
        { key: "date", required: true },
        { key: "last-call-deadline", required: ["last-call"] },
        { key: "requires" },
      ],
      statuses: [
        { id: "draft", label: "Draft", tone: "draft" },
        { id: "last-call", label: "Last call", tone: "review" },
        { id: "accepted", label: "Accepted", tone: "final" },
      ],
    },
  ],
  navbar: {
    items: [
      { type: "link", label: "RFCs", to: "/rfc", position: "left" },
      { type: "link", label: "Teams", to: "/teams", position: "left" },
      { type: "link", label: "About", to: "/about", position: "left" },
      { type: "link", label: "Table", to: "/register.csv", position: "right" },
      { type: "link", label: "Calendar", to: "/deadlines.ics", position: "right" },
    ],
  },
  // Handles of this company's people are not those of a code host.
  lint: { rules: { "author-handle": "off" } },
});
