/** The schema of a language of the site. */
import * as z from "zod";
import { isLanguageTag } from "../../shared/text.js";

/** Part of paths, and a language tag. */
export const languageCode = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*$/)
  .refine(isLanguageTag);

export const localeSchema = z.strictObject({
  /** Name of the language in the language menu. */
  label: z.string().min(1),
  /** Direction of the script; that of the language by default. */
  direction: z.enum(["ltr", "rtl"]),
  /** Language tag of the pages; the code by default. */
  htmlLang: z.string().refine(isLanguageTag, "this is not a language tag such as de-DE"),
  /** Calendar in which dates are shown. */
  calendar: z
    .string()
    .refine((name) => Intl.supportedValuesOf("calendar").includes(name), "there is no such calendar")
    .default("gregory"),
  /** Folder of the locale's routes; the default locale has none. */
  path: z
    .string()
    .regex(/^[\w-]+$/, "a locale's path is one folder: letters, digits, - and _")
    .refine((value) => value.toLowerCase() !== "index", "hosts answer /index with the home page"),
});
