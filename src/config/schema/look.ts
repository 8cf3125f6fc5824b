/** The schema of what a site adds to the head of its pages. */
import * as z from "zod";
import { origin } from "./values.js";

/** A file below the root, a whole URL, or an address of the site. */
const source = z
  .string()
  .min(1)
  .refine(
    (value) => !/^(?!https?:|file:)[a-z][a-z0-9+.-]*:/i.test(value),
    "only http, https and files of the site are loaded",
  );

/** Names that a script, link or meta element may have, besides those with keys of their own. */
export const headTagSchema = z.strictObject({
  /** `script`, `link` or `meta`. */
  tag: z.enum(["script", "link", "meta"]),
  /** Of a script: a file below the root, an address of the site that begins with `/`, or a URL. */
  src: source.optional(),
  /** Of a link: a file below the root, an address of the site that begins with `/`, or a URL. */
  href: source.optional(),
  /** Of a link: what it is, such as `preload` or `me`. */
  rel: z.string().min(1).optional(),
  /** Of a preload: what it loads, such as `font`. */
  as: z.string().min(1).optional(),
  /** The type of a script or a link. */
  type: z.string().min(1).optional(),
  /** Of a meta element. */
  name: z.string().min(1).optional(),
  /** Of a meta element, in place of `name`. */
  property: z.string().min(1).optional(),
  /** Of a meta element. */
  content: z.string().optional(),
  /** Digest of what it loads: without it the other site decides what runs. */
  integrity: z.string().min(1).optional(),
  /** Attributes `data-…` of a script, which many services read. */
  data: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and -"), z.string()).default({}),
  /** Origins that it sends data to or loads from, besides its own: they are added to the policy of the pages. */
  origins: z.array(origin).default([]),
});

/** What an element of each kind needs. */
export function checkHead(tags: readonly z.output<typeof headTagSchema>[], context: z.RefinementCtx): void {
  for (const [index, { tag, src, href, rel, name, property, content }] of tags.entries()) {
    const isWhole =
      tag === "script"
        ? src !== undefined
        : tag === "link"
          ? href !== undefined && rel !== undefined
          : content !== undefined && (name ?? property) !== undefined;
    const needs = {
      script: "src: code in the page itself is forbidden by its policy",
      link: "rel and href",
      meta: "name or property, and content",
    }[tag];
    if (!isWhole) context.addIssue({ code: "custom", path: [index], message: `a ${tag} needs ${needs}` });
  }
}
