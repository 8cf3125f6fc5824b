/** Sends the problems of every file of a site, while its texts are edited. */
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import { textLookup } from "../../../platform/diagnostics/report.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { linesOf } from "../../../shared/lines.js";
import { nameInSite } from "../../api/site-root.js";
import type { Capability } from "../capability.js";
import { pathOf, rangeOf } from "../positions.js";
import type { Workspace, WorkspaceSite } from "../workspace.js";

const severities = { error: 1, warning: 2 } as const;

export const diagnostics: Capability = {
  offers: {},
  register(connection, workspace) {
    workspace.onFindings = (workspaceSite, file, findings) => {
      const uri = workspaceSite.uri(file);
      const version = workspace.documents.get(uri)?.version;
      const list = toClient(findings, workspaceSite, file);
      void connection.sendDiagnostics({ uri, diagnostics: list, ...(version !== undefined && { version }) });
    };
    // For programs that drive an editor: the answer comes when all problems are known.
    connection.onRequest("cipgen/settled", async () => {
      for (const { findings } of await workspace.all()) await findings.settled();
      return null;
    });
  },
};

/** The problems of a text, in the client's form. */
export async function problemsOf(workspace: Workspace, uri: string): Promise<LspDiagnostic[]> {
  const site = await workspace.siteOf(uri);
  const path = pathOf(uri);
  if (!site || path === undefined) return [];
  const name = nameInSite(site.site.root, path);
  return toClient(await site.findings.of(name), site, name);
}

function toClient(findings: readonly Diagnostic[], workspaceSite: WorkspaceSite, file: string) {
  const bytes = workspaceSite.site.unsaved.get(file);
  const lines = linesOf(bytes?.toString() ?? textLookup(workspaceSite.site.root)(file) ?? "");
  return findings.map(
    (diagnostic): LspDiagnostic => ({
      range: rangeOf(diagnostic, lines),
      severity: severities[diagnostic.severity],
      code: diagnostic.code,
      source: "cipgen",
      message: diagnostic.help ? `${diagnostic.message}\n${diagnostic.help}` : diagnostic.message,
      data: { help: diagnostic.help },
    }),
  );
}
