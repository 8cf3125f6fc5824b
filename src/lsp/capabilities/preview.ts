/**
 * The preview: the site as `serve --watch` shows it, in the process of the language server, so that it has each key press. It starts with the server
 * (`--preview`), or when a client asks for the page of a text (`cipgen/preview`), which an editor opens beside it.
 */

import { type Preview, startPreview } from "../../api/serve.js";
import { nameInSite } from "../../api/site-root.js";
import type { Result } from "../../shared/diagnostic.js";
import type { Capability } from "../capability.js";
import { pathOf } from "../places.js";
import type { WorkspaceSite } from "../workspace.js";

interface PreviewRequest {
  textDocument: { uri: string };
  /** Of the cursor, from 0. */
  position?: { line: number };
}

/** What a client gets: the address of the page and of the place in it, or why there is none. */
interface PreviewAnswer {
  url?: string;
  problem?: string;
}

export const preview: Capability = {
  offers: () => ({ experimental: { cipgenPreview: true } }),
  register(connection, workspace) {
    const running = new Map<WorkspaceSite, Promise<Result<Preview | undefined>>>();
    const open = (own: WorkspaceSite) => {
      const known = running.get(own) ?? start(own, workspace.previewPort ?? 0);
      running.set(own, known);
      return known;
    };
    // The library would ask for an answer.
    const say = (type: number, message: string) => connection.sendNotification("window/showMessage", { type, message });
    const edit = async (uri: string) => {
      if (running.size === 0) return;
      const own = await workspace.siteOf(uri);
      const path = pathOf(uri);
      const site = own && (await running.get(own));
      // What is in the editor by now.
      if (own && path) site?.value?.setText(nameInSite(own.site.root, path), workspace.documents.get(uri)?.getText());
    };
    workspace.documents.onDidChangeContent(({ document }) => edit(document.uri));
    workspace.documents.onDidClose(({ document }) => edit(document.uri));
    workspace.onOpen = async (own) => {
      if (workspace.previewPort === undefined) return;
      if (!own.site.isTrusted) return say(severity.warning, notTrusted);
      const { value, diagnostics } = await open(own);
      if (value) say(severity.info, `Preview: ${value.url}`);
      else say(severity.error, reasonOf(diagnostics));
    };
    workspace.onClose = async () => {
      const all = [...running.values()];
      running.clear();
      for (const { value } of await Promise.all(all)) await value?.close();
    };
    connection.onRequest("cipgen/preview", async ({ textDocument: { uri }, position }: PreviewRequest) => {
      const own = await workspace.siteOf(uri);
      const path = pathOf(uri);
      if (!own || path === undefined) return refused("This text is in no folder with a cipgen.config file.");
      if (!own.site.isTrusted) return refused(notTrusted);
      const { value, diagnostics } = await open(own);
      if (!value) return refused(reasonOf(diagnostics));
      const url = value.addressOf(nameInSite(own.site.root, path), await anchorAt(uri, position?.line));
      return url === undefined ? refused("This text has no page.") : { url };
    });
    /** Of the heading that a line is below. */
    const anchorAt = async (uri: string, line: number | undefined) => {
      if (line === undefined) return undefined;
      const text = await workspace.text(uri);
      return text?.headings().findLast((heading) => heading.line <= line + 1 && heading.level > 1)?.id;
    };
  },
};

/** As the protocol has them. */
const severity = { error: 1, warning: 2, info: 3 };

const notTrusted = "The preview runs the code of its folder, which is not trusted.";

const refused = (problem: string): PreviewAnswer => ({ problem });

const reasonOf = (diagnostics: Result<unknown>["diagnostics"]) =>
  `There is no preview: ${diagnostics.map(({ message }) => message).join("; ")}`;

async function start({ site }: WorkspaceSite, port: number): Promise<Result<Preview | undefined>> {
  const started = await startPreview(site.root, port);
  for (const [path, bytes] of site.unsaved) started.value?.setText(path, bytes.toString());
  return started;
}
