/** The calls of Algolia's REST API that its stand-in understands, and what can be made to go wrong with them. */

/** What happens to a request instead of its answer. `applied`: it has its effect, but the answer is lost. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string; applied?: boolean }
  | { reset: true; applied?: boolean }
  | { slowMs: number };

export const faults = {
  forbidden: { status: 403, body: '{"message":"Method not allowed with this API key","status":403}' },
  /** @param seconds for the Retry-After header; none without. */
  rateLimited: (seconds?: number | string): Fault => ({
    status: 429,
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
    body: '{"message":"Too many requests","status":429}',
  }),
  broken: { status: 500, body: '{"message":"Internal error","status":500}' },
  /** The connection ends before the request was looked at. */
  reset: { reset: true },
  /** The request was carried out, and then the connection ended. */
  lost: { reset: true, applied: true },
  /** The right answer, late; the request has its effect at once. */
  slow: (slowMs: number): Fault => ({ slowMs }),
  html: { status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html><title>Sign in</title>" },
} as const satisfies Record<string, Fault | ((value: number) => Fault)>;

const routes = [
  ["POST", /^\/1\/indexes\/\*\/queries$/, "queries"],
  ["PUT", /^\/1\/indexes\/([^/]+)\/settings$/, "setSettings"],
  ["GET", /^\/1\/indexes\/([^/]+)\/task\/(\d+)$/, "task"],
  ["POST", /^\/1\/indexes\/([^/]+)\/batch$/, "batch"],
  ["POST", /^\/1\/indexes\/([^/]+)\/operation$/, "operation"],
  ["DELETE", /^\/1\/indexes\/([^/]+)$/, "deleteIndex"],
] as const;

export type Call = (typeof routes)[number][2] | "unknown";

/** A request as the server understood it. */
export interface SeenRequest {
  call: Call;
  /** Name of the index; "" where none is addressed. */
  index: string;
  method: string;
  /** Path with query string. */
  url: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: every call has a body of its own
  body: any;
}

export function understand(method: string, url: string, headers: Record<string, string>, body: string): SeenRequest {
  const { pathname } = new URL(url, "http://standin");
  const route = routes.find((candidate) => candidate[0] === method && candidate[1].test(pathname));
  const index = decodeURIComponent(route?.[1].exec(pathname)?.[1] ?? "");
  return { call: route?.[2] ?? "unknown", index, method, url, headers, body: body === "" ? {} : JSON.parse(body) };
}
