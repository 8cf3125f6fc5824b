/** Links that make sense when they are read alone. */
import * as z from "zod";
import type { TextFormat } from "../../shared/text-format.js";
import { schemeOf } from "../../shared/url.js";
import { isShown } from "../proposals.js";
import { defineRule } from "../rule.js";

const empty = /^(?:(?:click|see|read|look)\s+)?(?:here|this|this (?:link|page)|link|more|read more|see more)[.:]?$/i;

const markdown = (url: string) => `[what it is](${url})`;

/** A link with a text, as each format has it. */
const written: Readonly<Record<TextFormat, (url: string) => string>> = {
  markdown,
  html: markdown,
  mediawiki: (url) => `[${url} what it is]`,
  rst: (url) => `\`what it is <${url}>\`__`,
};

export const linkText = defineRule({
  id: "link-text",
  severity: "warn",
  summary: 'A link whose text does not describe its target: "here", or nothing',
  help: `Screen readers list the links of a page by their texts, and readers scan pages for them. Option \`bareUrls: true\` reports URLs
without a text too.

Wrong: \`See [here](./cip-20.md).\`
Right: \`See the [token standard](./cip-20.md).\``,
  scope: "texts",
  options: z.strictObject({ bareUrls: z.boolean().default(false) }),
  check(file, _site, { bareUrls }) {
    // The stub of a moved proposal is its new address.
    if (file.proposal && !isShown(file.proposal)) return [];
    const linkTo = (url: string) => written[file.format](url);
    return file.structure().links.flatMap(({ text, url, bare, position }) => {
      const place = { ...position, length: Math.max(1, text.length) };
      if (text === "") return [{ message: `a link to ${url} without a text`, ...place }];
      if (empty.test(text)) return [{ message: `the link's text "${text}" does not say where it leads`, ...place }];
      const isAddress = bare ? schemeOf(url) !== "mailto" : text === url && /^https?:/i.test(url);
      if (!bareUrls || !isAddress) return [];
      return [{ message: "a bare URL for a link's text", ...place, help: `Write ${linkTo(url)}` }];
    });
  },
});
