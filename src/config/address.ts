/** Replaces the address of a site: previews of a pull request are published elsewhere. */
import { diagnose } from "../diagnostics/codes.js";
import type { Result } from "../shared/diagnostic.js";
import type { SiteConfig } from "./resolve.js";
import { configSchema } from "./schema.js";

/** The address from the command line; undefined if not given. */
export interface AddressOptions {
  /** Origin. */
  url?: string;
  /** Path of the site's root. A slash that is missing at an end is added. */
  baseUrl?: string;
}

/** @returns the configuration with this address, or undefined with the problems of the options. */
export function withAddress(config: SiteConfig, { url, baseUrl }: AddressOptions): Result<SiteConfig | undefined> {
  const path = baseUrl === undefined ? undefined : `/${baseUrl}/`.replace(/\/+/g, "/");
  const origin = configSchema.shape.url.optional().safeParse(url);
  const base = configSchema.shape.baseUrl.unwrap().optional().safeParse(path);
  const diagnostics = [
    { option: "--url", result: origin },
    { option: "--base-url", result: base },
  ].flatMap(({ option, result }) =>
    (result.error?.issues ?? []).map(({ message }) =>
      diagnose("config-invalid", `${option}: ${message}`, {
        help: "Write --url https://preview.example --base-url /pr-1/.",
      }),
    ),
  );
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: { ...config, url: origin.data ?? config.url, baseUrl: base.data ?? config.baseUrl }, diagnostics };
}
