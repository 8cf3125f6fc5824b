/** The server on standard input and output, which is how clients start it. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { AskedSite } from "./register.js";
import { makeServer } from "./server.js";

interface Streams {
  input: Readable;
  output: Writable;
  log(text: string): void;
}

/** Resolves when the client has closed the input and its calls have their answers, or as soon as `end` resolves. */
export async function serveStdio(
  site: AskedSite,
  { input, output, log }: Streams,
  end: Promise<unknown>,
): Promise<void> {
  // Each answer that waits for a slow reader listens for it.
  output.setMaxListeners(0);
  const running = new Set<Promise<unknown>>();
  const server = makeServer(site, running, log);
  server.server.onerror = (error) => log(`cipgen mcp: ${error.message.slice(0, 500)}\n`);
  // Not before: the client waits for its first answer.
  server.server.oninitialized = () => site.files.open();
  const closed = new Promise((done) => {
    for (const event of ["end", "close", "error"]) input.once(event, done);
    // A message that is longer than the SDK's limit ends the connection.
    server.server.onclose = () => done(undefined);
  });
  await server.connect(new StdioServerTransport(input, output));
  await Promise.race([closed, end]);
  // The last message is only now on its way to its tool.
  await new Promise((done) => setImmediate(done));
  await Promise.race([Promise.allSettled(running), end]);
  // What the last calls wrote has to leave this process.
  await new Promise((done) => output.write("", done));
  await server.close();
}
