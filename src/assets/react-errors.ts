/** React's errors in words: its production build, which templates use, has only their numbers. */

const meanings: Record<string, (argument: string) => string> = {
  31: (found) => `an ${found} is no text that can be shown`,
  60: () => "an element has children and dangerouslySetInnerHTML: only one of them is possible",
  61: () => 'dangerouslySetInnerHTML must be { __html: "…" }',
  62: () => "style is a text, which React does not take. Use className and a style sheet: pages allow no inline styles",
  130: (found) => `a component is ${found}: is its import right?`,
  399: (tag) => `<${tag}> can have no content`,
};

/** @param message of an error that a template threw. @returns what it means; the message itself if it is not one of React's. */
export function withoutNumber(message: string): string {
  const [, number = "", address = ""] = /^Minified React error #(\d+); visit (\S+)/.exec(message) ?? [];
  const argument = URL.canParse(address) ? (new URL(address).searchParams.get("args[]") ?? "") : "";
  return meanings[number]?.(argument) ?? message;
}
