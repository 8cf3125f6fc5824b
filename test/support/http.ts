/** Requests as they are written, without what `fetch` does to addresses and headers on the way. */
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export function ask(port: number, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, async (response) => {
      done({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    });
    asked.on("error", fail);
    asked.end();
  });
}

/** A server-sent message stream, read one message after the other. */
export interface Messages<T> {
  next(): Promise<T>;
  close(): void;
}

export function listen<T>(port: number, path: string): Messages<T> {
  const waiting: ((message: T) => void)[] = [];
  const ready: T[] = [];
  let rest = "";
  const asked = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
    response.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) receive(JSON.parse(line.slice(6)));
    });
    response.on("error", () => undefined);
  });
  asked.on("error", () => undefined);
  asked.end();
  const receive = (message: T) => {
    const first = waiting.shift();
    if (first) first(message);
    else ready.push(message);
  };
  return {
    next: () => {
      const [first] = ready.splice(0, 1);
      return first === undefined ? new Promise((done) => waiting.push(done)) : Promise.resolve(first);
    },
    close: () => asked.destroy(),
  };
}

/** Sends bytes as they are, for requests that no library would make. @returns the whole answer. */
export function askRaw(port: number, text: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(text));
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
    });
    socket.on("end", () => done(answer));
    socket.on("error", fail);
  });
}
