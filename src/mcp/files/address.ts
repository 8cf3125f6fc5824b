/**
 * A published site at an address. Its host is asked as little as possible: every file once while the site is the same, some at a time, again after a
 * pause when it is busy, never for long, and no other host ever.
 */
import pLimit from "p-limit";
import { type Clock, retry, retryAfter, systemClock } from "../../net/retry.js";
import { digestListPath } from "../../pipeline/digest-list.js";
import { programVersion } from "../../runtime/package-root.js";
import { reasonOf } from "../../shared/diagnostic.js";
import { decodeUrl } from "../../shared/url.js";
import { shownAddress } from "../../verify/address.js";
import { type FileList, largestFile, listedPaths, Problem, type SiteFiles } from "./files.js";

interface AddressOptions {
  /** Milliseconds for one answer. */
  timeout?: number;
  /** Pause before the first retry, in milliseconds; doubled each time. */
  pause?: number;
  /** How long, in milliseconds, the site counts as unchanged before it is asked again. */
  fresh?: number;
  clock?: Clock;
}

/** Requests at a time. */
const atATime = 4;
const attempts = 3;
/** Longest accepted pause, in milliseconds; a host that asks for more counts as busy. */
const longestPause = 10_000;
const mostRedirects = 3;
/** Milliseconds that a host is left alone after it gave no answer. */
const rest = 5_000;
/** Bytes of answers that are kept; the oldest go first. */
const mostKept = 64_000_000;

interface Reply {
  status: number;
  etag?: string;
  retryAfter?: string | null;
  bytes?: Buffer;
}

export function addressFiles(
  place: string,
  { timeout = 15_000, pause = 500, fresh = 60_000, clock = systemClock }: AddressOptions = {},
): SiteFiles {
  const base = new URL(place);
  const login =
    base.username &&
    `Basic ${Buffer.from(`${decodeUrl(base.username)}:${decodeUrl(base.password)}`).toString("base64")}`;
  base.username = base.password = base.hash = base.search = "";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const name = shownAddress(place);
  const turn = pLimit(atATime);
  const kept = new Kept();
  let known: (FileList & { etag?: string; until: number }) | undefined;
  let listing: Promise<FileList> | undefined;
  let refused: { problem: Promise<never>; until: number } | undefined;

  const headers = (etag?: string) => ({
    "user-agent": `cipgen/${programVersion()} (mcp)`,
    ...(login && { authorization: login }),
    ...(etag && { "if-none-match": etag }),
  });

  /** @returns the answer of that host alone. Rejects if there is none in time. */
  async function askOnce(path: string, etag?: string): Promise<Reply> {
    const signal = AbortSignal.timeout(timeout);
    let url = new URL(path.split("/").map(encodeURIComponent).join("/"), base);
    for (let count = 0; count <= mostRedirects; count++) {
      const response = await fetch(url, { headers: headers(etag), redirect: "manual", signal });
      const { status } = response;
      const to = response.headers.get("location");
      if (status >= 300 && status < 400 && status !== 304 && to) {
        await response.body?.cancel();
        if (!URL.canParse(to, url.href)) throw new Error("it redirects to something that is not an address");
        url = new URL(to, url);
        if (url.origin !== base.origin) throw new Error(`it redirects to ${url.origin}, which is not asked`);
        continue;
      }
      const found = {
        status,
        etag: response.headers.get("etag") ?? undefined,
        retryAfter: response.headers.get("retry-after"),
      };
      if (status === 200) return { ...found, bytes: await bodyOf(response) };
      await response.body?.cancel();
      return found;
    }
    throw new Error("it redirects without end");
  }

  async function ask(path: string, etag?: string): Promise<Reply> {
    const pauseAfter = (outcome: Reply | Error, usual: number) => {
      if (outcome instanceof Error) return outcome instanceof TooLarge ? undefined : usual;
      if (outcome.status !== 429 && outcome.status < 500) return undefined;
      const asked = retryAfter(outcome.retryAfter, clock.now()) ?? 0;
      return asked <= longestPause ? Math.max(asked, usual) : undefined;
    };
    const once = () => askOnce(path, etag);
    const reply = await turn(() => retry(once, pauseAfter, { attempts, pause }, clock)).catch((error: unknown) => {
      throw new Problem(`${path} of ${name} cannot be read: ${reasonOfRequest(error, timeout)}`);
    });
    if (![200, 304, 403, 404, 410].includes(reply.status))
      throw new Problem(`${path} of ${name} cannot be read: the host answers ${reply.status}`);
    return reply;
  }

  async function listNow(): Promise<FileList> {
    const { status, etag, bytes } = await ask(digestListPath, known?.etag);
    const until = clock.now() + fresh;
    if (status === 304 && known) known = { ...known, until };
    else {
      const paths = listedPaths(bytes, name);
      const version = etag ?? String(clock.now());
      if (known?.version !== version) kept.clear();
      known = { version, paths, etag, until };
    }
    return known;
  }

  return {
    name,
    address: base.href,
    list() {
      if (known && known.until > clock.now()) return Promise.resolve(known);
      // A host that is down is left alone for a while, whatever the calls.
      if (refused && refused.until > clock.now()) return refused.problem;
      listing ??= listNow()
        .catch((error: unknown) => {
          refused = { problem: Promise.reject(error), until: clock.now() + rest };
          return refused.problem;
        })
        .finally(() => {
          listing = undefined;
        });
      return listing;
    },
    async read(path) {
      if (!known?.paths.has(path)) return undefined;
      return kept.get(path, async () => (await ask(path)).bytes);
    },
    close: async () => undefined,
  };
}

class TooLarge extends Error {}

async function bodyOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Counted as it arrives: what is compressed may be of any size.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    if (size > largestFile) throw new TooLarge(`it is larger than ${largestFile} bytes`);
  }
  return Buffer.concat(parts);
}

function reasonOfRequest(error: unknown, timeout: number): string {
  if (error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name))
    return `no whole answer within ${timeout / 1000} s`;
  const { cause } = error as { cause?: unknown };
  return reasonOf(cause instanceof Error ? cause : error);
}

/** Files by path: each is fetched once, also for several that want it at a time. A failure is not kept. */
class Kept {
  private files = new Map<string, { bytes: Promise<Buffer | undefined>; size: number }>();
  private size = 0;

  async get(path: string, fetched: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const known = this.files.get(path);
    if (known) return known.bytes;
    const entry = { bytes: fetched(), size: 0 };
    this.files.set(path, entry);
    try {
      const bytes = await entry.bytes;
      if (this.files.get(path) === entry) {
        entry.size = bytes?.byteLength ?? 0;
        this.size += entry.size;
        this.shrink();
      }
      return bytes;
    } catch (error) {
      if (this.files.get(path) === entry) this.files.delete(path);
      throw error;
    }
  }

  clear(): void {
    this.files = new Map();
    this.size = 0;
  }

  private shrink(): void {
    for (const [path, { size }] of this.files) {
      if (this.size <= mostKept) return;
      this.files.delete(path);
      this.size -= size;
    }
  }
}
