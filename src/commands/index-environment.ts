/** The keys of `cipgen index`, checked before anything is asked with them. What is said of them names variables, never what is in them. */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Provider } from "../search/hosted/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

type AlgoliaSearch = Extract<SiteConfig["search"], { provider: "algolia" }>;

/** @returns undefined where a variable is missing or wrong. */
export function readEnvironment(env: NodeJS.ProcessEnv, search: AlgoliaSearch): Result<Provider | undefined> {
  const appId = env.CIPGEN_ALGOLIA_APP_ID?.trim() ?? "";
  const adminKey = env.CIPGEN_ALGOLIA_ADMIN_KEY?.trim() ?? "";
  const origin = env.CIPGEN_ALGOLIA_HOST?.trim() || undefined;
  const diagnostics: Diagnostic[] = [];
  const wrong = (message: string, help: string) => diagnostics.push(diagnose("config-environment", message, { help }));
  if (!appId) wrong("CIPGEN_ALGOLIA_APP_ID is not set", "Put the id of the Algolia application into it.");
  else if (appId !== search.appId) {
    wrong(
      "CIPGEN_ALGOLIA_APP_ID is another application than search.appId",
      "Readers would search in one application what was pushed to another.",
    );
  }
  if (!adminKey) {
    wrong("CIPGEN_ALGOLIA_ADMIN_KEY is not set", "Put a key that may write into it, in CI from a secret.");
  } else if (!/^[\x21-\x7e]+$/.test(adminKey)) {
    wrong("CIPGEN_ALGOLIA_ADMIN_KEY is no key", "It holds characters that no key has. Copy it anew.");
  } else if (adminKey === search.apiKey) {
    wrong(
      "search.apiKey is the admin key, which every page would publish",
      "Put the search-only key into the configuration, and make a new admin key if pages were published.",
    );
  }
  if (origin && !isSafeOrigin(origin)) {
    wrong("CIPGEN_ALGOLIA_HOST is no https origin", "Write it as https://host; http only for a host on this machine.");
  }
  const value = { appId, adminKey, origin: origin && new URL(origin).origin };
  return { value: diagnostics.length > 0 ? undefined : value, diagnostics };
}

/** The key must not travel in the clear. */
function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname));
}
