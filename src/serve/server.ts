/** The HTTP server around an answer: where it listens, and how it stops. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "./answer.js";
import { bracketed } from "./hosts.js";
import { reasonOf } from "./respond.js";

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  origin: string;
  port: number;
  /** Ends all connections, also those that would stay open. */
  close(): Promise<void>;
}

/** Number of ports that are tried after one that is taken. */
const tries = 50;

/** @param port the first to try; 0 for any that is free. Rejects if the machine does not allow it to listen. */
export async function startServer(answer: RequestHandler, host: string, port: number): Promise<RunningServer> {
  const server = createServer((request, response) => {
    // No page of another site may embed any response.
    response.setHeader("cross-origin-resource-policy", "same-origin");
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(`500: ${reasonOf(error)}\n`);
    });
  });
  await listenFrom(server, host, port);
  const { port: own } = server.address() as AddressInfo;
  const name = ["0.0.0.0", "::"].includes(host) ? "localhost" : bracketed(host);
  return {
    origin: `http://${name}:${own}`,
    port: own,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function listenFrom(server: Server, host: string, port: number): Promise<void> {
  for (let next = port; ; next++) {
    try {
      return await listen(server, host, next);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EADDRINUSE" || next - port >= tries || next >= 65_535) throw error;
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      done();
    });
  });
}
