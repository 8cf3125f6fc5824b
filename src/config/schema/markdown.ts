/** The schema of what a site adds to Markdown: containers, formulas, notations, and rules of its own. */
import * as z from "zod";
import type { MarkdownPlugin } from "../../shared/extension.js";
import { allowableElements, isAllowable, isAllowableAttribute } from "../../shared/text-elements.js";

const plugin = z.custom<MarkdownPlugin>((value) => typeof value === "function", "a plugin of markdown-it is needed");

const allowedName = z
  .string()
  .refine(
    (name) => /^\.[\w-]+\*?$/.test(name) || isAllowableAttribute(name),
    "this can never be allowed: write an attribute that neither runs, loads nor styles anything, or a class such as .note",
  );

const element = z
  .string()
  .refine(
    isAllowable,
    `this can never be allowed: write an element of texts, ${allowableElements.join(", ")}, or a name with a hyphen`,
  );

const expression = z.string().superRefine((source, context) => {
  try {
    if (new RegExp(source, "u").test("")) context.addIssue({ code: "custom", message: "it matches nothing at all" });
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /s, "");
    context.addIssue({ code: "custom", message: `this is not a regular expression: ${reason}` });
  }
});

export const markdownSchema = z.strictObject({
  /** Names of blocks such as `:::note[Title]` … `:::` and, with an indented text, `!!! note "Title"`. */
  containers: z
    .array(
      z.string().regex(/^[a-z][a-z0-9-]*$/, "a name has lower-case letters, digits and -, and begins with a letter"),
    )
    .default([]),
  /** Whether `<!--@include: ./part.md-->`, `<<< ./code.ts` and `--8<-- "part.md"` stand for files of the repository. */
  include: z.boolean().default(false),
  /** Formulas. */
  math: z
    .strictObject({
      /** Commands of TeX that every formula may use, by name: `{ "\\RR": "\\mathbb{R}" }`. */
      macros: z
        .record(z.string().regex(/^\\[a-zA-Z]+$/, "a command is a backslash and letters"), z.string())
        .default({}),
      /** Whether `\(…\)` and `\[…\]` are formulas too. */
      brackets: z.boolean().default(false),
    })
    .prefault({}),
  /** Whether `:warning:` and GitHub's other names of emoji are the emoji. */
  emoji: z.boolean().default(false),
  /** Notations within a text: what a pattern matches is a link, or another text. */
  inline: z
    .array(
      z.strictObject({
        /** A regular expression of JavaScript: `@(\\w+)@([\\w.-]+)`. */
        pattern: expression,
        /** Where it leads: `$1` is the first group, `$&` all that was matched. */
        href: z.string().min(1).optional(),
        /** What is shown; by default what was written. */
        text: z.string().min(1).optional(),
        /** A hint that is shown above the link. */
        title: z.string().min(1).optional(),
      }),
    )
    .default([]),
  /** Plugins of markdown-it, each alone or in a list with its options. Needs a configuration that is a module. */
  rules: z.array(z.union([plugin, z.tuple([plugin]).rest(z.any())])).default([]),
  /** What texts and rules may have besides the usual elements: attributes, and classes with a dot, by element. `{ "abbr": [".term"], "time": ["datetime"] }`. */
  allow: z.record(element, z.array(allowedName)).default({}),
});
