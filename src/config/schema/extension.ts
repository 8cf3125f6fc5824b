/** The schema of what a site adds to the program: objects with functions, which only a configuration that is a module can have. */
import * as z from "zod";
import { type Check, type CheckOptions, type Output, outputNames } from "../../shared/extension.js";

/** A function of the site; what it returns is checked when it is called. */
const siteFunction = <F>() => z.custom<F>((value) => typeof value === "function", "a function is needed");

const idOfPart = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, "a name has lower-case letters, digits and -, and begins with a letter");

const filePath = z.string().refine(
  (path) =>
    /^[^\\?#%]+$/.test(path) &&
    path
      .replace(/\/$/, "")
      .split("/")
      .every((part) => !/^\.{0,2}$/.test(part)),
  "a path is below the site and has no \\, ?, # and %: calendar.ics, data/",
);

/** See `Output`. */
const outputSchema = z.strictObject({
  /** Names it in messages. */
  name: idOfPart,
  /** Made in each language, below its prefix, or once. */
  each: z.enum(["locale", "site"]).default("site"),
  /** Paths of its files below the site; one that ends with a slash reserves a folder. */
  paths: z.array(filePath).min(1, "an output has at least one path"),
  /** Digest of all that its files show. */
  digestOf: siteFunction<NonNullable<Output["digestOf"]>>().optional(),
  /** Makes the files. */
  files: siteFunction<Output["files"]>(),
});

export const outputsSchema = z.array(z.union([z.enum(outputNames), outputSchema]));

const optionValue: z.ZodType<CheckOptions[string]> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
]);

/** See `Check`. */
const checkSchema = z.strictObject({
  /** Names it in `lint.rules`, comments and reports. */
  id: idOfPart,
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

/** A partial configuration with a name: its other keys are merged before this schema is applied, see `withExtensions`. */
export const extensionsSchema = z
  .array(
    z
      .looseObject({
        /** Names it in messages. */
        name: idOfPart,
      })
      .transform(({ name }) => ({ name })),
  )
  .superRefine((extensions, context) => {
    const first = new Set<string>();
    for (const [index, { name }] of extensions.entries()) {
      if (first.has(name))
        context.addIssue({ code: "custom", path: [index, "name"], message: `another extension is "${name}"` });
      first.add(name);
    }
  });

export const checksSchema = z.array(checkSchema).superRefine((checks, context) => {
  const first = new Set<string>();
  for (const [index, { id }] of checks.entries()) {
    if (first.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: `another check is "${id}"` });
    first.add(id);
  }
});
