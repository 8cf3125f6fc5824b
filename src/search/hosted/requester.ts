/**
 * How requests get to the provider, in layers: one attempt, within the time that is left, again where that can help. algoliasearch's own
 * way is not taken: it waits as long as a server tells it to, and gives up on a write that is not answered within two seconds.
 */
import { retry } from "../../net/retry.js";
import type { Budget } from "./budget.js";
import { failureOf, ProviderError } from "./failure.js";

/** What algoliasearch asks of the code that sends its requests. */
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
  /** Milliseconds until the whole answer is there. */
  responseTimeout: number;
}

export interface HttpResponse {
  /** 0 where there was no answer. */
  status: number;
  content: string;
  /** Names in lower case. */
  headers?: Record<string, string>;
  isTimedOut: boolean;
}

const maxAttempts = 5;
const firstPause = 500;
const longestRetryAfter = 30_000;

/** Sends once. Never rejects: what went wrong is in the response. */
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

/** No request begins after the budget's end, and none goes on beyond it. */
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
 * Sends again, to the next host, what failed for a passing reason, after pauses that double, or as long as the provider asks for (30 s at
 * most). Rejects with a ProviderError; a response that comes back is a success and holds JSON.
 * @param origins of the hosts that all answer the same.
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
        // A host that failed is left out until all others did too.
        if (failure.isPassing) host = (host + 1) % origins.length;
        throw failure;
      };
      return retry(attempt, pauseAfter, { attempts: maxAttempts, pause: firstPause }, budget.clock);
    },
  };
}

/** Nothing but the system's name for it: the message of a failed request can hold its headers, and these hold the key. */
function systemCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : "no answer";
}
