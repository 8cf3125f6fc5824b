/** The library of the protocol. It is a separate script of dist/ (esbuild.config.js), because only `cipgen lsp` loads it. */

export * from "vscode-languageserver/node.js";
export { TextDocument } from "vscode-languageserver-textdocument";
