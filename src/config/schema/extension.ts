/** The schema of what a site adds to the program: objects with functions, which only a configuration that is a module can have. */
import * as z from "zod";
import type { Check, CheckOptions, MarkdownPlugin, Output } from "../../shared/extension.js";
import { allowableElements, isAllowable, isAllowableAttribute } from "../../shared/text-elements.js";
import { textExtensions } from "../../shared/text-format.js";
import type { Format } from "../read-text.js";
import { origin } from "./values.js";

const partName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, "a name has lower-case letters, digits and -, and begins with a letter");

// Additions to Markdown: containers, formulas, marks of other programs, and rules.

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

/** Marks of other programs that a text may have, by the names that `markdown.extras` gives them. */
export const markdownExtras = ["emoji", "headingIds", "codeTitles", "definitionLists", "mathInBrackets"] as const;

export const markdownSchema = z.strictObject({
  /** Names of blocks such as `:::note[Title]` … `:::` and, with an indented text, `!!! note "Title"`. */
  containers: z.array(partName).default([]),
  /** Formulas. */
  math: z
    .strictObject({
      /** Commands of TeX that every formula may use, by name: `{ "\\RR": "\\mathbb{R}" }`. */
      macros: z
        .record(z.string().regex(/^\\[a-zA-Z]+$/, "a command is a backslash and letters"), z.string())
        .default({}),
    })
    .prefault({}),
  /**
   * Marks of other programs, all of them or those that are named: `emoji` (`:warning:`), `headingIds` (`## Title {#id}`), `codeTitles` (a fence with
   * `title="A.sol" {1,3-5}`), `definitionLists` (`: ` below a term) and `mathInBrackets` (`\(…\)` and `\[…\]`).
   */
  extras: z
    .union([z.literal(true), z.array(z.enum(markdownExtras))], {
      error: `true or a list of ${markdownExtras.join(", ")} is needed`,
    })
    .transform((extras) => (extras === true ? [...markdownExtras] : extras))
    .default([]),
  /** Plugins of markdown-it, each alone or in a list with its options. Needs a configuration that is a module. */
  rules: z.array(z.union([plugin, z.tuple([plugin]).rest(z.any())])).default([]),
  /** What texts and rules may have besides the usual elements: attributes, and classes with a dot, by element: `{ "abbr": [".term"], "time": ["datetime"] }`. */
  allow: z.record(element, z.array(allowedName)).default({}),
});

// Additions to the head of pages.

/** A file below the root, a whole URL, or an address of the site. */
const source = z
  .string()
  .min(1)
  .refine(
    (value) => !/^(?!https?:|file:)[a-z][a-z0-9+.-]*:/i.test(value),
    "only http, https and files of the site are loaded",
  );

/** An element that a site adds to the head of every page, with the attributes that it may have. */
export const headTagSchema = z.strictObject({
  /** `script`, `link` or `meta`. */
  tag: z.enum(["script", "link", "meta"]),
  /** For a script: a file below the root, an address of the site that begins with `/`, or a URL. */
  src: source.optional(),
  /** For a link: a file below the root, an address of the site that begins with `/`, or a URL. */
  href: source.optional(),
  /** For a link: its relation, such as `preload` or `me`. */
  rel: z.string().min(1).optional(),
  /** For a preload: the kind of what it loads, such as `font`. */
  as: z.string().min(1).optional(),
  /** The type of a script or a link. */
  type: z.string().min(1).optional(),
  /** For a meta element. */
  name: z.string().min(1).optional(),
  /** For a meta element, in place of `name`. */
  property: z.string().min(1).optional(),
  /** For a meta element. */
  content: z.string().optional(),
  /** Digest of what it loads: without it the other site decides what runs. */
  integrity: z.string().min(1).optional(),
  /** Attributes `data-…` of a script, which many services read. */
  data: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and -"), z.string()).default({}),
  /** Origins that it sends data to or loads from, besides its own: they are added to the policy of the pages. */
  origins: z.array(origin).default([]),
});

/** Reports elements of the head that lack a key that their kind needs. */
export function checkHead(tags: readonly z.output<typeof headTagSchema>[], context: z.RefinementCtx): void {
  for (const [index, { tag, src, href, rel, name, property, content }] of tags.entries()) {
    const isComplete = {
      script: src !== undefined,
      link: href !== undefined && rel !== undefined,
      meta: content !== undefined && (name ?? property) !== undefined,
    }[tag];
    const needs = {
      script: "src: code in the page itself is forbidden by its policy",
      link: "rel and href",
      meta: "name or property, and content",
    }[tag];
    if (!isComplete) context.addIssue({ code: "custom", path: [index], message: `a ${tag} needs ${needs}` });
  }
}

/** A function of the site; what it returns is checked when it is called. */
const siteFunction = <F>() => z.custom<F>((value) => typeof value === "function", "a function is needed");

const filePath = z.string().refine(
  (path) =>
    /^[^\\?#%]+$/.test(path) &&
    path
      .replace(/\/$/, "")
      .split("/")
      .every((part) => !/^\.{0,2}$/.test(part)),
  "a path is below the site and has no \\, ?, # or %: calendar.ics, data/",
);

/** See `Output`. */
const outputSchema = z.strictObject({
  /** Names it in messages. */
  name: partName,
  /** Made in each language, below its prefix, or once. */
  each: z.enum(["locale", "site"]).default("site"),
  /** Paths of its files below the site; one that ends with a slash reserves a folder. */
  paths: z.array(filePath).min(1, "an output has at least one path"),
  /** Makes the files. */
  files: siteFunction<Output["files"]>(),
});

export const outputsSchema = z.array(outputSchema);

const optionValue: z.ZodType<CheckOptions[string]> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
]);

/** See `Format`. */
const formatSchema = z.strictObject({
  /** Names it in messages. */
  name: partName,
  /** Extensions of its files, in lower case and without dots. */
  extensions: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9]+$/, "an extension has lower-case letters and digits, and no dot")
        .refine((end) => !textExtensions.includes(end), "the program reads files with this extension itself"),
    )
    .min(1, "a format has at least one extension"),
  /** Reads a text. */
  parse: siteFunction<Format["parse"]>(),
});

export const formatsSchema = z.array(formatSchema);

/** See `Check`. */
const checkSchema = z.strictObject({
  /** Names it in `lint.rules` and reports. */
  id: partName,
  /** The default, which `lint.rules` can change. */
  severity: z.enum(["warn", "error"]),
  /** One line for a list of rules. */
  summary: z.string().min(1),
  /** For `--explain`, in Markdown. */
  help: z.string().min(1),
  /** Originals of proposals only, or every text. */
  scope: z.enum(["proposals", "texts"]),
  /** Defaults of its options. */
  options: z.record(z.string(), optionValue).optional(),
  /** Its findings in a text depend on other texts. */
  dependsOnSite: z.boolean().optional(),
  /** Some findings have edits. */
  fixes: z.boolean().optional(),
  /** Finds what is wrong in a text. */
  check: siteFunction<Check["check"]>(),
});

/** Reports items with the same name. @param key of the name. @param kind what an item is, for messages. */
const refuseTwins =
  <Key extends string>(key: Key, kind: string) =>
  (items: readonly Record<Key, string>[], context: z.RefinementCtx): void => {
    const names = new Set<string>();
    for (const [index, { [key]: name }] of items.entries()) {
      if (names.has(name))
        context.addIssue({ code: "custom", path: [index, key], message: `there is another ${kind} "${name}"` });
      names.add(name);
    }
  };

/** A partial configuration with a name: its other keys are merged before this schema is applied, see `mergeExtensions`. */
export const extensionsSchema = z
  .array(
    z
      .looseObject({
        /** Names it in messages. */
        name: partName,
      })
      .transform(({ name }) => ({ name })),
  )
  .superRefine(refuseTwins("name", "extension"));

export const checksSchema = z.array(checkSchema).superRefine(refuseTwins("id", "check"));
