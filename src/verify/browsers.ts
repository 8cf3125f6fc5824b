/**
 * Requests as browsers send them: a host that knew its examiner could show it another site than its readers. There are two,
 * because each has its own headers, and what a host makes of them can differ. Names and order of the headers are theirs.
 */
import { extname } from "node:path/posix";

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
  if (/^\.(html|txt|md|xml|mediawiki)$/.test(end)) return "document";
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
