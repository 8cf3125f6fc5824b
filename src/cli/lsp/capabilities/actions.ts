/** Offers the fixes of lint and the corrections that messages propose, and formats metadata. */
import type { CodeAction, Diagnostic, Position, Range, TextEdit } from "vscode-languageserver";
import type { SourceFile, Position as TextPosition } from "../../../shared/document.js";
import { addAll } from "../../../shared/lists.js";
import { fixesIn, fixText } from "../../../tools/lint/fix.js";
import type { Capability } from "../capability.js";
import { toTextEdits } from "../edits.js";
import { rangeAt } from "../positions.js";
import { type SiteText, writtenOf } from "../text.js";
import { problemsOf } from "./diagnostics.js";

const kinds = { fix: "quickfix", all: "source.fixAll.cipgen" } as const;

/** Rules whose fixes format metadata. */
const formattingRules = new Set(["field-order", "field-spacing"]);

export const actions: Capability = {
  offers: {
    codeActionProvider: { codeActionKinds: Object.values(kinds) },
    documentFormattingProvider: true,
  },
  register(connection, workspace) {
    connection.onCodeAction(async ({ context: { only }, range, textDocument: { uri } }) => {
      // The diagnostics that the client sends are not used, because some clients drop the fields that they do not know.
      const diagnostics = (await problemsOf(workspace, uri)).filter((diagnostic) => touches(diagnostic.range, range));
      const text = await workspace.text(uri);
      const solutions = text ? await actionsFor(text, diagnostics, only) : [];
      return solutions.map(
        ({ title, kind, edits, diagnostic, isPreferred }): CodeAction => ({
          title,
          kind,
          edit: { changes: { [uri]: edits } },
          ...(diagnostic && { diagnostics: [diagnostic] }),
          ...(isPreferred && { isPreferred }),
        }),
      );
    });
    connection.onDocumentFormatting(async ({ textDocument }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const settings = text.snapshot.settings.flatMap((setting) =>
        formattingRules.has(setting.rule.id)
          ? [{ ...setting, severity: "warn" as const, inSeries: new Map(), relaxed: new Set<string>() }]
          : [],
      );
      return wholeEdit(text, await fixAll(text, settings));
    });
  },
};

/** Whether two ranges touch. */
function touches({ start, end }: Range, selection: Range): boolean {
  const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(end, selection.start) && !isBefore(selection.end, start);
}

interface Action {
  title: string;
  kind: string;
  edits: TextEdit[];
  diagnostic?: Diagnostic;
  isPreferred?: boolean;
}

/** @param only the requested kinds; all by default. */
async function actionsFor(text: SiteText, diagnostics: readonly Diagnostic[], only?: string[]): Promise<Action[]> {
  const isRequested = (kind: string) => only?.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));
  const result: Action[] = [];
  if (isRequested(kinds.fix) ?? true) {
    addAll(result, await fixes(text, diagnostics));
    for (const diagnostic of diagnostics) addAll(result, correctionFromHelp(text, diagnostic));
  }
  if (isRequested(kinds.all) ?? diagnostics.length > 0) {
    const edits = wholeEdit(text, await fixAll(text, text.snapshot.settings));
    if (edits.length > 0) result.push({ title: "Fix all that can be fixed in this text", kind: kinds.all, edits });
  }
  return result;
}

const sourceOf = ({ snapshot, path }: SiteText) => writtenOf(snapshot.sources.get(path) as SourceFile);

async function fixAll(text: SiteText, settings: SiteText["snapshot"]["settings"]): Promise<string> {
  return (await fixText(sourceOf(text), text.role, text.snapshot.linked.site, settings)).text;
}

function wholeEdit({ file }: SiteText, after: string): TextEdit[] {
  return file.text === after ? [] : toTextEdits(file.text, [{ start: 0, end: file.text.length, text: after }]);
}

/** The fixes of the rules that found these problems. */
async function fixes(text: SiteText, diagnostics: readonly Diagnostic[]): Promise<Action[]> {
  const diagnosticAt = (rule: string, { line, column }: TextPosition) =>
    diagnostics.find(
      ({ code, range: { start } }) => code === rule && start.line === line - 1 && start.character === column - 1,
    );
  const { snapshot, role, file } = text;
  const isWanted = (rule: string, position: TextPosition) => diagnosticAt(rule, position) !== undefined;
  const possibleFixes = await fixesIn(sourceOf(text), role, snapshot.linked.site, snapshot.settings, isWanted);
  return possibleFixes.map(({ rule, finding, edits }) => {
    const diagnostic = diagnosticAt(rule, finding);
    return {
      title: `Fix: ${finding.message}`,
      kind: kinds.fix,
      edits: toTextEdits(file.text, edits),
      ...(diagnostic && { diagnostic }),
      isPreferred: true,
    };
  });
}

/** The correction that a help proposes: "Did you mean …?", "Write …". */
function correctionFromHelp(text: SiteText, diagnostic: Diagnostic): Action[] {
  const help = String((diagnostic.data as { help?: unknown }).help ?? "");
  const [, meantWords, meantWord, word] = /^(?:Did you mean (?:"([^"]+)"|(\S+))\?|Write (\S+?)\.?)$/.exec(help) ?? [];
  const meant = meantWords ?? meantWord ?? word;
  const { start, end } = diagnostic.range;
  if (meant === undefined || start.line !== end.line) return [];
  const wrong = (text.lines[start.line] ?? "").slice(start.character, end.character);
  const hash = wrong.indexOf("#");
  // Only the anchor is replaced if the help has an anchor alone, and only the address before it if the help has none.
  const isWhole = hash <= 0 || meant.indexOf("#") > 0;
  const from = !isWhole && meant.startsWith("#") ? hash : 0;
  const to = isWhole || meant.startsWith("#") ? wrong.length : hash;
  const range = rangeAt({ line: start.line + 1, column: start.character + from + 1 }, to - from);
  const edits = [{ range, newText: meant }];
  return [{ title: `Write ${meant}`, kind: kinds.fix, edits, diagnostic, isPreferred: true }];
}
