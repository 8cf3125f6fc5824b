/** Types of packages without their own, as far as we use them. */
declare module "markdown-it-abbr";
declare module "markdown-it-container";
declare module "markdown-it-deflist";
declare module "markdown-it-footnote";
declare module "markdown-it-sub";
declare module "markdown-it-sup";
declare module "micromatch" {
  export default function matches(paths: readonly string[], patterns: readonly string[], options: object): string[];
}
declare module "markdown-it-emoji/lib/data/full.mjs" {
  const characters: Record<string, string>;
  export default characters;
}
declare module "highlightjs-solidity" {
  import type { LanguageFn } from "highlight.js";
  export const solidity: LanguageFn;
  export const yul: LanguageFn;
}
