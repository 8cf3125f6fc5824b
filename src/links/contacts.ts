/** Addresses of people: whether a `mailto:` (RFC 6068) names mailboxes, and a `tel:` (RFC 3966) a number. */
import { decodeUrl } from "../shared/url.js";

// Words with dots between them, or a text in quotes; then a host with a dot, or an address in brackets: the forms that
// mail programs accept.
const word = String.raw`[^\s@.<>,;:"()[\]\\]+`;
const label = String.raw`(?!-)[^\s@.<>,;:"()[\]\\]+(?<!-)`;
const mailbox = new RegExp(
  String.raw`^(?:${word}(?:\.${word})*|"[^"]+")@(?:${label}(?:\.${label})+|\[[\da-z.:]+\])$`,
  "i",
);

/** @returns the problem of a `mailto:`. */
export function mailProblem(url: string): string | undefined {
  const [to = "", query = ""] = url.slice("mailto:".length).split(/\?(.*)/s);
  const fields = new URLSearchParams(query);
  const lists = [
    to,
    ...[...fields].flatMap(([name, value]) => (/^(?:to|cc|bcc)$/i.test(name) ? [encodeList(value)] : [])),
  ];
  const recipients = lists.filter(Boolean).flatMap((list) => list.split(","));
  const bad = recipients.map((address) => decodeUrl(address).trim()).find((address) => !isMailbox(address));
  if (bad !== undefined) return `"${bad}" is not a mail address`;
  // Without a recipient but with a text, a mail program asks for one.
  return recipients.length === 0 && query === "" ? `${url} names no address` : undefined;
}

/** A value of a query is decoded already. */
function encodeList(list: string): string {
  return list.replaceAll("%", "%25");
}

function isMailbox(address: string): boolean {
  return !address.startsWith("//") && mailbox.test(address);
}

/** Whether a `tel:` has no digits, or letters where digits belong. */
export function phoneProblem(url: string): boolean {
  const number = decodeUrl(url.slice("tel:".length)).replace(/[;?].*$/s, "");
  return !/\d/.test(number) || /[g-z]/i.test(number);
}
