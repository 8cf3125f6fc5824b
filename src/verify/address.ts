/**
 * A site at an address, as readers get it. Requests go only to that origin, no more bytes are read than needed for the
 * comparison, and a busy host gets retries.
 */
import { systemClock as clock } from "../net/clock.js";
import { retry, retryAfter } from "../net/retry.js";
import { canonicalPath } from "../serve/addresses.js";
import { decodeUrl } from "../shared/url.js";
import { isConsumed, noHome, type PublishedSite } from "./compare.js";

export interface PublishedAddress {
  /** Of the site, with a slash at its end; a name and a password are sent to it as a browser does. */
  base: URL;
  /** How the site writes its addresses. */
  trailingSlash: boolean;
  /** Timeout of one answer, in ms. */
  timeout?: number;
  /** Pause before a retry, in ms; doubled each time. */
  pause?: number;
}

/** What is read at an address: the answers whose bodies count, and how much of such a body. */
interface Wanted {
  takes(status: number): boolean;
  /** In bytes. */
  limit: number;
}

interface Answer extends Pick<Response, "status" | "headers"> {
  /** Undefined if the status is not wanted. */
  bytes?: Uint8Array;
}

const mostRedirects = 5;
const mostTries = 4;
/** Longest accepted pause, in ms; a host that asks for more counts as unreadable. */
const longestPause = 10_000;

/** The address as messages show it, without a password. */
export function shownAddress(place: string): string {
  return place.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, "$1");
}

export function siteAtAddress({
  base: address,
  trailingSlash,
  timeout = 30_000,
  pause = 500,
}: PublishedAddress): PublishedSite {
  const base = new URL(shownAddress(address.href));
  const login = credentialsOf(address);
  const urlOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), base);
  /** An empty path would be the base's own last segment. */
  const addressOf = (path: string) => (path === "" ? base : urlOf(path));

  const once = async (url: URL, { takes, limit }: Wanted): Promise<Answer> => {
    const asked = { accept: "*/*", "cache-control": "no-cache", "user-agent": "cipgen-verify", ...login };
    const answer = await fetch(url, { headers: asked, redirect: "manual", signal: AbortSignal.timeout(timeout) });
    const { status, headers } = answer;
    if (takes(status)) return { status, headers, bytes: await firstBytes(answer, limit) };
    answer.body?.cancel().catch(() => undefined);
    return { status, headers };
  };

  /** Rejects if the host stays busy, wants a login, or always cuts its answer off. */
  async function ask(url: URL, wanted: Wanted): Promise<Answer> {
    const pauseAfter = (answer: Answer | Error, usual: number) => {
      if (!isBusy(answer)) return undefined;
      if (answer instanceof Error) return usual;
      const asked = retryAfter(answer.headers.get("retry-after"), clock.now()) ?? 0;
      return asked <= longestPause ? Math.max(asked, usual) : undefined;
    };
    const answer = await retry(() => once(url, wanted), pauseAfter, { attempts: mostTries, pause }, clock).catch(
      (error: Error) => error,
    );
    // 401 says nothing about the file. 403 does: storage services have it for files that do not exist.
    if (answer instanceof Error || isBusy(answer) || answer.status === 401)
      throw new Error(`${url} cannot be read: ${reasonOf(answer)}`);
    return answer;
  }

  /** @returns the bytes, or why there are none: a redirect elsewhere, or an error. */
  async function follow(url: URL, wanted: Wanted): Promise<Uint8Array | string> {
    for (let count = 0, next = url; count <= mostRedirects; count++) {
      const { status, headers, bytes } = await ask(next, wanted);
      if (bytes) return bytes;
      const location = headers.get("location");
      if (status < 300 || status >= 400 || !location || !URL.canParse(location, next.href))
        return status === 404 ? noHome : `it answers ${status}`;
      next = new URL(shownAddress(new URL(location, next).href));
      // What follows the path may be a ticket for a login.
      if (next.origin !== base.origin)
        return `it redirects to ${next.origin}${next.pathname}: name that address if it is the site's`;
    }
    return "it redirects without end";
  }

  return {
    async problem() {
      const wanted: Wanted = { takes: (status) => status === 200, limit: 1 };
      const reason = await follow(base, wanted);
      if (typeof reason !== "string") return undefined;
      return typeof (await follow(urlOf("index.html"), wanted)) === "string" ? reason : undefined;
    },
    shows: (path) => !isConsumed(path),
    list: async () => [],
    async read(path, limit) {
      const takes = (status: number) => status === 200 || (status === 404 && /(^|\/)404\.html$/.test(path));
      // The page's address first, as readers do; a host without clean addresses has the file's name.
      for (const name of new Set([canonicalPath(path, { baseUrl: "/", trailingSlash }), path])) {
        const found = await follow(addressOf(name), { takes, limit });
        if (typeof found !== "string") return found;
      }
      return undefined;
    },
  };
}

/** `fetch` refuses them in an address. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const text = `${decodeUrl(username)}:${decodeUrl(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

function isBusy(answer: Answer | Error): boolean {
  return answer instanceof Error || answer.status === 429 || answer.status >= 500;
}

function reasonOf(answer: Answer | Error): string {
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
