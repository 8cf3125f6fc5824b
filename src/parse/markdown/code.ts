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
import type { Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.js";
import { CodeHtml } from "./code-html.js";
import { diagramFigure } from "./diagrams.js";
import type { RenderRules } from "./env.js";
import { displayMath } from "./math.js";

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

const plainNames = new Set(["", "text", "txt", "plain", "plaintext", "none"]);
/** Longer blocks are shown without colours: a highlighter's worst case must not delay a build. */
const maxHighlighted = 100_000;
const maxLine = 5_000;

export const codeRules: RenderRules = {
  fence(tokens, index, env, out) {
    const { info = "", content = "", map } = tokens[index] ?? {};
    const language = (/^[^\s{,:=]+/.exec(info.trim())?.[0] ?? "").toLowerCase();
    if (language === "math") return displayMath(content, env, map?.[0] ?? 0, out);
    const diagram = language === "mermaid" ? diagramFigure(content, fenceLine(tokens[index]), env) : undefined;
    out.own(diagram ?? [codeFigure(content, language, env.hasColors)]);
  },
  code_block(tokens, index, _, out) {
    out.own([codeFigure(tokens[index]?.content ?? "", "")]);
  },
};

/** Line of the text on which a fence's code begins, from 0. */
function fenceLine(token: Token | undefined): number {
  return (token?.map?.[0] ?? 0) + 1;
}

/** Languages that are highlighted, drawn, or deliberately plain. */
export function isKnownLanguage(name: string): boolean {
  const language = name.toLowerCase();
  return plainNames.has(language) || ["math", "mermaid"].includes(language) || hljs.getLanguage(language) !== undefined;
}

/** @returns the figure for a block of code, for which the style sheet and the client script are written. */
function codeFigure(code: string, language: string, hasColors = true): string {
  const known = plainNames.has(language) ? undefined : hljs.getLanguage(language);
  const label = plainNames.has(language) ? "" : (known?.name ?? language);
  const text = code.replace(/\n$/, "");
  const highlightable =
    hasColors && known && text.length <= maxHighlighted && !text.split("\n").some((line) => line.length > maxLine);
  const html = highlightable ? hljs.highlight(text, { language, ignoreIllegals: true }).value : escapeHtml(text);
  const caption = label ? `<figcaption><span>${escapeHtml(label)}</span></figcaption>` : "";
  const attribute = label ? ` data-language="${escapeHtml(language)}"` : "";
  const className = label ? `hljs language-${escapeHtml(language.replace(/[^\w+#-]/g, ""))}` : "hljs";
  return `<figure class="code"${attribute}>${caption}<pre tabindex="0"><code class="${className}">${html}\n</code></pre></figure>\n`;
}
