/** What registers of the chain share, as an extension. */
import { defineExtension } from "cipgen";
import { shortHashes } from "./short-hashes.js";
import { transactions } from "./transactions.js";

export interface ChainOptions {
  /** Address of the explorer of blocks, without a slash at its end. */
  explorer: string;
}

export const chain = ({ explorer }: ChainOptions) =>
  defineExtension({
    name: "chain",
    themeColor: "#0f766e",
    colorMode: { default: "dark", respectSystem: true },
    styles: [new URL("./theme.css", import.meta.url).href],
    footer: { columns: [{ title: "Tide", links: [{ label: "Explorer", to: explorer }] }] },
    checks: [shortHashes],
    markdown: {
      containers: ["note", "warning"],
      rules: [[transactions, explorer]],
    },
  });
