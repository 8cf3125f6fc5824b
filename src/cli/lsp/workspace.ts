/** The folders and texts that a client has open, and the sites that they belong to. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ClientCapabilities, Connection, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { findRoot } from "../../config/index.js";
import { isWithin } from "../../content/read/symlinks.js";
import { type Diagnostic, reasonOf } from "../../shared/diagnostic.js";
import { nameInSite, siteRoot } from "../api/site-root.js";
import { Findings } from "./findings.js";
import { pathOf, uriOf } from "./positions.js";
import { EditedSite } from "./site.js";
import { SiteText } from "./text.js";

/** A site of the workspace. */
export interface WorkspaceSite {
  site: EditedSite;
  findings: Findings;
  /** The address of a file, as the client knows it. @param path below the root. */
  uri(path: string): string;
}

/** A text as the editor has it, and its site. */
export interface TextInSite {
  text: SiteText;
  site: WorkspaceSite;
}

export class Workspace {
  /** By real path of the root. */
  private readonly sites = new Map<string, Promise<WorkspaceSite>>();
  private readonly waiting: (() => void)[] = [];
  private isReady = false;
  /** Resolves when the client's last edit is applied: its later requests are about the edited text. */
  private editing: Promise<void> = Promise.resolve();
  /** Absolute paths as the client names them. */
  folders: string[] = [];
  isTrusted = false;
  client: ClientCapabilities = {};
  /** Gets all problems of a file when they change. */
  onFindings: (workspaceSite: WorkspaceSite, file: string, diagnostics: readonly Diagnostic[]) => void = () =>
    undefined;

  constructor(
    readonly connection: Connection,
    readonly documents: TextDocuments<TextDocument>,
    /** The only site, if the server was started for one. */
    readonly root: string | undefined,
  ) {
    documents.onDidChangeContent(({ document }) => this.edit(document.uri, document.getText()));
    documents.onDidClose(({ document }) => this.edit(document.uri, undefined));
  }

  /** Opens the sites of the workspace's folders. Requests that come earlier wait until this begins. */
  async start(): Promise<void> {
    this.isReady = true;
    for (const resume of this.waiting.splice(0)) resume();
    const folders = this.root === undefined ? this.folders : [resolve(this.root)];
    await Promise.all(folders.map((folder) => this.siteAround(folder)));
    for (const { uri } of this.documents.all()) await this.siteOfText(uri);
  }

  async close(): Promise<void> {
    const all = [...this.sites.values()];
    this.sites.clear();
    for (const { site, findings } of await Promise.all(all)) {
      findings.close();
      await site.close();
    }
  }

  /** The sites that are open. */
  async all(): Promise<WorkspaceSite[]> {
    await this.ready();
    await this.editing;
    return Promise.all(this.sites.values());
  }

  /** The site that a text belongs to. */
  async siteOf(uri: string): Promise<WorkspaceSite | undefined> {
    await this.ready();
    await this.editing;
    return this.siteOfText(uri);
  }

  private async siteOfText(uri: string): Promise<WorkspaceSite | undefined> {
    const path = pathOf(uri);
    return path === undefined ? undefined : this.siteAround(dirname(path));
  }

  async text(uri: string): Promise<SiteText | undefined> {
    return (await this.textInSite(uri))?.text;
  }

  /** @returns undefined if the text belongs to no site. */
  async textInSite(uri: string): Promise<TextInSite | undefined> {
    const site = await this.siteOf(uri);
    const snapshot = await site?.site.snapshot();
    const path = pathOf(uri);
    if (!site || !snapshot?.linked || path === undefined) return undefined;
    const text = SiteText.of(snapshot, nameInSite(snapshot.root, path));
    return text && { text, site };
  }

  /** The address under which the client has opened a text of a site, which may lead over symbolic links. */
  private openUri({ root, unsaved }: EditedSite, path: string): string | undefined {
    const isPath = ({ uri }: TextDocument) => {
      const openPath = pathOf(uri);
      return openPath !== undefined && nameInSite(root, openPath) === path;
    };
    return unsaved.has(path) ? this.documents.all().find(isPath)?.uri : undefined;
  }

  private ready(): Promise<void> {
    return this.isReady ? Promise.resolve() : new Promise((resume) => this.waiting.push(resume));
  }

  private async siteAround(folder: string): Promise<WorkspaceSite | undefined> {
    let ancestor = folder;
    while (!existsSync(ancestor) && dirname(ancestor) !== ancestor) ancestor = dirname(ancestor);
    const rootPath = this.root === undefined ? findRoot(ancestor) : resolve(this.root);
    if (rootPath === undefined) return undefined;
    const root = siteRoot(rootPath);
    if (this.root !== undefined && !isWithin(siteRoot(ancestor), root)) return undefined;
    const site = this.sites.get(root) ?? this.open(root, rootPath);
    this.sites.set(root, site);
    return site;
  }

  private async open(root: string, rootPath: string): Promise<WorkspaceSite> {
    // The client trusts only its own folders.
    const isInside = this.root !== undefined || this.folders.some((folder) => isWithin(root, siteRoot(folder)));
    const isTrusted = this.isTrusted && isInside;
    const site = await EditedSite.open({ root, isTrusted, onChange: () => findings.note() });
    const isOpen = (path: string) => site.unsaved.has(path);
    const findings: Findings = new Findings(site, isOpen, (file, diagnostics) =>
      this.onFindings(workspaceSite, file, diagnostics),
    );
    const uri = (path: string) => this.openUri(site, path) ?? uriOf(join(rootPath, path));
    const workspaceSite: WorkspaceSite = { site, findings, uri };
    for (const document of this.documents.all()) {
      const path = pathOf(document.uri);
      if (path !== undefined && isWithin(siteRoot(dirname(path)), root))
        site.edit(nameInSite(root, path), document.getText());
    }
    findings.note();
    return workspaceSite;
  }

  private edit(uri: string, text: string | undefined): void {
    if (!this.isReady) return;
    const take = async () => {
      const site = await this.siteOfText(uri);
      const path = pathOf(uri);
      if (!site || path === undefined) return;
      // The editor may have a later text by now than when this edit came.
      const document = this.documents.get(uri);
      const name = nameInSite(site.site.root, path);
      site.site.edit(name, document?.getText() ?? text);
      site.findings.note(name);
    };
    // A folder that cannot be read must not keep the next edits away.
    this.editing = this.editing.then(take).catch((error) => {
      this.connection.window.showErrorMessage(`cipgen: ${reasonOf(error)}`);
    });
  }
}
