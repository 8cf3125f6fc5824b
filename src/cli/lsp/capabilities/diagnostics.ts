/** Problems, while a text is typed: pushed for every file of a site, and for clients that ask themselves also pulled. */
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import { textLookup } from "../../../platform/diagnostics/report.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { linesOf } from "../../../shared/lines.js";
import { rules } from "../../../tools/lint/rules/index.js";
import { nameInSite } from "../../api/site-root.js";
import type { Capability } from "../capability.js";
import { pathOf, rangeOf } from "../places.js";
import type { Workspace, WorkspaceSite } from "../workspace.js";

/** Delay in ms after a change before a client is told to ask again: it then asks for every text that is open. */
const refreshPause = 50;

const severities = { error: 1, warning: 2 } as const;

export const diagnostics: Capability = {
  offers: ({ textDocument }) =>
    textDocument?.diagnostic
      ? { diagnosticProvider: { identifier: "cipgen", interFileDependencies: true, workspaceDiagnostics: false } }
      : {},
  register(connection, workspace) {
    const isPulled = (uri: string) =>
      Boolean(workspace.client.textDocument?.diagnostic) && workspace.documents.get(uri) !== undefined;
    let refreshing: NodeJS.Timeout | undefined;
    const refresh = () => {
      if (workspace.client.workspace?.diagnostics?.refreshSupport !== true) return;
      clearTimeout(refreshing);
      refreshing = setTimeout(() => connection.languages.diagnostics.refresh(), refreshPause);
    };
    workspace.onFindings = (workspaceSite, file, findings) => {
      const uri = workspace.uri(workspaceSite, file);
      // A client would show twice what it is sent and asks for.
      if (isPulled(uri)) return refresh();
      const version = workspace.documents.get(uri)?.version;
      const list = toClient(findings, workspaceSite, file, workspace);
      void connection.sendDiagnostics({ uri, diagnostics: list, ...(version !== undefined && { version }) });
    };
    connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => ({
      kind: "full",
      items: await problemsOf(workspace, uri),
    }));
    // For programs that drive an editor: answered when all problems are known, with `links` also those of check-links.
    connection.onRequest("cipgen/settled", async ({ links = false }: { links?: boolean }) => {
      for (const { findings } of await workspace.all()) await findings.settled(links);
      return null;
    });
  },
};

/** The problems of a text, as its client gets them. */
export async function problemsOf(workspace: Workspace, uri: string): Promise<LspDiagnostic[]> {
  const site = await workspace.siteOf(uri);
  const path = pathOf(uri);
  if (!site || path === undefined) return [];
  const name = nameInSite(site.site.root, path);
  return toClient(await site.findings.of(name), site, name, workspace);
}

function toClient(findings: readonly Diagnostic[], workspaceSite: WorkspaceSite, file: string, workspace: Workspace) {
  const bytes = workspaceSite.site.unsaved.get(file);
  const lines = linesOf(bytes?.toString() ?? textLookup(workspaceSite.site.root)(file) ?? "");
  return findings.map((diagnostic): LspDiagnostic => {
    const page = manualPage(diagnostic.code);
    const uri = workspace.uri(workspaceSite, file);
    const range = rangeOf(diagnostic, lines);
    const related = diagnostic.help && workspace.client.textDocument?.publishDiagnostics?.relatedInformation;
    return {
      range,
      severity: severities[diagnostic.severity],
      code: diagnostic.code,
      source: "cipgen",
      message: diagnostic.help && !related ? `${diagnostic.message}\n${diagnostic.help}` : diagnostic.message,
      ...(page && { codeDescription: { href: page } }),
      ...(related && { relatedInformation: [{ location: { uri, range }, message: diagnostic.help as string }] }),
      data: { message: diagnostic.message, help: diagnostic.help },
    };
  });
}

const manual = "https://github.com/core-coin/cip/blob/master/docs";

const ruleOf = new Map<string, string>(
  rules.flatMap(({ id, adopts = [] }) => [id, ...adopts].map((code): [string, string] => [code, id])),
);

/** Address of the page of the manual that explains a problem, by its code; undefined where its message says all. */
function manualPage(code: string): string | undefined {
  const rule = ruleOf.get(code);
  if (rule !== undefined) return `${manual}/lint.md#${rule}`;
  if (code.startsWith("config-")) return `${manual}/configuration.md`;
  if (/^(?:broken|link|url|page|hreflang|headers|asset)-/.test(code)) return `${manual}/command-line.md#checking-links`;
  return undefined;
}
