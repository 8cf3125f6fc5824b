/**
 * A site at an address, as readers get it. Requests go only to that origin, no more bytes are read than needed for the
 * comparison, and a busy host gets retries.
 */
import { systemClock as clock } from "../net/clock.js";
import { retry, retryAfter } from "../net/retry.js";
import { canonicalPath } from "../serve/addresses.js";
import { isConsumed, type PublishedSite } from "./compare.js";

export interface PublishedAddress {
  /** Of the site, with a slash at its end. */
  base: URL;
  /** How the site writes its addresses. */
  trailingSlash: boolean;
  /** Timeout of one answer, in ms. */
  timeout?: number;
  /** Pause before a retry, in ms; doubled each time. */
  pause?: number;
}

const mostRedirects = 5;
const mostTries = 4;
/** Longest accepted pause, in ms; a host that asks for more counts as unreadable. */
const longestPause = 10_000;

export function siteAtAddress({ base, trailingSlash, timeout = 30_000, pause = 500 }: PublishedAddress): PublishedSite {
  const urlOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), base);
  /** An empty path would be the base's own last segment. */
  const addressOf = (path: string) => (path === "" ? base : urlOf(path));

  const once = (url: URL) => {
    const headers = { accept: "*/*", "cache-control": "no-cache", "user-agent": "cipgen-verify" };
    return fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeout) });
  };

  /** Rejects if the host stays busy. */
  async function ask(url: URL): Promise<Response> {
    const pauseAfter = (answer: Response | Error, usual: number) => {
      if (!isBusy(answer)) return undefined;
      if (answer instanceof Error) return usual;
      answer.body?.cancel().catch(() => undefined);
      const asked = retryAfter(answer.headers.get("retry-after"), clock.now()) ?? 0;
      return asked <= longestPause ? Math.max(asked, usual) : undefined;
    };
    const answer = await retry(() => once(url), pauseAfter, { attempts: mostTries, pause }, clock).catch(
      (error: Error) => error,
    );
    if (answer instanceof Error || isBusy(answer)) throw new Error(`${url} cannot be read: ${reasonOf(answer)}`);
    return answer;
  }

  /** @returns undefined for a redirect elsewhere, or an error. */
  async function follow(url: URL, takes: (status: number) => boolean): Promise<Response | undefined> {
    for (let count = 0, next = url; count <= mostRedirects; count++) {
      const answer = await ask(next);
      if (takes(answer.status)) return answer;
      await answer.body?.cancel();
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || !location || !URL.canParse(location, next.href))
        return undefined;
      next = new URL(location, next);
      if (next.origin !== base.origin) return undefined;
    }
    return undefined;
  }

  return {
    shows: (path) => !isConsumed(path),
    list: async () => [],
    async read(path, limit) {
      const takes = (status: number) => status === 200 || (status === 404 && /(^|\/)404\.html$/.test(path));
      // The page's address first, as readers do; a host without clean addresses has the file's name.
      for (const name of new Set([canonicalPath(path, { baseUrl: "/", trailingSlash }), path])) {
        const answer = await follow(addressOf(name), takes);
        if (answer) return firstBytes(answer, limit);
      }
      return undefined;
    },
  };
}

function isBusy(answer: Response | Error): boolean {
  return answer instanceof Error || answer.status === 429 || answer.status >= 500;
}

function reasonOf(answer: Response | Error): string {
  if (!(answer instanceof Error)) return `it answers ${answer.status}`;
  const { cause } = answer;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : answer.message;
}

async function firstBytes(answer: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  while (reader && size < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  await reader?.cancel();
  return Buffer.concat(chunks).subarray(0, limit);
}
