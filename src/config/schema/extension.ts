/** The schema of what a site adds to the program: objects with functions, which only a configuration that is a module can have. */
import * as z from "zod";
import type { Output } from "../../shared/extension.js";

/** A function of the site; what it returns is checked when it is called. */
const siteFunction = <F>() => z.custom<F>((value) => typeof value === "function", "a function is needed");

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
export const outputSchema = z.strictObject({
  /** Names it in messages. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, "a name has lower-case letters, digits and -, and begins with a letter"),
  /** Made in each language, below its prefix, or once. */
  each: z.enum(["locale", "site"]).default("site"),
  /** Paths of its files below the site; one that ends with a slash reserves a folder. */
  paths: z.array(filePath).min(1, "an output has at least one path"),
  /** Digest of all that its files show. */
  digestOf: siteFunction<NonNullable<Output["digestOf"]>>().optional(),
  /** Makes the files. */
  files: siteFunction<Output["files"]>(),
});
