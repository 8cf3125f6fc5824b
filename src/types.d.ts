/** Types of packages without their own, as far as we use them. */
declare module "markdown-it-footnote";
declare module "highlightjs-solidity" {
  import type { LanguageFn } from "highlight.js";
  export const solidity: LanguageFn;
  export const yul: LanguageFn;
}
