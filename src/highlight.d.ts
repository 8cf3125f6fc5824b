/**
 * highlight.js as far as src/ uses it. Its own types ask for those of the browser, by which a browser's globals would be known in all of the
 * program; tsconfig.node.json sends its imports here.
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
