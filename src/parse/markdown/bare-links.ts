/** Links that are only a URL in the text. The library looks for one in every text, by a slow pattern; few have one. */
import type { MarkdownIt, Token } from "markdown-it";

/** The library's rules before the one for bare links: normalize, block, strip_references, inline. */
const rulesBefore = 4;

/** Must be the first of our rules. */
export function bareLinks(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const hasLink = md.linkify.test.bind(md.linkify);
  md.linkify.test = (text) => mayHaveLink(text) && hasLink(text);
  const lengthAt = md.linkify.testSchemaAt.bind(md.linkify);
  // The `//` within a URL begins no other one; the library knows that only when it has read up to 10,000 characters behind it.
  md.linkify.testSchemaAt = (text, schema, at) =>
    schema === "//" && /[:/]/.test(text[at - 3] ?? "") ? 0 : lengthAt(text, schema, at);
  const linkify = md.core.ruler.getRules("")[rulesBefore];
  md.core.ruler.at("linkify", (state) => {
    const tokens = state.tokens.filter(
      ({ type, content, children }) => type === "inline" && mayHaveLink(content) && children?.some(isTextWithLink),
    );
    if (tokens.length > 0) linkify?.({ ...state, tokens });
  });
}

function isTextWithLink({ type, content }: Token): boolean {
  return type === "text" && mayHaveLink(content);
}

/** Whether a text has what every link begins with: `//`, or `mailto:` in any case. */
function mayHaveLink(text: string): boolean {
  return text.includes("//") || (text.includes(":") && /mailto:/i.test(text));
}
