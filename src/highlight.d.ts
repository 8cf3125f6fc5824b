/**
 * The part of highlight.js that src/ uses. Its own types need those of the browser, which would make a browser's
 * globals known in the whole program; tsconfig.node.json redirects its imports here.
 */
export type LanguageFn = (hljs?: unknown) => object;

/** Gets the parts of a text, and writes them as HTML. */
interface Emitter {
  addText(text: string): void;
  startScope(name: string): void;
  endScope(): void;
  finalize(): void;
  toHTML(): string;
}

interface Highlighter {
  configure(options: { __emitter: new () => Emitter }): void;
  registerLanguage(name: string, language: LanguageFn): void;
  registerAliases(names: string | readonly string[], options: { languageName: string }): void;
  getLanguage(name: string): { name?: string } | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals?: boolean }): { value: string };
}

/** The library itself, and each of its languages. */
declare const library: Highlighter & LanguageFn;
export default library;
