/**
 * What is printed is often the log of a job, and a job's runner obeys commands in it: GitHub's those that begin a line with two colons and
 * `##[…]` anywhere in it, Azure's `##vso[…]`, TeamCity's `##teamcity[…]`. Content must not give any. Control characters, which begin GitLab's
 * commands and new lines, are gone before (`printable`).
 */

/** Up to the last character, without which it is no command. Runners compare texts by the rules of a language, which skip ignorable characters. Colours may be left out later. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const command = /#\p{DI}*#[\p{DI}\w]*\[|(?<=^|[\r\n])(?:[\t\v\f\p{Z}\p{DI}]|\u001b\[\d+m)*:\p{DI}*:/gu;

const likenesses = new Map([
  ["[", "\u27e6"],
  [":", "\u2236"],
]);

const withLast = (replace: (last: string) => string) => (found: string) =>
  found.slice(0, -1) + replace(found.slice(-1));

/** A text for people: the last character of a command is one that looks like it, as wide as it, so that markers of columns stay in their places. */
export function withoutCommands(text: string): string {
  return text.replace(
    command,
    withLast((last) => likenesses.get(last) ?? last),
  );
}

/** A text in XML or HTML, which means the same. */
export function withoutCommandsInXml(xml: string): string {
  return xml.replace(
    command,
    withLast((last) => `&#${last.charCodeAt(0)};`),
  );
}

/** A line with a JSON document, which means the same. */
export function jsonDocument(value: unknown): string {
  const escaped = withLast((last) => `\\u00${last.charCodeAt(0).toString(16)}`);
  return `${JSON.stringify(value).replace(command, escaped)}\n`;
}
