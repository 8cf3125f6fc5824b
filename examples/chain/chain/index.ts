/** What registers of the chain share, as an extension. */
import { defineExtension } from "cipgen";
import { shortHashes } from "./short-hashes.js";

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
      // [tx:0x…]: a transaction in the explorer, shown as 0x9f3c2b…d7e8
      inline: [
        {
          pattern: "\\[tx:((0x[0-9a-f]{6})[0-9a-f]{54}([0-9a-f]{4}))\\]",
          href: `${explorer}/tx/$1`,
          text: "$2…$3",
          title: "$1",
        },
      ],
    },
  });
