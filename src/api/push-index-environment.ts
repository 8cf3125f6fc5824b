/** The keys of `cipgen index`, checked before they are used. Messages name the variables, never their values. */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Provider } from "../search/hosted/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

type AlgoliaSearch = Extract<SiteConfig["search"], { provider: "algolia" }>;

/** @returns undefined where a variable is missing or wrong. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  search: AlgoliaSearch,
): Result<Provider | undefined> {
  const appId = env.CIPGEN_ALGOLIA_APP_ID?.trim() ?? "";
  const adminKey = env.CIPGEN_ALGOLIA_ADMIN_KEY?.trim() ?? "";
  const host = env.CIPGEN_ALGOLIA_HOST?.trim() ?? "";
  const diagnostics = [...checkAppId(appId, search), ...checkAdminKey(adminKey, search), ...checkHost(host)];
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: { appId, adminKey, origin: host ? new URL(host).origin : undefined }, diagnostics };
}

function checkAppId(appId: string, search: AlgoliaSearch): Diagnostic[] {
  if (!appId) return wrong("CIPGEN_ALGOLIA_APP_ID is not set", "Set it to the id of the Algolia application.");
  if (appId === search.appId) return [];
  return wrong(
    "CIPGEN_ALGOLIA_APP_ID is another application than search.appId",
    "Readers would search another application than the one that gets the records.",
  );
}

function checkAdminKey(key: string, search: AlgoliaSearch): Diagnostic[] {
  if (!key) {
    return wrong("CIPGEN_ALGOLIA_ADMIN_KEY is not set", "Set it to a key with write access; in CI, use a secret.");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return wrong("CIPGEN_ALGOLIA_ADMIN_KEY is not a key", "It has characters that a key cannot have. Copy it again.");
  }
  if (key !== search.apiKey) return [];
  return wrong(
    "search.apiKey is the same key as CIPGEN_ALGOLIA_ADMIN_KEY, and every page publishes it",
    "Put the search-only key into the configuration; if pages were published with the admin key, make a new one.",
  );
}

/** The key must not travel in the clear. */
function checkHost(host: string): Diagnostic[] {
  if (!host) return [];
  const { protocol = "", hostname = "", origin, href } = URL.canParse(host) ? new URL(host) : {};
  const isHere = ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  const isOrigin = href === `${origin}/` && !/[?#]/.test(host);
  if (isOrigin && (protocol === "https:" || (protocol === "http:" && isHere))) return [];
  return wrong(
    "CIPGEN_ALGOLIA_HOST is not an https origin",
    "Write it as https://host or https://host:port, without a path, a query or a user; http is for hosts on this machine only.",
  );
}

function wrong(message: string, help: string): Diagnostic[] {
  return [diagnose("config-environment", message, { help })];
}
