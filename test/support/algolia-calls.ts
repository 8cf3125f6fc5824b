/** The calls of Algolia's REST API that its stand-in understands, and what can be made to go wrong with them. */

/** What happens to a request instead of its answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { reset: true }
  /** The right answer, late. */
  | { slowMs: number };

export const faults = {
  forbidden: { status: 403, body: '{"message":"Method not allowed with this API key","status":403}' },
  /** @param seconds for the Retry-After header. */
  rateLimited: (seconds: number): Fault => ({
    status: 429,
    headers: { "retry-after": String(seconds) },
    body: '{"message":"Too many requests","status":429}',
  }),
  /** The connection ends before the request was looked at. */
  reset: { reset: true },
} as const;

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
