/** The HTTP server around an answer: where it listens, and how it stops. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { RequestHandler } from "./answer.js";
import { bracketed } from "./answer.js";
import { publicReason } from "./respond.js";

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  origin: string;
  port: number;
  /** Ends all connections, also those that would stay open. */
  close(): Promise<void>;
}

/** Number of ports that are tried after one that is taken. */
const tries = 50;

/** @param port the first to try; 0 for any that is free. Rejects if the machine does not allow it to listen (`listenProblem`). */
export async function startServer(answer: RequestHandler, host: string, port: number): Promise<RunningServer> {
  // Node would listen on all addresses.
  if (host === "") throw new Error("no host");
  const server = createServer((request, response) => {
    // No page of another site may embed any response.
    response.setHeader("cross-origin-resource-policy", "same-origin");
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(`500: ${publicReason(error)}\n`);
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

/** Why nothing can listen at an address, and what to do; undefined for what is not about the address. */
export function listenProblem(error: unknown, host: string, port: number): Diagnostic | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (host === "" || syscall === "getaddrinfo" || code === "EADDRNOTAVAIL")
    return diagnose("config-invalid", `this machine has no address ${JSON.stringify(host)} to listen on`, {
      help: "Leave out --host to listen on 127.0.0.1, or use 0.0.0.0 for all addresses of this machine.",
    });
  const help = "Choose another one: --port 3000.";
  if (code === "EACCES")
    return diagnose("machine-failure", `the system does not let this program listen on port ${port}`, { help });
  if (code !== "EADDRINUSE") return undefined;
  return diagnose("machine-failure", `port ${port} and the next ${tries} are taken`, { help });
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
