/**
 * Highlights code in a thread while texts are parsed. The thread only saves time: code that it has not highlighted when a
 * page needs it is highlighted here, with the same result.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { highlight } from "../content/formats/markdown/highlight.js";
import type { HighlightInput, HighlightOutput } from "../content/formats/markdown/highlight-worker.js";
import { hasThreads, startThread } from "../platform/threads.js";
import { type CodePart, type HtmlPart, isCode, type ParsedPart, withColors } from "../shared/html-parts.js";

/** Characters of code in a message. Sending one takes as long as highlighting some hundred characters. */
const fullMessage = 10_000;

/** A thread for `highlight-worker.ts`. */
interface HighlightThread {
  port: MessagePort;
  /** Ends the thread, even while it works. */
  close(): Promise<unknown>;
}

export class Highlighter {
  private thread: HighlightThread | undefined;
  /** Parts that are not sent yet. */
  private waiting: CodePart[] = [];
  private characters = 0;
  /** Parts that were sent and have no answer yet, by message. */
  private readonly sent: (readonly CodePart[])[] = [];
  private readonly htmlOfParts = new Map<CodePart, string>();

  /** @param connect starts the thread, if this program can. */
  constructor(private readonly connect: () => HighlightThread | undefined = startHighlightThread) {}

  start(): void {
    this.thread = this.connect();
  }

  /** Lets the thread highlight the code of a text. */
  add(parts: readonly ParsedPart[]): void {
    if (!this.thread) return;
    for (const part of parts) {
      if (!isCode(part)) continue;
      this.waiting.push(part);
      this.characters += part.code.length;
    }
    if (this.characters > fullMessage) this.send(false);
  }

  /** Lets the thread end. The caller calls this after the last text. */
  finish(): void {
    this.send(true);
  }

  /** @returns the parts with highlighted code. */
  withColors(parts: ParsedPart[]): HtmlPart[] {
    return withColors(parts, (part) => {
      if (this.sent.length > 0 && !this.htmlOfParts.has(part)) this.receive();
      const html = this.htmlOfParts.get(part) ?? highlight(part);
      this.htmlOfParts.delete(part);
      return html;
    });
  }

  async close(): Promise<void> {
    await this.thread?.close();
  }

  private send(isLast: boolean): void {
    const parts = this.waiting;
    this.thread?.port.postMessage({ parts, isLast } satisfies HighlightInput);
    this.sent.push(parts);
    this.waiting = [];
    this.characters = 0;
  }

  private receive(): void {
    if (!this.thread) return;
    for (;;) {
      const answer: { message: HighlightOutput } | undefined = receiveMessageOnPort(this.thread.port);
      if (!answer) return;
      const parts = this.sent.shift() ?? [];
      for (const [index, part] of parts.entries()) this.htmlOfParts.set(part, answer.message[index] ?? "");
    }
  }
}

function startHighlightThread(): HighlightThread | undefined {
  if (!hasThreads()) return undefined;
  const { port1, port2 } = new MessageChannel();
  const worker = startThread("highlight", { port: port2 }, [port2]);
  // If the thread fails, its work is done here.
  worker.on("error", () => undefined);
  return { port: port1, close: () => worker.terminate() };
}
