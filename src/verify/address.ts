/**
 * A site at an address, as readers get it. Every file is asked for in several ways, because a host can answer each in another
 * way. Requests go only to that origin, no more bytes are read than needed for the comparison, and a busy host gets retries.
 */
import { systemClock as clock, retry, retryAfter } from "../net/retry.js";
import { canonicalPath } from "../serve/host.js";
import { decodeUrl } from "../shared/url.js";
import type { AskedHeaders } from "./compare.js";
import { type FileReading, isConsumed, isWellKnown, noHome, type PublishedSite } from "./compare.js";
import { Collector, type Judge } from "./judges.js";
import { ask, type Browser, browserEncodings, chromium, type FileAnswer, firefox } from "./requests.js";

interface PublishedAddress {
  /** Of the site, with a slash at its end; a name and a password are sent to it as a browser does. */
  base: URL;
  /** How the site writes its addresses. */
  trailingSlash: boolean;
  /** Timeout of one answer, in ms. */
  timeout?: number;
  /** Pause before a retry, in ms; doubled each time. */
  pause?: number;
}

/** How a file is asked for. */
interface Way {
  browser: Browser;
  encodings: readonly string[];
}

const opens: Way = { browser: chromium, encodings: browserEncodings };
const reloads: Way = { browser: firefox, encodings: browserEncodings };

/** What is read at an address: the answers whose bodies count, and who reads such a body. */
interface Wanted {
  path: string;
  takes(status: number): boolean;
  judge(): Judge | Promise<Judge>;
}

/** A body that was read, or the reason why there is none: a redirect elsewhere, or an error. */
type Found = { judge: Judge; answer: FileAnswer } | string;

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

  /** Rejects if the host stays busy, wants a login, or always cuts its answer off. */
  async function answerOf(url: URL, { path, takes, judge }: Wanted, { browser, encodings }: Way) {
    const headers = [...browser.headers(url, path, encodings), ...login];
    const once = async () => {
      const reader = await judge();
      const answer = await ask(url, { headers, timeout, judge: (status) => (takes(status) ? reader : undefined) });
      return { judge: reader, answer };
    };
    const pauseAfter = (outcome: { answer: FileAnswer } | Error, usual: number) => {
      if (outcome instanceof Error) return usual;
      if (!isBusy(outcome.answer)) return undefined;
      const asked = retryAfter(outcome.answer.headers["retry-after"], clock.now()) ?? 0;
      return asked <= longestPause ? Math.max(asked, usual) : undefined;
    };
    const patience = { attempts: mostTries, pause };
    const outcome = await retry(once, pauseAfter, patience, clock).catch((error: Error) => error);
    const refuse = (reason: string) => new Error(`${url} cannot be read: ${reason}`);
    if (outcome instanceof Error) throw refuse(connectionProblem(outcome));
    const { status } = outcome.answer;
    // 401 says nothing about the file. 403 does: storage services have it for files that do not exist.
    if (isBusy(outcome.answer) || status === 401) throw refuse(`it answers ${status}`);
    return outcome;
  }

  async function follow(url: URL, wanted: Wanted, way: Way): Promise<Found> {
    for (let count = 0, next = url; count <= mostRedirects; count++) {
      const found = await answerOf(next, wanted, way);
      const { status, headers, isTaken } = found.answer;
      if (isTaken) return found;
      const { location } = headers;
      if (status < 300 || status >= 400 || !location || !URL.canParse(location, next.href))
        return status === 404 ? noHome : `it answers ${status}`;
      next = new URL(shownAddress(new URL(location, next).href));
      // What follows the path may be a ticket for a login.
      if (next.origin !== base.origin)
        return `it redirects to ${next.origin}${next.pathname}: name that address if it is the site's`;
    }
    return "it redirects without end";
  }

  /** All ways but the first: as another browser, and without each encoding that the host chose, down to plain bytes. */
  async function readAgain(url: URL, wanted: Wanted): Promise<FileReading[]> {
    const readings: FileReading[] = [];
    for (let { browser, encodings } = reloads; ; ) {
      const found = await follow(url, wanted, { browser, encodings });
      const reading = readingOf(found, `${browser.name}${encodings === browserEncodings ? "" : wayOf(encodings)}`);
      readings.push(reading);
      const used = encodingOf(reading);
      if (reading.found !== "equal" || used === undefined || !encodings.includes(used)) return readings;
      encodings = encodings.filter((name) => name !== used);
    }
  }

  return {
    async problem() {
      const home: Wanted = { path: "index.html", takes: (status) => status === 200, judge: () => new Collector(1) };
      const reason = await follow(base, home, opens);
      if (typeof reason !== "string") return undefined;
      return typeof (await follow(urlOf("index.html"), home, opens)) === "string" ? reason : undefined;
    },
    shows: (path) => !isConsumed(path) || isWellKnown(path),
    mayLack: isWellKnown,
    list: async () => [],
    async read(path, judge) {
      const takes = (status: number) => status === 200 || (status === 404 && /(^|\/)404\.html$/.test(path));
      const wanted = { path, takes, judge };
      // The page's address first, as readers do; a host without clean addresses has the file's name.
      for (const name of new Set([canonicalPath(path, { baseUrl: "/", trailingSlash }), path])) {
        const found = await follow(addressOf(name), wanted, opens);
        if (typeof found === "string") continue;
        const first = readingOf(found, opens.browser.name);
        return first.found === "equal" ? [first, ...(await readAgain(addressOf(name), wanted))] : [first];
      }
      return [{ found: "missing" }];
    },
  };
}

function readingOf(found: Found, asked: string): FileReading {
  if (typeof found === "string") return { found: "missing", asked };
  const { judge, answer } = found;
  const headers: AskedHeaders = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const verdict = judge.verdict() ?? (answer.isGarbled ? {} : undefined);
  return { found: verdict ?? "equal", judge, asked, headers };
}

const encodingOf = ({ headers }: FileReading) => headers?.["content-encoding"]?.trim().toLowerCase().replace(/^x-/, "");

const wayOf = (encodings: readonly string[]) =>
  encodings.length === 0 ? " without compression" : ` with ${encodings.join(", ")}`;

function credentialsOf({ username, password }: URL): [string, string][] {
  if (username === "" && password === "") return [];
  const text = `${decodeUrl(username)}:${decodeUrl(password)}`;
  return [["Authorization", `Basic ${Buffer.from(text).toString("base64")}`]];
}

const isBusy = ({ status }: FileAnswer) => status === 429 || status >= 500;

const connectionProblem = (error: Error) => error.message || String((error as NodeJS.ErrnoException).code);
