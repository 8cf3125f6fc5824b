/** Highlights code when the site is built, so that pages need no script for it. The style sheet defines the colours. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import haskell from "highlight.js/lib/languages/haskell";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lisp from "highlight.js/lib/languages/lisp";
import markdown from "highlight.js/lib/languages/markdown";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import wasm from "highlight.js/lib/languages/wasm";
import x86asm from "highlight.js/lib/languages/x86asm";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { solidity, yul } from "highlightjs-solidity";
import type { CodePart } from "../../../shared/html-parts.js";

/**
 * Writes highlighted code as HTML while it is read, through the interface `Emitter` of highlight.js. It replaces the library's emitter, which is slower,
 * because it builds a tree. Unlike that one, it writes a tag only for scopes that have a colour, and of a scope's name only the first part.
 */
export class CodeHtml {
  private html = "";
  /** Whether each open scope has a tag. */
  private readonly open: boolean[] = [];

  addText(text: string): void {
    this.html += text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }

  /** @param scope such as `title.function`. */
  openNode(scope: string | undefined): void {
    const name = scope?.split(".")[0] ?? "";
    const isColoured = colouredScopes.has(name);
    if (isColoured) this.html += `<span class="hljs-${name}">`;
    this.open.push(isColoured);
  }

  closeNode(): void {
    if (this.open.pop()) this.html += "</span>";
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  /** Adds a text in another language. */
  __addSublanguage(codeHtml: CodeHtml): void {
    codeHtml.finalize();
    this.html += codeHtml.html;
  }

  finalize(): void {
    while (this.open.length > 0) this.closeNode();
  }

  toHTML(): string {
    return this.html;
  }
}

/** The scopes to which client/styles/code.css gives a colour: elements for the others would be a third of all elements in code. */
const colouredScopes = new Set([
  "addition",
  "attr",
  "built_in",
  "comment",
  "deletion",
  "keyword",
  "literal",
  "meta",
  "name",
  "number",
  "property",
  "string",
  "title",
  "type",
]);

const languages = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  graphql,
  haskell,
  http,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lisp,
  markdown,
  protobuf,
  python,
  rust,
  scala,
  shell,
  solidity,
  sql,
  swift,
  typescript,
  wasm,
  x86asm,
  xml,
  yaml,
  yul,
};
for (const [name, definition] of Object.entries(languages)) hljs.registerLanguage(name, definition);
hljs.configure({ __emitter: CodeHtml });
hljs.registerAliases(["ylem"], { languageName: "solidity" });
hljs.registerAliases(["python3", "vyper"], { languageName: "python" });
hljs.registerAliases(["asm"], { languageName: "x86asm" });
hljs.registerAliases(["csl-json", "json5", "jsonc"], { languageName: "json" });

/** @param name of a language, or an alias, in lower case. @returns the name for readers; undefined for a language that is not highlighted. */
export function languageName(name: string): string | undefined {
  const language = hljs.getLanguage(name);
  return language && (language.name ?? name);
}

/** @returns the code as HTML. */
export function highlight({ code, language }: CodePart): string {
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
