/**
 * Attributes as HTML writes them. React would write `hrefLang`, which browsers accept but programs that look for
 * `hreflang` miss; it does not change unknown names.
 */
export const attributes = (names: Record<string, string | number | undefined>) => names;
