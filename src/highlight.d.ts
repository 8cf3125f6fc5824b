/**
 * The part of highlight.js that src/ uses. Its own types need those of the browser, which would make a browser's
 * globals known in the whole program; tsconfig.node.json redirects its imports here.
 */
export type LanguageFn = (hljs?: unknown) => object;

interface Highlighter {
  registerLanguage(name: string, language: LanguageFn): void;
  registerAliases(names: string | readonly string[], options: { languageName: string }): void;
  getLanguage(name: string): { name?: string } | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals?: boolean }): { value: string };
}

/** The library itself, and each of its languages. */
declare const library: Highlighter & LanguageFn;
export default library;
