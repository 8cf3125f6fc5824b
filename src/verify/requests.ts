/** Requests as browsers send them, with headers exactly as given: a host that knew its examiner could show it another site than its readers. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { extname } from "node:path/posix";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Decompress } from "fzstd";
import type { Judge } from "./judges.js";

export interface FileAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Whether the body was taken by the judge. */
  isTaken: boolean;
  /** The body is not what its encoding says. */
  isGarbled?: boolean;
}

interface Request {
  headers: readonly (readonly [name: string, value: string])[];
  /** In ms, for the whole answer. */
  timeout: number;
  /** The judge of the body, if the status is one whose body counts. */
  judge(status: number): Judge | undefined;
}

const agents = { "http:": new Agent({ keepAlive: true }), "https:": new SecureAgent({ keepAlive: true }) };

/** Redirects are not followed. Rejects if there is no whole answer. */
export async function ask(url: URL, { headers, timeout, judge }: Request): Promise<FileAnswer> {
  const isSecure = url.protocol === "https:";
  const signal = AbortSignal.timeout(timeout);
  const options = { headers: headers.flat(), signal, agent: agents[isSecure ? "https:" : "http:"] };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
    asked.on("error", (error) => reject(signal.aborted ? new Error(`no answer within ${timeout / 1000} s`) : error));
    asked.end();
  });
  const { statusCode: status = 0 } = response;
  const taker = judge(status);
  const answer = { status, headers: response.headers, isTaken: taker !== undefined };
  if (!taker) {
    response.on("error", () => undefined).resume();
    return answer;
  }
  try {
    await pass(response, taker);
    return answer;
  } catch (error) {
    if (error instanceof GarbledError) return { ...answer, isGarbled: true };
    throw signal.aborted ? new Error(`no whole answer within ${timeout / 1000} s`) : error;
  }
}

/** Content that is not in the form that its header names. */
class GarbledError extends Error {}

async function pass(response: IncomingMessage, judge: Judge): Promise<void> {
  const encodings = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  try {
    let body: AsyncIterable<Uint8Array> = response;
    for (const encoding of encodings.reverse()) body = decoded(body, encoding);
    for await (const chunk of body) if (!judge.take(chunk)) return;
  } finally {
    response.on("error", () => undefined).destroy();
  }
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function* decoded(body: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  if (encoding === "zstd") {
    yield* zstdDecoded(body);
    return;
  }
  const decoder = decoders[encoding]?.();
  if (!decoder) throw new GarbledError(`unknown encoding ${encoding}`);
  const failure = feed(body, decoder);
  try {
    yield* decoder as Readable;
  } catch (error) {
    throw (await failure) ?? garbledOr(error as NodeJS.ErrnoException);
  }
}

/** @returns the error of the body, if it ends with one. */
async function feed(body: AsyncIterable<Uint8Array>, decoder: Transform): Promise<Error | undefined> {
  try {
    for await (const chunk of body) {
      if (decoder.destroyed) return undefined;
      if (!decoder.write(chunk)) await new Promise((resume) => decoder.once("drain", resume).once("close", resume));
    }
    decoder.end();
    return undefined;
  } catch (error) {
    decoder.destroy(error as Error);
    return error as Error;
  }
}

/** A body that ends too early may be the fault of the connection. */
function garbledOr(error: NodeJS.ErrnoException): Error {
  return error.code === "Z_BUF_ERROR" ? error : new GarbledError(error.message);
}

/** Node.js 20 has no decoder for it. */
async function* zstdDecoded(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => ready.push(chunk));
  const push = (chunk: Uint8Array, isLast: boolean) => {
    try {
      decoder.push(chunk, isLast);
    } catch (error) {
      throw new GarbledError((error as Error).message);
    }
  };
  for await (const chunk of body) {
    push(chunk, false);
    yield* ready.splice(0);
  }
  push(new Uint8Array(), true);
  yield* ready.splice(0);
}

/** There are two, because what a host makes of their headers can differ. Names and order of the headers are theirs. */
export interface Browser {
  name: string;
  /** @param path of the file that is asked for. @param encodings that it takes, none if empty. */
  headers(url: URL, path: string, encodings: readonly string[]): [name: string, value: string][];
}

/** What browsers take over HTTPS. */
export const browserEncodings = ["gzip", "deflate", "br", "zstd"];

type Purpose = "document" | "style" | "script" | "image" | "empty";

/** What a page uses a file for. */
function purposeOf(path: string): Purpose {
  const end = extname(path).toLowerCase();
  if (/^\.(html|txt|md|xml|mediawiki|rst)$/.test(end)) return "document";
  if (end === ".css") return "style";
  if (/^\.m?js$/.test(end)) return "script";
  return /^\.(png|jpe?g|gif|svg|webp|avif|ico)$/.test(end) ? "image" : "empty";
}

const modes: Record<Purpose, string> = {
  document: "navigate",
  style: "no-cors",
  script: "cors",
  image: "no-cors",
  empty: "cors",
};

const encodingHeader = (encodings: readonly string[]): [string, string] => [
  "Accept-Encoding",
  encodings.length === 0 ? "identity" : encodings.join(", "),
];

const chromiumAccept: Record<Purpose, string> = {
  document:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  style: "text/css,*/*;q=0.1",
  script: "*/*",
  image: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  empty: "*/*",
};

/** A reader who opens the page. */
export const chromium: Browser = {
  name: "Chromium",
  headers({ host, origin }, path, encodings) {
    const purpose = purposeOf(path);
    const isPage = purpose === "document";
    return [
      ["Host", host],
      ["Connection", "keep-alive"],
      ["sec-ch-ua", '"Chromium";v="159", "Google Chrome";v="159", "Not_A Brand";v="24"'],
      ["sec-ch-ua-mobile", "?0"],
      ["sec-ch-ua-platform", '"Linux"'],
      ...(isPage ? [["Upgrade-Insecure-Requests", "1"] as [string, string]] : []),
      [
        "User-Agent",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.0.0 Safari/537.36",
      ],
      ["Accept", chromiumAccept[purpose]],
      ["Sec-Fetch-Site", isPage ? "none" : "same-origin"],
      ["Sec-Fetch-Mode", modes[purpose]],
      ...(isPage ? [["Sec-Fetch-User", "?1"] as [string, string]] : []),
      ["Sec-Fetch-Dest", purpose],
      ...(isPage ? [] : [["Referer", `${origin}/`] as [string, string]]),
      encodingHeader(encodings),
      ["Accept-Language", "en-US,en;q=0.9"],
    ];
  },
};

const firefoxAccept: Record<Purpose, string> = {
  document: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  style: "text/css,*/*;q=0.1",
  script: "*/*",
  image: "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
  empty: "*/*",
};

/** A reader who loads the page again, past all caches. */
export const firefox: Browser = {
  name: "Firefox",
  headers({ host, origin }, path, encodings) {
    const purpose = purposeOf(path);
    const isPage = purpose === "document";
    return [
      ["Host", host],
      ["User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:159.0) Gecko/20100101 Firefox/159.0"],
      ["Accept", firefoxAccept[purpose]],
      ["Accept-Language", "en-US,en;q=0.5"],
      encodingHeader(encodings),
      ...(isPage ? [] : [["Referer", `${origin}/`] as [string, string]]),
      ["Connection", "keep-alive"],
      ...(isPage ? [["Upgrade-Insecure-Requests", "1"] as [string, string]] : []),
      ["Sec-Fetch-Dest", purpose],
      ["Sec-Fetch-Mode", modes[purpose]],
      ["Sec-Fetch-Site", isPage ? "none" : "same-origin"],
      ...(isPage ? [["Sec-Fetch-User", "?1"] as [string, string]] : []),
      ["Pragma", "no-cache"],
      ["Cache-Control", "no-cache"],
    ];
  },
};
