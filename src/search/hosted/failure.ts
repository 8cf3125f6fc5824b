/** Failures of the provider, and what a person can do about them. No message contains the key. */
import { diagnose } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";

/** `missing`: no index of that name. `refused`: the key. `rejected`: the request itself. `unverified`: a copy that differs from the records. */
export type FailureKind =
  | "deadline"
  | "missing"
  | "network"
  | "not-json"
  | "rate-limit"
  | "refused"
  | "rejected"
  | "server"
  | "time-out"
  | "unverified";

interface FailureDetails {
  /** HTTP status. */
  status?: number;
  /** Message of the provider or the system. */
  detail?: string;
  /** The pause that the provider asks for. */
  retryAfterMs?: number;
}

export class ProviderError extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly details: FailureDetails = {},
  ) {
    super(kind);
    this.name = "ProviderError";
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    if (this.kind === "not-json") return (this.details.status ?? 0) < 400;
    return ["network", "rate-limit", "server", "time-out"].includes(this.kind);
  }

  get retryAfterMs(): number | undefined {
    return this.details.retryAfterMs;
  }
}

/** @param situation the state of the live index, as a sentence. */
export function explainFailure({ kind, details }: ProviderError, situation: string): Diagnostic {
  const said = details.detail ? `: ${details.detail}` : "";
  const status = details.status === undefined ? "" : ` (${details.status})`;
  const [message, help] = explanations[kind];
  return diagnose("search-provider", `${message}${status}${said}`, { help: `${help} ${situation}` });
}

const explanations: Record<FailureKind, readonly [message: string, help: string]> = {
  deadline: [
    "the push did not end within its 120 seconds",
    "Run it again; only what is still missing is sent. If that happens often, look at status.algolia.com.",
  ],
  missing: [
    "Algolia does not know what was asked for",
    "Check CIPGEN_ALGOLIA_APP_ID and CIPGEN_ALGOLIA_HOST, and that nothing else deletes indices meanwhile.",
  ],
  network: [
    "no host of Algolia can be reached",
    "Check the network, and CIPGEN_ALGOLIA_APP_ID, which is a part of the hosts' names; behind a proxy, name it in CIPGEN_ALGOLIA_HOST.",
  ],
  "not-json": [
    "the answer is not Algolia's JSON",
    "Something else answers in Algolia's place, often a proxy or a sign-in page. Check the network and CIPGEN_ALGOLIA_HOST.",
  ],
  "rate-limit": [
    "Algolia takes no more requests for now",
    "Run it again in a few minutes; if that does not help, check the limits of the plan.",
  ],
  refused: [
    "Algolia refuses the key",
    "CIPGEN_ALGOLIA_ADMIN_KEY must belong to CIPGEN_ALGOLIA_APP_ID and have the rights search, browse, addObject, deleteObject, deleteIndex, settings and editSettings, for the index and for its temporary copies (<index>_cipgen_*).",
  ],
  rejected: ["Algolia does not accept a request", "Its answer says what to change."],
  server: ["Algolia failed", "Run it again later; status.algolia.com lists known problems."],
  "time-out": [
    "Algolia did not answer in time",
    "Run it again; if that does not help, check the network and status.algolia.com.",
  ],
  unverified: [
    "the new index differs from what was sent, so it was not put in place",
    "Run it again, when no other push is under way; with --full, nothing is taken from the live index.",
  ],
};
