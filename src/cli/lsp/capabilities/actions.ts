/** Corrections: the fixes of lint, and what was meant; and the metadata in its order. */
import type { CodeAction, Diagnostic, Position, Range, TextEdit } from "vscode-languageserver";
import { addAll } from "../../../shared/lists.js";
import { fixesIn, fixText } from "../../../tools/lint/fix.js";
import type { Capability } from "../capability.js";
import { toTextEdits } from "../edits.js";
import { rangeAt } from "../places.js";
import { type SiteText, writtenOf } from "../text.js";
import { problemsOf } from "./diagnostics.js";

const kinds = { fix: "quickfix", all: "source.fixAll.cipgen" } as const;

/** Rules whose fixes are the format of metadata. */
const formatting = new Set(["field-order", "field-spacing"]);

export const actions: Capability = {
  offers: {
    codeActionProvider: { codeActionKinds: Object.values(kinds) },
    documentFormattingProvider: true,
  },
  register(connection, workspace) {
    connection.onCodeAction(async ({ context: { only }, range, textDocument: { uri } }) => {
      // Not those that the client sends: some drop what they do not know of them.
      const diagnostics = (await problemsOf(workspace, uri)).filter((diagnostic) => overlap(diagnostic.range, range));
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
      const settings = text.now.settings.flatMap((setting) =>
        formatting.has(setting.rule.id)
          ? [{ ...setting, severity: "warn" as const, inSeries: new Map(), relaxed: new Set<string>() }]
          : [],
      );
      return wholeEdit(text, await fixed(text, settings));
    });
  },
};

/** Whether two ranges have a place in common. */
function overlap({ start, end }: Range, other: Range): boolean {
  const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(end, other.start) && !isBefore(other.end, start);
}

interface Action {
  title: string;
  kind: string;
  edits: TextEdit[];
  diagnostic?: Diagnostic;
  isPreferred?: boolean;
}

/** @param only kinds that are asked for; all by default. */
async function actionsFor(text: SiteText, diagnostics: readonly Diagnostic[], only?: string[]): Promise<Action[]> {
  const isAsked = (kind: string) => only?.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
  const result: Action[] = [];
  if (isAsked(kinds.fix) ?? true) {
    addAll(result, await fixes(text, diagnostics));
    for (const diagnostic of diagnostics) addAll(result, proposed(text, diagnostic));
  }
  if (isAsked(kinds.all) ?? diagnostics.length > 0) {
    const edits = wholeEdit(text, await fixed(text, text.now.settings));
    if (edits.length > 0) result.push({ title: "Fix all that can be fixed in this text", kind: kinds.all, edits });
  }
  return result;
}

const sourceOf = ({ now, path }: SiteText) => writtenOf(now.sources.get(path) as never);

async function fixed(text: SiteText, settings: SiteText["now"]["settings"]): Promise<string> {
  return (await fixText(sourceOf(text), text.role, text.now.linked.site, settings)).text;
}

function wholeEdit({ file }: SiteText, after: string): TextEdit[] {
  return file.text === after ? [] : toTextEdits(file.text, [{ start: 0, end: file.text.length, text: after }]);
}

/** The fixes of the rules that found these problems. */
async function fixes(text: SiteText, diagnostics: readonly Diagnostic[]): Promise<Action[]> {
  const of = (rule: string, line: number, column: number) =>
    diagnostics.find(
      ({ code, range: { start } }) => code === rule && start.line === line - 1 && start.character === column - 1,
    );
  const { now, role, file } = text;
  const isWanted = (rule: string, { line, column }: { line: number; column: number }) =>
    of(rule, line, column) !== undefined;
  const possibleFixes = await fixesIn(sourceOf(text), role, now.linked.site, now.settings, isWanted);
  return possibleFixes.map(({ rule, finding, edits }) => {
    const diagnostic = of(rule, finding.line, finding.column);
    return {
      title: `Fix: ${finding.message}`,
      kind: kinds.fix,
      edits: toTextEdits(file.text, edits),
      ...(diagnostic && { diagnostic }),
      isPreferred: true,
    };
  });
}

/** What a help says was meant. */
function proposed(text: SiteText, diagnostic: Diagnostic): Action[] {
  const help = String((diagnostic.data as { help?: unknown }).help ?? "");
  const [, quoted, bare, written] = /^(?:Did you mean (?:"([^"]+)"|(\S+))\?|Write (\S+?)\.?)$/.exec(help) ?? [];
  const meant = quoted ?? bare ?? written;
  const { start, end } = diagnostic.range;
  if (meant === undefined || start.line !== end.line) return [];
  const wrong = (text.lines[start.line] ?? "").slice(start.character, end.character);
  const hash = wrong.indexOf("#");
  // Replaces a wrong anchor alone, or a wrong address without its anchor.
  const [from, to] =
    hash <= 0 || meant.indexOf("#") > 0 ? [0, wrong.length] : meant.startsWith("#") ? [hash, wrong.length] : [0, hash];
  const range = rangeAt({ line: start.line + 1, column: start.character + from + 1 }, to - from);
  const edits = [{ range, newText: meant }];
  return [{ title: `Write ${meant}`, kind: kinds.fix, edits, diagnostic, isPreferred: true }];
}
