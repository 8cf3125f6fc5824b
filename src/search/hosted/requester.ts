/**
 * Sends requests to the provider, in layers: one attempt, within the remaining time, with retries where they can help. algoliasearch's own
 * requester is not used: it waits as long as a server tells it to, and gives up on a write that is not answered within two seconds.
 * Failures say what a person can do about them; no message contains the key.
 */

import { diagnose } from "../../diagnostics/codes.js";
import { type Clock, retry } from "../../net/retry.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { truncateText } from "../../shared/text.js";

/** The total time of a push, with a reserve for cleaning up. */
export class Budget {
  readonly #end: number;
  #reserve: number;

  /** @param total and `reserve`, the part of it for cleaning up, in milliseconds. */
  constructor(
    readonly clock: Clock,
    readonly total: number,
    reserve: number,
  ) {
    this.#end = clock.now() + total;
    this.#reserve = reserve;
  }

  /** Milliseconds that are left; zero or less when time is up. */
  remaining(): number {
    return this.#end - this.#reserve - this.clock.now();
  }

  /** From here on the reserve may be used. */
  releaseReserve(): void {
    this.#reserve = 0;
  }
}

/** The interface of algoliasearch for code that sends its requests. */
export interface Requester {
  send(request: HttpRequest): Promise<HttpResponse>;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  data?: string | Uint8Array;
  /** Milliseconds. */
  connectTimeout: number;
  /** Milliseconds until the answer must be complete. */
  responseTimeout: number;
}

interface HttpResponse {
  /** 0 if there was no answer. */
  status: number;
  content: string;
  /** Names in lower case. */
  headers?: Record<string, string>;
  isTimedOut: boolean;
}

const maxAttempts = 5;
const firstPause = 500;
const longestRetryAfter = 30_000;

/** Sends once. Never rejects: errors are in the response. */
export const fetchRequester: Requester = {
  async send({ method, url, headers, data, responseTimeout }) {
    try {
      const signal = AbortSignal.timeout(responseTimeout);
      const response = await fetch(url, {
        method,
        headers,
        body: data as RequestInit["body"],
        signal,
        redirect: "manual",
      });
      const content = await response.text();
      return { status: response.status, content, headers: Object.fromEntries(response.headers), isTimedOut: false };
    } catch (error) {
      const isTimedOut = error instanceof Error && error.name === "TimeoutError";
      return { status: 0, content: systemCode(error), isTimedOut };
    }
  },
};

/** No request begins or continues after the end of the budget. */
export function withinBudget(requester: Requester, budget: Budget): Requester {
  return {
    async send(request) {
      const left = Math.floor(budget.remaining());
      if (left <= 0) throw new ProviderError("deadline");
      return requester.send({ ...request, responseTimeout: Math.min(request.responseTimeout, left) });
    },
  };
}

/**
 * Retries temporary failures with the next host, after doubling pauses, or as long as the provider asks for (30 s at
 * most). Rejects with a ProviderError; a returned response is a success and has JSON.
 * @param origins of equivalent hosts.
 */
export function withRetries(requester: Requester, origins: readonly string[], budget: Budget): Requester {
  let host = 0;
  const pauseAfter = (outcome: unknown, usual: number) => {
    if (!(outcome instanceof ProviderError) || !outcome.isPassing) return undefined;
    const pause = Math.max(Math.min(outcome.retryAfterMs ?? 0, longestRetryAfter), usual);
    return pause < budget.remaining() ? pause : undefined;
  };
  return {
    send(request) {
      const { pathname, search } = new URL(request.url);
      const attempt = async () => {
        const response = await requester.send({ ...request, url: `${origins[host]}${pathname}${search}` });
        const failure = failureOf(response, request.headers["x-algolia-api-key"]);
        if (!failure) return response;
        // A host that failed is skipped until all others have failed too.
        if (failure.isPassing) host = (host + 1) % origins.length;
        throw failure;
      };
      return retry(attempt, pauseAfter, { attempts: maxAttempts, pause: firstPause }, budget.clock);
    },
  };
}

/** Only the system's error code: the message of a failed request can contain its headers, and these contain the key. */
function systemCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : "no answer";
}

/** @returns undefined for a success. @param secret is removed from the provider's message. */
function failureOf(response: HttpResponse, secret: string | undefined): ProviderError | undefined {
  const { status, content, headers, isTimedOut } = response;
  if (isTimedOut) return new ProviderError("time-out");
  if (status === 0) return new ProviderError("network", { detail: content });
  const answer = parseJson(content);
  const detail = providerMessage(answer, secret);
  if (status === 429) return new ProviderError("rate-limit", { status, detail, retryAfterMs: retryAfter(headers) });
  if (status >= 500) return new ProviderError("server", { status, detail });
  if (typeof answer !== "object" || answer === null) return new ProviderError("not-json", { status });
  if (status === 401 || status === 403) return new ProviderError("refused", { status, detail });
  if (status === 404) return new ProviderError("missing", { status, detail });
  return status >= 300 ? new ProviderError("rejected", { status, detail }) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function providerMessage(answer: unknown, secret: string | undefined): string | undefined {
  const message = (answer as { message?: unknown } | null | undefined)?.message;
  if (typeof message !== "string") return undefined;
  return truncateText(secret ? message.replaceAll(secret, "*****") : message, 200);
}

/** In seconds, the provider's form; dates are ignored. */
function retryAfter(headers: Record<string, string> = {}): number | undefined {
  const seconds = /^\d+$/.exec(headers["retry-after"]?.trim() ?? "");
  return seconds ? Number(seconds[0]) * 1000 : undefined;
}

/** `missing`: no index of that name. `refused`: the key. `rejected`: the request itself. `unverified`: a copy that differs from the records. */
type FailureKind =
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
