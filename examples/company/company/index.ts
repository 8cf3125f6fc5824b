/** What all registers of the company share, as an extension: its look, its rules, and files for the tools that it uses. */
import { defineExtension } from "cipgen";
import { budgets } from "./budgets.js";
import { deadlines } from "./deadlines.js";
import { hasBudget } from "./has-budget.js";
import { register } from "./register.js";

export interface CompanyOptions {
  /** Teams that may write proposals. */
  teams: string[];
  /** Most days that a proposal may cost. */
  maxBudget: number;
}

export const company = ({ teams, maxBudget }: CompanyOptions) =>
  defineExtension({
    name: "company",
    themeColor: "#1f5fa8",
    styles: [new URL("./look.css", import.meta.url).href],
    head: [{ tag: "meta", name: "robots", content: "noindex" }],
    footer: { columns: [{ title: "Company", links: [{ label: "Handbook", to: "https://handbook.example" }] }] },
    checks: [hasBudget],
    lint: { rules: { "has-budget": ["error", { teams, max: maxBudget }] } },
    outputs: [register, budgets, deadlines],
  });
