/**
 * Attributes as HTML writes them. React would write `hrefLang`, which browsers take and programs that look for `hreflang` miss; names
 * that it does not know it leaves as they are.
 */
export const attributes = (names: Record<string, string | number | undefined>) => names;
