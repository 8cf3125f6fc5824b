/**
 * Live reload: tells every open tab when its page changes. Script and digest are added to the response, never to the
 * files. A tab sends its page and digest, so that it also learns of changes while it was not connected.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorsIn, formatText, type TextLookup, withoutColours } from "../../platform/diagnostics/report.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { type LiveErrors, type LiveMessage, liveAddress, pageMeta } from "../../shared/live.js";
import { escapeHtml } from "../../shared/text.js";
import { findAnswer, type RequestTarget, refuse, type ServedSite } from "./answer.js";
import { publicReason, type ServedFile, sendFile, servedFile } from "./respond.js";

interface LiveOptions {
  site(): ServedSite;
  /** Digest of a page without its styles; empty for other files. */
  pageDigest(file: ServedFile): string;
  /** Addresses of the styles, as pages have them. */
  stylesheets(): readonly string[];
  /** Version of the files that pages show besides HTML and styles; it changes with each of them. */
  filesVersion(): number;
  /** The errors of a page's text, if it has any. */
  errorsOf(page: string): LiveErrors | undefined;
  /** The script for the browser. */
  script(): Promise<Uint8Array>;
}

interface Tab {
  response: ServerResponse;
  /** Path of the tab's address. */
  page: string;
  /** Digest of the page that the tab shows. */
  digest: string;
  /** Number of the last message to the tab: a message that took longer than the next one is not sent. */
  turn: number;
}

/** Interval of messages that keep idle connections open; in ms. */
const heartbeat = 15_000;

export class Live {
  private readonly tabs = new Set<Tab>();
  private readonly timer: NodeJS.Timeout;
  /** The errors that concern every page. */
  private errors: LiveErrors | undefined;

  constructor(private readonly options: LiveOptions) {
    this.timer = setInterval(() => {
      for (const { response } of this.tabs) response.write(":\n\n");
    }, heartbeat).unref();
  }

  /** Answers the addresses of live reload, and returns whether the request was for one. */
  answer(request: IncomingMessage, response: ServerResponse, { pathname, search }: RequestTarget): boolean {
    if (pathname === liveAddress.script) this.sendScript(request, response);
    else if (pathname === liveAddress.events) this.connect(response, new URLSearchParams(search));
    else return false;
    return true;
  }

  /** Adds the script to a page that a browser requests; other programs get the file. */
  decorate(file: ServedFile, request: IncomingMessage): ServedFile {
    if (!file.path.endsWith(".html") || !request.headers.accept?.includes("text/html")) return file;
    const html = file.body.toString();
    const digest = this.options.pageDigest(file);
    const version = this.options.filesVersion();
    // The client swaps pages only if they have the same scripts. With another address of this one, the browser loads the document anew, and its pictures.
    const script = version === 0 ? liveAddress.script : `${liveAddress.script}?files=${version}`;
    const added = `<meta name="${pageMeta}" content="${digest}"><script type="module" src="${script}"></script>`;
    const end = html.indexOf("</head>");
    return servedFile(file.path, end < 0 ? html + added : html.slice(0, end) + added + html.slice(end));
  }

  /** Informs all tabs. Call it when the site has changed. */
  async update(): Promise<void> {
    this.errors = undefined;
    await Promise.all([...this.tabs].map((tab) => this.inform(tab)));
  }

  /** Shows problems in all tabs until the next `update`. @param html the problems. */
  fail(html: string): void {
    this.errors = { title: "The site cannot be built", html, isOfPage: false };
    for (const tab of this.tabs) send(tab, { type: "error", ...this.errors });
  }

  close(): void {
    clearInterval(this.timer);
    for (const { response } of this.tabs) response.end();
  }

  private sendScript(request: IncomingMessage, response: ServerResponse): void {
    this.options.script().then(
      (script) => sendFile(request, response, servedFile("client.js", script)),
      (error) => refuse(response, 500, publicReason(error)),
    );
  }

  private connect(response: ServerResponse, query: URLSearchParams): void {
    const tab: Tab = { response, page: query.get("page") ?? "/", digest: query.get("has") ?? "", turn: 0 };
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 500\n\n");
    this.tabs.add(tab);
    response.on("close", () => this.tabs.delete(tab));
    void this.inform(tab);
  }

  private async inform(tab: Tab): Promise<void> {
    const turn = ++tab.turn;
    const file = this.errors === undefined ? (await findAnswer(this.options.site(), tab.page)).file : undefined;
    const digest = file ? this.options.pageDigest(file) : "";
    // The site may have changed or failed while the page was made.
    if (tab.turn !== turn) return;
    if (this.errors !== undefined) return send(tab, { type: "error", ...this.errors });
    if (digest !== tab.digest) {
      tab.digest = digest;
      return send(tab, { type: "reload" });
    }
    send(tab, { type: "css", hrefs: [...this.options.stylesheets()] });
    const errors = this.options.errorsOf(tab.page);
    send(tab, errors ? { type: "error", ...errors } : { type: "ok" });
  }
}

function send({ response }: Tab, message: LiveMessage): void {
  if (!response.writableEnded) response.write(`data: ${JSON.stringify(message)}\n\n`);
}

/** The errors as the terminal shows them. */
export function errorsToHtml(diagnostics: readonly Diagnostic[], readText: TextLookup): string {
  const text = withoutColours(formatText(errorsIn(diagnostics), readText));
  return text && `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}
