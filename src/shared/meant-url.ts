/** Addresses that browsers take for a path of the site, because their scheme is missing or something is before it. */

import { runsCode, schemeOf } from "./url.js";

/** Signs that open and close a text around an address. */
const pairs: Record<string, string> = { "(": ")", "[": "]", "<": ">", "{": "}", "«": "»", "“": "”", "‘": "’" };
/** Ends of names of hosts that no file has. */
const hostEnds = "com|org|net|io|dev|edu|gov|info|xyz";
const host = new RegExp(String.raw`^(?:www\.[\w-]+\.|(?:[\w-]+\.)+(?:${hostEnds})(?=[/?#:]|$))`, "i");
const mail = /^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}$/i;
/** A picture for fine screens: `logo@2x.png`. */
const density = /@\d+x\.\w+$/i;

/** The address behind a sign that belongs to the text: of `(https://x.example)`, `https://x.example`. */
export function behindStray(url: string): string | undefined {
  const [, stray = "", whole] = /^([^\w/.?#]+)(https?:\/\/.+)$/is.exec(url) ?? [];
  const close = pairs[stray.at(-1) ?? ""] ?? stray.at(-1) ?? "";
  return whole?.endsWith(close) ? whole.slice(0, whole.length - close.length) : whole;
}

/** `[text](https://x.example)`: a whole link of Markdown, where only its address belongs. Browsers write its brackets as escapes. */
const wholeLink = /^!?(?:\[|%5B).*(?:\]|%5D)\((https?:\/\/[^\s()]+)\)$/is;

/** @param url a path that nothing has. @returns the address on another site that it was probably meant to be. */
export function meantUrl(url: string): string | undefined {
  const inside = wholeLink.exec(url)?.[1];
  if (inside !== undefined) return inside;
  const stray = behindStray(url);
  if (stray !== undefined) return stray;
  const rest = /^https?(?:\/\/|;\/\/|\/(?=[\w-]+\.))(.+)$/i.exec(url)?.[1];
  if (rest !== undefined) return `https://${rest}`;
  if (mail.test(url) && !density.test(url)) return `mailto:${url}`;
  return host.test(url) ? `https://${url}` : undefined;
}

/** @param url of a host and a port, without a scheme. */
export const hasPort = (url: string) => /^[\w-]+(?:\.[\w-]+)+:\d+(?:[/?#]|$)/.test(url);

/** What to do about a URL whose scheme is not allowed. @param wanted what may be written instead. */
export function schemeAdvice(url: string, wanted: string): string {
  if (hasPort(url)) return `Write https://${url}.`;
  if (runsCode(url) || schemeOf(url)?.length === 1) return `Write ${wanted}.`;
  return `Write ${wanted}, or add the scheme to linkSchemes in the configuration.`;
}
