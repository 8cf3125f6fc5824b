/** The parser of JavaScript and TypeScript, as a script of its own (esbuild.config.js): only `init --from` loads it. */

export { tsPlugin } from "@sveltejs/acorn-typescript";
export { Parser } from "acorn";
