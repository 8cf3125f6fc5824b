/** Text in XML: feeds and the sitemap. Texts of a site have no characters that XML forbids (shared/clean-text.ts). */

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** Escapes the value of an attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return text.replace(/[&<"]/g, (character) => escapes[character] ?? character);
}

/** Text of an element with markup that is not part of the XML. */
export function cdata(text: string): string {
  return `<![CDATA[${text.includes("]]>") ? text.replaceAll("]]>", "]]]]><![CDATA[>") : text}]]>`;
}
