/** `cipgen mcp`: runs a server of the Model Context Protocol. Only its messages go to the standard output, everything else to the standard error. */

import { statSync } from "node:fs";
import { PassThrough, type Readable, Transform, type Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { folderFiles, sourceFiles } from "../mcp/files.js";
import { findRoot } from "../mcp/program.js";
import { CurrentRegister } from "../mcp/register.js";
import { makeServer } from "../mcp/server.js";
import { type CommandOutput, ExitCode, printDiagnostics, untilSignal } from "./output.js";

/** @param folder folder of a built site; by default the site in or around the working directory is built. @param onEnd called when a signal ends the server. */
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
  const end = untilSignal().then(onEnd);
  try {
    const streams = { input: process.stdin, output: output.messages ?? process.stdout, log: output.talk };
    await serveStdio(new CurrentRegister(files), streams, end);
    return ExitCode.ok;
  } finally {
    await files.close();
  }
}

interface Streams {
  input: Readable;
  output: Writable;
  log(text: string): void;
}

/** Maximum characters that are held until a line ends. A longer line is passed on unfinished; the SDK then ends the connection, because its own limit is lower. */
const longestLine = 2 ** 24;

/** Splits the input into lines of one message each: early versions of the protocol send batches. A line that is not JSON is answered with an error. */
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
      rest += chunk;
      // Splitting copies all of the text: a long line is split once, and not for each of its chunks.
      if (!chunk.includes("\n") && rest.length <= longestLine) return done();
      const lines = rest.split("\n");
      const last = lines.pop() ?? "";
      rest = last.length > longestLine ? "" : last;
      done(null, lines.map(single).join("") + (rest === "" ? last : ""));
    },
  });
  input.once("error", (error) => messages.destroy(error));
  return input.setEncoding("utf8").pipe(messages);
}

/** Resolves when the client has closed the input and its calls have their answers, or as soon as `end` resolves. */
async function serveStdio(
  current: CurrentRegister,
  { input, output, log }: Streams,
  end: Promise<unknown>,
): Promise<void> {
  // Each answer that waits for a slow client adds a listener, and by default Node.js warns of more than ten.
  output.setMaxListeners(0);
  const messages = singleMessages(input, output);
  const running = new Set<Promise<unknown>>();
  const server = makeServer(current, running, log);
  server.server.onerror = (error) => log(`cipgen mcp: ${error.message.slice(0, 500)}\n`);
  // The site is opened after the first answer, for which the client waits.
  server.server.oninitialized = () => current.files.open();
  const closed = new Promise((done) => {
    for (const event of ["end", "close", "error"]) messages.once(event, done);
    // A message that is longer than the SDK's limit ends the connection.
    server.server.onclose = () => done(undefined);
  });
  // Its input must not end: the transport would close, and the last calls would have no answer.
  await server.connect(new StdioServerTransport(messages.pipe(new PassThrough(), { end: false }), output));
  await Promise.race([closed, end]);
  // Let the last message reach its tool.
  await new Promise((done) => setImmediate(done));
  await Promise.race([Promise.allSettled(running), end]);
  // Wait until the last answers have left this process.
  await new Promise((done) => output.write("", done));
  await server.close();
}
