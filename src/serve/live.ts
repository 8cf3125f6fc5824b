/**
 * Live reload: tells every open tab what became of its page. Script and digest are added to the response, never to the files. A tab says
 * which page it shows and by which digest, so it learns of a change also when it was not connected as the change was made.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type LiveMessage, liveAddress, pageMeta } from "../shared/live.js";
import { findAnswer, type RequestTarget, type ServedSite } from "./answer.js";
import { memoryFile, type ServedFile, sendFile, textOf } from "./respond.js";

export interface LiveOptions {
  site(): ServedSite;
  /** What a page says, whatever its styles; empty for what is none of the site's own pages. */
  pageDigest(file: ServedFile): Promise<string>;
  /** Addresses of the styles, as pages have them. */
  stylesheets(): readonly string[];
  /** The script for the browser. */
  script(): Promise<Uint8Array>;
}

interface Tab {
  response: ServerResponse;
  /** Path of its address. */
  page: string;
  /** Digest of what it shows. */
  has: string;
}

/** So that no router between forgets a connection that is quiet; in ms. */
const heartbeat = 15_000;

export class Live {
  private readonly tabs = new Set<Tab>();
  private readonly timer: NodeJS.Timeout;
  private errors: string | undefined;

  constructor(private readonly options: LiveOptions) {
    this.timer = setInterval(() => {
      for (const { response } of this.tabs) response.write(":\n\n");
    }, heartbeat).unref();
  }

  /** Answers the addresses of live reload itself. */
  answer(request: IncomingMessage, response: ServerResponse, { pathname, search }: RequestTarget): boolean {
    if (pathname === liveAddress.script) this.sendScript(request, response);
    else if (pathname === liveAddress.events) this.connect(response, new URLSearchParams(search));
    else return false;
    return true;
  }

  /** A page as a browser gets it that asks for HTML; other programs get the file. */
  async decorate(file: ServedFile, request: IncomingMessage): Promise<ServedFile> {
    if (!file.path.endsWith(".html") || !request.headers.accept?.includes("text/html")) return file;
    const html = await textOf(file);
    const digest = await this.options.pageDigest(file);
    const added = `<meta name="${pageMeta}" content="${digest}"><script type="module" src="${liveAddress.script}"></script>`;
    const end = html.indexOf("</head>");
    return memoryFile(file.path, end < 0 ? html + added : html.slice(0, end) + added + html.slice(end));
  }

  /** Paths of the addresses that tabs show. */
  get pages(): string[] {
    return [...this.tabs].map(({ page }) => page);
  }

  /** To be called when there is another site. */
  async update(): Promise<void> {
    this.errors = undefined;
    await Promise.all([...this.tabs].map((tab) => this.inform(tab)));
  }

  /** @param html what is wrong, until the next `update`. */
  fail(html: string): void {
    this.errors = html;
    for (const tab of this.tabs) send(tab, { type: "error", html });
  }

  close(): void {
    clearInterval(this.timer);
    for (const { response } of this.tabs) response.end();
  }

  private sendScript(request: IncomingMessage, response: ServerResponse): void {
    this.options.script().then(
      (script) => sendFile(request, response, memoryFile("client.js", script)),
      (error) => response.writeHead(500).end(String(error)),
    );
  }

  private connect(response: ServerResponse, query: URLSearchParams): void {
    const tab: Tab = { response, page: query.get("page") ?? "/", has: query.get("has") ?? "" };
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    });
    response.write("retry: 500\n\n");
    this.tabs.add(tab);
    response.on("close", () => this.tabs.delete(tab));
    void this.inform(tab);
  }

  private async inform(tab: Tab): Promise<void> {
    if (this.errors !== undefined) return send(tab, { type: "error", html: this.errors });
    const { file } = await findAnswer(this.options.site(), tab.page);
    const digest = file ? await this.options.pageDigest(file) : "";
    if (digest !== tab.has) {
      tab.has = digest;
      return send(tab, { type: "reload" });
    }
    send(tab, { type: "css", hrefs: [...this.options.stylesheets()] });
    send(tab, { type: "ok" });
  }
}

function send({ response }: Tab, message: LiveMessage): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
