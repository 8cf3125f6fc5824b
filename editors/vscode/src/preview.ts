/** The preview beside the text: the page of the text that is edited, with what is not saved, at the place of the cursor. */
import { randomBytes } from "node:crypto";
import { env, type TextEditor, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import type { Server } from "./server";

/** What the server answers to `cipgen/preview`. */
interface PreviewAnswer {
  /** Address of the page, with the place in it; undefined where the text has no page. */
  url?: string;
  /** Why there is none. */
  problem?: string;
}

/** Between the last move of the cursor and the question where it is, in ms. */
const settling = 60;

export class Preview {
  private panel: WebviewPanel | undefined;
  private shown = "";
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: () => Server | undefined) {}

  /** Opens the preview of a text, or shows that text in the one that is open. */
  async open(editor: TextEditor): Promise<void> {
    const { url, problem } = await this.ask(editor);
    if (url === undefined) {
      await window.showWarningMessage(problem ?? "This text has no page.");
      return;
    }
    if (!this.panel) {
      const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
      this.panel = window.createWebviewPanel("cipgen.preview", "Preview", place, {
        enableScripts: true,
        retainContextWhenHidden: true,
      });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
      });
      this.shown = url;
      this.panel.webview.html = await pageOf(url);
    } else {
      this.panel.reveal(undefined, true);
      await this.show(url);
    }
  }

  /** To be called when the cursor or the text has changed. */
  follow(editor: TextEditor | undefined): void {
    clearTimeout(this.timer);
    if (!this.panel || editor?.document.uri.scheme !== "file") return;
    this.timer = setTimeout(async () => {
      const { url } = await this.ask(editor);
      if (url !== undefined) await this.show(url);
    }, settling);
  }

  close(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
  }

  private async show(url: string): Promise<void> {
    if (!this.panel || url === this.shown) return;
    this.shown = url;
    await this.panel.webview.postMessage({ url: await outside(url) });
  }

  private async ask({ document, selection }: TextEditor): Promise<PreviewAnswer> {
    const server = this.server();
    if (!server) return { problem: "The language server does not run." };
    if (!server.program.isOfSite)
      return {
        problem: "The preview runs the site's own cipgen: install it (npm install cipgen) and trust the folder.",
      };
    const { line, character } = selection.active;
    return server.client.sendRequest("cipgen/preview", {
      textDocument: { uri: document.uri.toString() },
      position: { line, character },
    });
  }
}

/** An address of this machine as the editor's window reaches it, which may be on another one. */
const outside = async (url: string) => (await env.asExternalUri(Uri.parse(url))).toString(true);

async function pageOf(url: string): Promise<string> {
  const address = await outside(url);
  const nonce = randomBytes(16).toString("base64url");
  const policy = `default-src 'none'; frame-src ${new URL(address).origin}; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  const escaped = address.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Preview</title>
<style nonce="${nonce}">html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; display: block; background: white }</style>
</head>
<body>
<iframe title="Preview" src="${escaped}"></iframe>
<script nonce="${nonce}">
const frame = document.querySelector("iframe");
addEventListener("message", ({ data }) => { if (data.url && data.url !== frame.src) frame.src = data.url; });
</script>
</body>
</html>
`;
}
