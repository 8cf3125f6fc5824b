/** The library of the protocol, as a script of its own (esbuild.config.js): no other command loads it. */

export * from "vscode-languageserver/node.js";
export { TextDocument } from "vscode-languageserver-textdocument";
