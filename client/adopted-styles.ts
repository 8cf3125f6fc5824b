/**
 * Adds styles for elements that only a script makes. They come with that script, so that the style sheets of pages stay
 * small. The policy of pages allows constructed style sheets.
 */
export function addStyles(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
