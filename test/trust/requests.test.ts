/** Whatever arrives at the port of `cipgen serve`: it goes on answering, and nothing that is no part of the site leaves. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ask } from "../support/http.js";
import { type Serving, serve } from "../support/serve.js";
import { makeSite, proposalText } from "../support/site.js";
import { note } from "../support/tried.js";

const secret = "no page says this word: xyzzyplugh";
const files = {
  "content/cip/cbc/cip-20.md": proposalText(20),
  "content/static/own.txt": "own",
  ".env": `TOKEN="${secret}"`,
};

const parts = [
  ..."/ // \\ . .. ... %2e%2e %2f %5c %00 %0d%0a %ff %c0%ae %252e%252e ? # ; : @ * ~ cip cbc cip-20 own.txt .env .cipgen __cipgen".split(
    " ",
  ),
  "\0",
  "é",
  " ",
  "index.html",
  "/cip/cbc/cip-20/",
  "http://example.org/",
  "file:///etc/passwd",
  "C:",
  "a".repeat(9000),
];
const whole = ["cip/cbc/cip-20", "own.txt", "", "cip/feeds/rss.xml", "__cipgen/client.js", "build.json"];

/** A path without its slash: of the site, of the site and something beside it, or of nothing. */
const target = (outside: readonly string[]) => {
  const part = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...parts, ...outside) }, fc.string({ maxLength: 4 }));
  const end = fc.oneof(fc.constant([]), fc.array(part, { maxLength: 5 }));
  return fc
    .tuple(fc.array(part, { maxLength: 2 }), fc.constantFrom(...whole, ...outside), end)
    .chain(([before, path, after]) => fc.constantFrom([path, ...after], [...before, path, ...after]));
};
/** Where one is wrong, the rest of a request hardly matters: most are right. */
const rarely = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));

const header = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      "Range: bytes=0-0",
      "Range: bytes=-1,0-,99999999999999999999-",
      "Range: bytes=5-2",
      "If-None-Match: *",
      "If-Modified-Since: never",
      "Accept-Encoding: br;q=2, gzip;q=-1, *;q=nan",
      "Sec-Fetch-Mode: no-cors",
      "Sec-Fetch-Dest: script",
      "Accept: text/html",
    ),
  },
  fc.constantFrom(
    "Host: evil.test",
    "Host: a, b",
    "Host",
    "Sec-Fetch-Site: cross-site",
    "Origin: null",
    "Content-Length: 99",
    "Content-Length: -1",
    "Transfer-Encoding: chunked",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Expect: 100-continue",
    `X: ${"b".repeat(20_000)}`,
  ),
  fc.string({ maxLength: 12 }),
);
const method = rarely("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get", "", "G\0T");

/** A request as bytes, most of which are nearly right. */
const request = (outside: readonly string[]) =>
  fc
    .record({
      method,
      target: target(outside),
      version: rarely("HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "", "ICY"),
      headers: fc.array(header, { maxLength: 4 }),
      host: rarely(["Host: localhost"], []),
      end: rarely("\r\n\r\n", "\n\n", "\r\n", "\r\n\r\nzz\r\n"),
    })
    .map(({ method, target, version, headers, host, end }) =>
      [`${method} /${target.join("")} ${version}`, ...host, "Connection: close", ...headers].join("\r\n").concat(end),
    );

/** Sends bytes and says what came back until the other side closed; a server that waits for more is left waiting. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = createConnection(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part) => {
    answer += part;
  });
  // What was refused may be closed while it is being sent.
  socket.on("error", () => undefined);
  socket.setTimeout(300, () => socket.destroy());
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

async function attack(serving: Serving, outside: readonly string[], runs: number): Promise<void> {
  const { port } = serving;
  const page = (await ask(port, "/cip/cbc/cip-20")).body.toString();
  expect(page).toContain("CIP-20");
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(request(outside), { minLength: 50, maxLength: 50 }), async (requests) => {
      const answers = await Promise.all(requests.map((bytes) => answerTo(port, bytes)));
      for (const [index, answer] of answers.entries()) {
        statuses.add(answer.slice(9, 12));
        expect(answer.includes(secret) ? requests[index] : "").toBe("");
        expect(answer.includes("root:x:") ? requests[index] : "").toBe("");
      }
      const after = await ask(port, "/cip/cbc/cip-20");
      expect([after.status, after.body.toString()]).toEqual([200, page]);
    }),
    { numRuns: runs / 50 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining(["200", "400", "404"]));
  expect(serving.said()).not.toMatch(/\bat .*\d+:\d+|Error:/);
}

for (const args of [[], ["--watch"]]) {
  test(`malformed requests to serve ${args.join(" ")}`.trim(), async () => {
    const root = makeSite(files);
    const beside = `${basename(root)}.secret`;
    writeFileSync(join(dirname(root), beside), secret);
    const serving = await serve(root, ["--port", "0", ...args]);
    try {
      const outside = [
        `/../${beside}`,
        `/..%2f${beside}`,
        `/..\\${beside}`,
        `/%2e%2e/%2e%2e/${beside}`,
        "/../.env",
        "/..%2f.env",
        join(root, ".env"),
      ];
      await attack(serving, outside, 5000);
      note(`malformed requests to serve ${args.join(" ")}`.trim(), 5000);
    } finally {
      await serving.stop("SIGKILL");
    }
  });
}
