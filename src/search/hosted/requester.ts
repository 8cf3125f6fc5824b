/** Sends requests to the provider, in layers: one attempt, within the remaining time, with retries where they can help. algoliasearch's own requester is not used: it waits as long as a server tells it to, and gives up on a write that is not answered within two seconds. */
import type { Clock } from "../../net/retry.js";
import { retry } from "../../net/retry.js";
import { truncateText } from "../../shared/text.js";
import { ProviderError } from "./failure.js";

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
  const detail = messageOf(answer, secret);
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

function messageOf(answer: unknown, secret: string | undefined): string | undefined {
  const message = (answer as { message?: unknown } | null | undefined)?.message;
  if (typeof message !== "string") return undefined;
  return truncateText(secret ? message.replaceAll(secret, "*****") : message, 200);
}

/** In seconds, the provider's form; dates are ignored. */
function retryAfter(headers: Record<string, string> = {}): number | undefined {
  const seconds = /^\d+$/.exec(headers["retry-after"]?.trim() ?? "");
  return seconds ? Number(seconds[0]) * 1000 : undefined;
}
