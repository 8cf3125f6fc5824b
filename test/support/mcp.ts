/** A client of `cipgen mcp`, the SDK's own, and a server in this process or in one of its own. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type Calls, makeCalls, makeServer } from "../../src/mcp/server.js";
import { contextOf } from "../../src/mcp/start.js";
import type { Context } from "../../src/mcp/tools/tool.js";
import { buildWithProgram } from "./built-site.js";
import { repositoryRoot } from "./site.js";

export interface Answer {
  text: string;
  isError: boolean;
}

export interface Agent {
  client: Client;
  /** What the server logged, which is no part of an answer. */
  log: string[];
  ask(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

export async function agentOf(
  transport: Transport,
  close: () => Promise<void> = async () => undefined,
  log: string[] = [],
): Promise<Agent> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return {
    client,
    log,
    async ask(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      return { text, isError: isError === true };
    },
    async close() {
      await client.close();
      await close();
    },
  };
}

/** @param place as on the command line. @param calls see `makeCalls`. */
export async function agent(
  place: string | Context | undefined,
  root?: string,
  calls: Calls = makeCalls(),
): Promise<Agent> {
  const context = typeof place === "object" ? place : contextOf(place, root);
  if (typeof context === "string") throw new Error(context);
  const log: string[] = [];
  const [own, other] = InMemoryTransport.createLinkedPair();
  await makeServer(context, calls, (text) => log.push(text)).connect(other);
  return agentOf(own, () => context.site.files.close(), log);
}

/** A server as a client starts it. */
export function agentProcess(args: readonly string[], cwd = repositoryRoot): Promise<Agent> {
  const { PATH = "", HOME = "" } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(repositoryRoot, "bin/cipgen.js"), "mcp", ...args],
    cwd,
    env: { PATH, HOME },
    stderr: "pipe",
  });
  return agentOf(transport);
}

/** @returns the folder of the built site. */
export const built = (root: string) => buildWithProgram(root, join(root, "build"));
