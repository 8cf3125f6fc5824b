/** The server over HTTP on this machine, for clients that do not start programs. Each request is whole in itself: there are no sessions. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  allowedHosts,
  isAllowedHost,
  isForeignOrigin,
  isForeignPage,
  type RunningServer,
  refuse,
  startServer,
} from "../serve/answer.js";
import { type Calls, makeServer } from "./server.js";
import type { Context } from "./tools/tool.js";

/** Only this machine can reach it. */
const host = "127.0.0.1";
/** Bytes of a request. */
const longestBody = 16_000_000;

export const httpPath = "/mcp";

/** @param port 0 for any that is free. */
export function serveHttp(
  context: Context,
  calls: Calls,
  port: number,
  log: (text: string) => void,
): Promise<RunningServer> {
  const hosts = allowedHosts(host);
  return startServer((request, response) => answer(request, response), host, port);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method, url } = request;
    // A page of another site could read the register of a private site, or reach this server by a name that it gives to this machine.
    if (!isAllowedHost(headers.host, hosts)) return refuse(response, 403, `this server is not ${headers.host}`);
    if (isForeignOrigin(headers.origin, headers.host) || isForeignPage(headers))
      return refuse(response, 403, "not for pages of other sites");
    if (url?.split("?")[0] !== httpPath) return refuse(response, 404, `the server is at ${httpPath}`);
    if (method !== "POST") {
      response.setHeader("allow", "POST");
      return refuse(response, 405, `there is no ${method} here`);
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
      maxRequestBodySize: longestBody,
    });
    const server = makeServer(context, calls, log);
    response.once("close", () => server.close().catch(() => undefined));
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }
}
