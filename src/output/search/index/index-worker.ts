/** Runs in the thread that makes the embedded index. */
import type { MessagePort } from "node:worker_threads";
import type { SearchText } from "../../../shared/document.js";
import type { OutputFile } from "../../../shared/output.js";
import { type SearchPage, withBody } from "../page.js";
import { buildIndex, type IndexRequest } from "./build.js";

/** A page in a message. Its body becomes undefined when it is read. */
type SentPage = Omit<SearchPage, "body"> & { body: SearchText | undefined };

/** The input of the thread: one for each locale. */
export interface ThreadRequest extends Omit<IndexRequest, "pages"> {
  pages: readonly SentPage[];
}

/** The messages of the thread: files, in the order of the locales. */
export type ThreadOutput = OutputFile[];

/** Limits the memory for messages, each of which is in memory twice while it is sent. */
const filesPerMessage = 100;

export async function run(requests: readonly ThreadRequest[], port: MessagePort): Promise<void> {
  for (const { pages, ...request } of requests) {
    const files = buildIndex({ ...request, pages: pages.map(read) });
    for (let start = 0; start < files.length; start += filesPerMessage)
      sendFiles(port, files.slice(start, start + filesPerMessage));
  }
}

/** Drops the text of a page after it is read, because all texts together would double the memory of the thread. */
function read(page: SentPage): SearchPage {
  const { body: _, ...facts } = page;
  return withBody(facts, () => {
    const { body } = page;
    page.body = undefined;
    if (!body) throw new Error(`the text of ${page.href} was read before`);
    return body;
  });
}

/** Transfers the bytes of files. */
function sendFiles(port: MessagePort, files: ThreadOutput): void {
  const buffers = files.flatMap(({ content }) =>
    content instanceof Uint8Array ? (content.buffer as ArrayBuffer) : [],
  );
  port.postMessage(files, buffers);
}
