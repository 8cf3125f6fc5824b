/** A client of `cipgen mcp`, and a server in this process or in one of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { InMemoryTransport, type Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { folderFiles, type SiteFiles, sourceFiles } from "../../src/cli/mcp/files.js";
import { CurrentRegister } from "../../src/cli/mcp/register.js";
import { makeServer } from "../../src/cli/mcp/server.js";
import { buildWithProgram } from "./built-site.js";
import { repositoryRoot } from "./site.js";

export interface Answer {
  text: string;
  isError: boolean;
}

export interface Agent {
  /** What the server logged, which is no part of an answer. */
  log: string[];
  /** Sends a request. Rejects with the error of its answer. */
  request(method: string, params?: Record<string, unknown>): Promise<unknown>;
  ask(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

async function agentOf(
  transport: Transport,
  close: () => Promise<void> = async () => undefined,
  log: string[] = [],
): Promise<Agent> {
  const calls = new Map<unknown, Call>();
  transport.onmessage = (message) => {
    if (!("id" in message)) return;
    const call = calls.get(message.id);
    calls.delete(message.id);
    if ("error" in message) call?.reject(new Error(message.error.message));
    else if ("result" in message) call?.resolve(message.result);
  };
  await transport.start();
  let lastId = 0;
  const request = (method: string, params: Record<string, unknown> = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++lastId;
      calls.set(id, { resolve, reject });
      transport.send({ jsonrpc: "2.0", id, method, params }).catch(reject);
    });
  const clientInfo = { name: "test", version: "1" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  await transport.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    log,
    request,
    async ask(name, args = {}) {
      const answer = await request("tools/call", { name, arguments: args });
      const { content, isError } = answer as { content: [{ text: string }]; isError?: boolean };
      return { text: content[0].text, isError: isError === true };
    },
    async close() {
      await transport.close();
      await close();
    },
  };
}

async function agentOver(files: SiteFiles): Promise<Agent> {
  const log: string[] = [];
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await makeServer(new CurrentRegister(files), new Set(), (text) => log.push(text)).connect(ofServer);
  return agentOf(ofClient, () => files.close(), log);
}

/** Over a built site. */
export const agent = (folder: string) => agentOver(folderFiles(folder));

/** Over the site that sources make. */
export const sourceAgent = (root: string) => agentOver(sourceFiles(root));

/** A server as a client starts it. */
export function agentProcess(args: readonly string[], cwd = repositoryRoot): Promise<Agent> {
  const { PATH, HOME } = process.env;
  const program = join(repositoryRoot, "bin/cipgen.js");
  const server = spawn(process.execPath, [program, "mcp", ...args], { cwd, env: { PATH, HOME } });
  server.stderr.resume();
  // Each request that waits for the server to read listens for it.
  server.stdin.setMaxListeners(0);
  // A message is a line in both directions, so a client may read as a server does.
  return agentOf(new StdioServerTransport(server.stdout, server.stdin), async () => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, "exit");
  });
}

/** @returns the folder of the built site. */
export const built = (root: string) => buildWithProgram(root, join(root, "build"));
