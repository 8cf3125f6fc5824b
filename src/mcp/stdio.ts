/** The server on standard input and output, which is how clients start it. */

import type { Readable, Writable } from "node:stream";
import { Transform } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { type Calls, makeServer } from "./server.js";
import type { Context } from "./tools/tool.js";

/** Bytes of one message; longer ones are answered with an error and left out. */
const longestMessage = 16_000_000;

interface Streams {
  input: Readable;
  output: Writable;
  log(text: string): void;
}

/** Resolves when the client has closed the input and the calls that ran have their answers, or as soon as `end` resolves. */
export async function serveStdio(
  context: Context,
  calls: Calls,
  { input, output, log }: Streams,
  end: Promise<unknown>,
): Promise<void> {
  const refuse = () =>
    output.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message: `a message is longer than ${longestMessage} bytes` } })}\n`,
    );
  const messages = input.pipe(wholeLines(longestMessage, refuse));
  // An own limit above that of a message: the SDK ends the connection at its limit.
  // Each answer that waits for a slow reader listens for it.
  output.setMaxListeners(0);
  const transport = new StdioServerTransport(messages as unknown as Readable, output, {
    maxBufferSize: 4 * longestMessage,
  });
  const server = makeServer(context, calls, log);
  server.server.onerror = (error) => log(`cipgen mcp: ${error.message.slice(0, 500)}\n`);
  // Not before: the client waits for its first answer.
  server.server.oninitialized = () => context.site.files.open?.();
  const closed = new Promise((done) => {
    messages.once("close", done);
    input.once("error", done);
  });
  await server.connect(transport);
  await Promise.race([closed, end]);
  // The last message is only now on its way to its tool.
  await new Promise((done) => setImmediate(done));
  // Each call ends in time; a client that does not want the answers sends a signal.
  await Promise.race([Promise.allSettled(calls.running), end]);
  // What the last calls wrote has to leave this process.
  await new Promise((done) => output.write("", done));
  await server.close();
}

/** Passes lines on as they come, but none that is longer than a limit. */
export function wholeLines(limit: number, onLong: () => void): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  let isLong = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let start = 0; start < chunk.length; ) {
        const found = chunk.indexOf(10, start);
        const end = found === -1 ? chunk.length : found + 1;
        size += end - start;
        if (size > limit) {
          if (!isLong) onLong();
          isLong = true;
          parts = [];
        } else parts.push(chunk.subarray(start, end));
        if (found !== -1) {
          if (!isLong) this.push(Buffer.concat(parts));
          [parts, size, isLong] = [[], 0, false];
        }
        start = end;
      }
      done();
    },
  });
}
