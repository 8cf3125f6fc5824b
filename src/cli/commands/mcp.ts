/** `cipgen mcp`: a server of the Model Context Protocol. The standard output has only its messages; everything else goes to the standard error. */

import { once } from "node:events";
import { statSync } from "node:fs";
import { PassThrough, type Readable, Transform, type Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { folderFiles, sourceFiles } from "../mcp/files.js";
import { findRoot } from "../mcp/program.js";
import { AskedSite } from "../mcp/register.js";
import { makeServer } from "../mcp/server.js";
import { type CommandOutput, ExitCode, printDiagnostics } from "./output.js";

/** @param folder of a built site; by default the sources that the working directory is in. @param onEnd called when a signal ends the server. */
export async function mcpCommand(
  folder: string | undefined,
  output: CommandOutput,
  onEnd: () => void,
): Promise<number> {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const help = "Name the folder of a built site; without one, the site in the current folder is built.";
    printDiagnostics([diagnose("config-reference", `${folder} is not a folder`, { help })], ".", output);
    return ExitCode.usage;
  }
  const files = folder === undefined ? sourceFiles((await findRoot(process.cwd())) ?? ".") : folderFiles(folder);
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal))).then(onEnd);
  try {
    const streams = { input: process.stdin, output: output.messages ?? process.stdout, log: output.talk };
    await serveStdio(new AskedSite(files), streams, end);
    return ExitCode.ok;
  } finally {
    await files.close();
  }
}

// The server on standard input and output, which is how clients start it.

interface Streams {
  input: Readable;
  output: Writable;
  log(text: string): void;
}

/** Characters that are held until a line ends. A longer line is passed on in pieces: the SDK ends the connection of so long a message. */
const longestLine = 2 ** 24;

/** Each message in a line of its own, also those of a batch, which earlier versions of the protocol have. What is no JSON is answered. */
function singleMessages(input: Readable, output: Writable): Readable {
  const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
  const single = (line: string): string => {
    if (line.trim() === "") return "";
    try {
      const message: unknown = JSON.parse(line);
      return (Array.isArray(message) ? message : [message]).map((part) => `${JSON.stringify(part)}\n`).join("");
    } catch {
      output.write(`${JSON.stringify(parseError)}\n`);
      return "";
    }
  };
  let rest = "";
  const messages = new Transform({
    transform(chunk, _, done) {
      const lines = (rest + chunk).split("\n");
      const last = lines.pop() ?? "";
      rest = last.length > longestLine ? "" : last;
      done(null, lines.map(single).join("") + (rest === "" ? last : ""));
    },
  });
  input.once("error", (error) => messages.destroy(error));
  return input.setEncoding("utf8").pipe(messages);
}

/** Resolves when the client has closed the input and its calls have their answers, or as soon as `end` resolves. */
async function serveStdio(site: AskedSite, { input, output, log }: Streams, end: Promise<unknown>): Promise<void> {
  // Each answer that waits for a slow reader listens for it.
  output.setMaxListeners(0);
  const messages = singleMessages(input, output);
  const running = new Set<Promise<unknown>>();
  const server = makeServer(site, running, log);
  server.server.onerror = (error) => log(`cipgen mcp: ${error.message.slice(0, 500)}\n`);
  // Not before: the client waits for its first answer.
  server.server.oninitialized = () => site.files.open();
  const closed = new Promise((done) => {
    for (const event of ["end", "close", "error"]) messages.once(event, done);
    // A message that is longer than the SDK's limit ends the connection.
    server.server.onclose = () => done(undefined);
  });
  // The transport closes when its input ends, and the last calls would have no answer: so its input does not end.
  await server.connect(new StdioServerTransport(messages.pipe(new PassThrough(), { end: false }), output));
  await Promise.race([closed, end]);
  // The last message is only now on its way to its tool.
  await new Promise((done) => setImmediate(done));
  await Promise.race([Promise.allSettled(running), end]);
  // What the last calls wrote has to leave this process.
  await new Promise((done) => output.write("", done));
  await server.close();
}
