/** A client of `cipgen mcp`, the SDK's own, and a server in this process or in one of its own. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { folderFiles, type SiteFiles, sourceFiles } from "../../src/cli/mcp/files.js";
import { AskedSite } from "../../src/cli/mcp/register.js";
import { makeServer } from "../../src/cli/mcp/server.js";
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

async function agentOf(
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

async function agentOver(files: SiteFiles): Promise<Agent> {
  const log: string[] = [];
  const [own, other] = InMemoryTransport.createLinkedPair();
  await makeServer(new AskedSite(files), new Set(), (text) => log.push(text)).connect(other);
  return agentOf(own, () => files.close(), log);
}

/** Over a built site. */
export const agent = (folder: string) => agentOver(folderFiles(folder));

/** Over the site that sources make. */
export const sourceAgent = (root: string) => agentOver(sourceFiles(root));

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
