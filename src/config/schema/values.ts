/** Types of values that several keys share: routes, addresses, patterns of names, each with its messages. */
import { posix } from "node:path";
import * as z from "zod";
import { neverAsIs } from "../../shared/publication.js";
import { decodeUrl, encodePath, readUrl, unsafeSchemes } from "../../shared/url.js";
import { missing } from "../wording.js";

/** Matches parts of a path that no route may have. */
const forbiddenPart = /\/(?:\.{0,2}|\.git|\.cipgen)(?=\/|$)/i;

/** Path of a file or folder below the root of the site, normalized. A slash in front is removed. */
export const pathBelowRoot = z
  .string()
  .overwrite((path) => posix.normalize(path.replace(/^\/+/, "")).replace(/\/$/, ""));

/** Refuses a path below the site that could not be written, or that hosts would not find. */
export function checkRoute(path: string, context: z.RefinementCtx): void {
  if (path === "/") return;
  let message: string | undefined;
  if (path.endsWith("/")) message = "a route has no slash at its end";
  else if (forbiddenPart.test(path)) message = "no part of a route is empty, ., .., .git or .cipgen";
  else if (path.includes("%")) message = "a route has its characters as they are, without % escapes";
  else if (/\/index$/i.test(path))
    message = "hosts answer an address that ends with /index with the page of its folder";
  if (message) context.addIssue({ code: "custom", message });
}

export const route = z
  .string()
  .regex(/^\/[^\s?#]*$/, "a route starts with / and has no query or hash")
  .superRefine(checkRoute);
/** A text with `{name}` for a value, and `{a,b}` for alternatives. */
export const pattern = (placeholders: readonly string[]) =>
  z.string().superRefine((value, context) => {
    for (const [, name = ""] of value.matchAll(/\{([^{},]*)\}/g)) {
      if (placeholders.includes(name)) continue;
      context.addIssue({ code: "custom", message: `{${name}} is unknown; there are {${placeholders.join("}, {")}}` });
    }
  });
export const routePattern = pattern(["route", "id", "number", "category", "slug", "status"])
  .regex(/^(\/|\{route\}\/)/, "a pattern of routes starts with / or {route}/")
  .superRefine((value, context) => checkRoute(value.replace(/\/{2,}/g, "/"), context));
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: ({ input }) => (input === undefined ? missing : "an absolute http(s) URL is needed"),
});
/** The parsed URL; undefined for an invalid one, which `httpUrl` has reported already. */
const parseUrl = (value: string) => (/^https?:/i.test(value) && URL.canParse(value) ? new URL(value) : undefined);
export const siteUrl = httpUrl
  .refine((value) => (parseUrl(value)?.pathname ?? "/") === "/", "the path of the site goes into baseUrl")
  .superRefine((value, context) => {
    const url = parseUrl(value);
    if (!url || !/[?#@]/.test(value)) return;
    const message = `an origin has no user name, query or fragment: write ${url.origin}`;
    context.addIssue({ code: "custom", message });
  });
export const basePath = z
  .string()
  .regex(/^\/(?:[^\s?#]*\/)?$/, "the base path starts and ends with /")
  .refine(
    (path) => !/\/(?:\.|%2e){0,2}\/|\\|%(?![0-9a-f]{2})/i.test(path),
    "no part of the base path is empty, . or .., and it has no \\ and no broken %",
  )
  // Each path gets one spelling, so that links and addresses can be compared.
  .transform((path) =>
    path
      .split("/")
      .map((part) => encodePath(decodeUrl(part)).replaceAll("/", "%2F"))
      .join("/"),
  );
export const origin = httpUrl.refine(
  (value) => (parseUrl(value)?.origin ?? value) === value,
  "an origin has no path and no slash at its end",
);
export const sitePath = z
  .string()
  .regex(/^\/(?!\/)/, "an address of this site starts with /: /logo.svg is the file logo.svg in content.static");
/** A link, whose scheme is checked later, when the allowed schemes are known. */
export const linkTarget = z.string().min(1).transform(readUrl);
export const linkScheme = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*$/, "a scheme is written in lower case and without its colon")
  .refine((name) => !unsafeSchemes.has(name), "this scheme runs code or reads files, so no link may have it");
export const assetType = z
  .string()
  .regex(/^[a-z0-9]+$/, "the end of a name is written in lower case and without its dot")
  .refine((end) => !neverAsIs.has(end), "files of this kind could run in a browser or on a host");
/** Rules of redirects, or the path of a file with them. */
export const redirectsSchema = z.union([pathBelowRoot, z.record(z.string(), z.string())], {
  error: 'addresses such as { "/old": "/new" } are needed, or the path of a file that has them',
});
export const names = z.array(z.string().min(1));
export const check = z.enum(["error", "warn", "ignore"]);
export const cssColor = z.string().regex(/^#[0-9a-f]{6}$/i, "a colour is written as #rrggbb");

export const id = z.string().regex(/^[a-z0-9-]+$/, "an id has lower-case letters a to z, digits and -");
export const label = z
  .string()
  .regex(
    /[a-z0-9]/i,
    "an id is made of the label's letters a to z and digits, and there are none: write { id, label }",
  );
