/** Corrections: the fixes of lint, what was meant, missing sections and fields, links for mentions; and the metadata in its order. */
import type { CodeAction, CodeActionParams, Diagnostic, TextEdit } from "vscode-languageserver";
import { type Series, toBeWritten } from "../../../config/index.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { linkedPath } from "../../../platform/path-below.js";
import { addAll } from "../../../shared/lists.js";
import { fixesIn, fixText } from "../../../tools/lint/fix.js";
import { knownSection, sectionHeadings } from "../../../tools/lint/proposals.js";
import type { Capability } from "../capability.js";
import { smallestEdit, toTextEdits } from "../edits.js";
import { placeIn, rangeAt } from "../places.js";
import { type SiteText, writtenOf } from "../text.js";
import { problemsOf } from "./diagnostics.js";

const kinds = { fix: "quickfix", rewrite: "refactor.rewrite", all: "source.fixAll.cipgen" } as const;

/** Rules whose fixes are the format of metadata. */
const formatting = new Set(["field-order", "field-spacing"]);

export const actions: Capability = {
  offers: () => ({
    codeActionProvider: { codeActionKinds: Object.values(kinds) },
    documentFormattingProvider: true,
  }),
  register(connection, workspace) {
    connection.onCodeAction(async (request) => {
      const { context, textDocument } = request;
      const { uri } = textDocument;
      const diagnostics = ownDiagnostics(context.diagnostics, await problemsOf(workspace, uri));
      const text = await workspace.text(uri);
      const solutions = text ? await actionsAt(text, { ...request, context: { ...context, diagnostics } }) : [];
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

/** Those that are ours, as we sent them: a client may drop what it does not know, as ALE keeps the code, the message and the start alone. */
function ownDiagnostics(sent: readonly Diagnostic[], ours: readonly Diagnostic[]): Diagnostic[] {
  return sent.flatMap(({ code, message, range: { start } }) => {
    const diagnostics = ours.filter(
      (diagnostic) =>
        diagnostic.code === code &&
        diagnostic.range.start.line === start.line &&
        diagnostic.range.start.character === start.character,
    );
    return diagnostics.find((diagnostic) => diagnostic.message.startsWith(message)) ?? diagnostics[0] ?? [];
  });
}

interface Action {
  title: string;
  kind: string;
  edits: TextEdit[];
  diagnostic?: Diagnostic;
  isPreferred?: boolean;
}

async function actionsAt(text: SiteText, { context, range }: CodeActionParams): Promise<Action[]> {
  const isAsked = (kind: string) =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const mine = context.diagnostics;
  const result: Action[] = [];
  if (isAsked(kinds.fix)) {
    addAll(result, await fixes(text, mine));
    for (const diagnostic of mine) addAll(result, proposed(text, diagnostic));
  }
  const position = placeIn(text.lines, range.start);
  if (isAsked(kinds.rewrite)) addAll(result, linkMention(text, position));
  const wantsAll =
    context.only?.some((only) => kinds.all === only || kinds.all.startsWith(`${only}.`)) ?? mine.length > 0;
  if (wantsAll) {
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
  const edit = smallestEdit(file.text, after);
  return edit ? toTextEdits(file.text, [edit]) : [];
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

/** What a help says is missing, in the order of the series, or was meant. */
function proposed(text: SiteText, diagnostic: Diagnostic): Action[] {
  const help = String((diagnostic.data as { help?: unknown } | undefined)?.help ?? "");
  const { series } = text.file;
  const action = (title: string, edit: TextEdit): Action[] => [
    { title, edits: [edit], kind: kinds.fix, diagnostic, isPreferred: true },
  ];
  const [, title] = /^Add a heading: ## (.+)$/.exec(help) ?? [];
  if (title !== undefined && series) return action(`Add the section "${title}"`, sectionEdit(text, series, title));
  const [, key] = /^Add a line: ([^:]+): …$/.exec(help) ?? [];
  if (key !== undefined && series) return action(`Add the field "${key}"`, fieldEdit(text, series, key));
  const [, quoted, bare, written] = /^(?:Did you mean (?:"([^"]+)"|(\S+))\?|Write (\S+?)\.?)$/.exec(help) ?? [];
  const meant = quoted ?? bare ?? written;
  const { start, end } = diagnostic.range;
  if (meant === undefined || start.line !== end.line) return [];
  const wrong = (text.lines[start.line] ?? "").slice(start.character, end.character);
  const hash = wrong.indexOf("#");
  // Of a link with a wrong anchor only the anchor is replaced; of one with a wrong address, all but the anchor.
  const [from, to] =
    hash <= 0 || meant.indexOf("#") > 0 ? [0, wrong.length] : meant.startsWith("#") ? [hash, wrong.length] : [0, hash];
  const range = rangeAt({ line: start.line + 1, column: start.character + from + 1 }, to - from);
  return action(`Write ${meant}`, { range, newText: meant });
}

/** Before the first section that comes behind it in the series. */
function sectionEdit({ file, lines }: SiteText, series: Series, title: string): TextEdit {
  const order = series.sections.map((section) => section.title);
  const rank = order.indexOf(title);
  const next = sectionHeadings(file).find(({ text }) => {
    const section = knownSection(series, text);
    return section !== undefined && order.indexOf(section.title) > rank;
  });
  const body = `## ${title}\n\n${series.sections[rank]?.text ?? toBeWritten}\n`;
  if (next) return { range: rangeAt({ line: next.position.line, column: 1 }, 0), newText: `${body}\n` };
  const last = lines.length;
  const isEnded = lines[last - 1] === "";
  return {
    range: rangeAt({ line: last, column: (lines[last - 1]?.length ?? 0) + 1 }, 0),
    newText: `${isEnded ? "" : "\n"}\n${body}`,
  };
}

/** Before the first field that comes behind it in the series, written as these are. */
function fieldEdit({ file }: SiteText, series: Series, key: string): TextEdit {
  const order = series.fields.map((field) => normalizeKey(field.key));
  const rank = order.indexOf(normalizeKey(key));
  const next = file.entries.find((entry) => order.indexOf(normalizeKey(entry.key)) > rank);
  const last = file.entries.at(-1);
  const initial = series.fields[rank]?.initial ?? "";
  const line = next?.keyPosition.line ?? (last ? last.keyPosition.line + 1 : 2);
  const indent = " ".repeat(Math.max(0, (last?.keyPosition.column ?? 1) - 1));
  return { range: rangeAt({ line, column: 1 }, 0), newText: `${indent}${key}: ${initial}\n` };
}

function linkMention(text: SiteText, position: { line: number; column: number }): Action[] {
  const named = text.namedAt(position);
  const document = named?.proposal?.document;
  if (!named || !document || named.isBare || text.file.isMetadata(position.line) || document.path === text.path)
    return [];
  // The words of a link are not a mention.
  const line = text.lines[position.line - 1] ?? "";
  if (/^[^[\]]*\][([]/.test(line.slice(named.range.end.character))) return [];
  const newText = `[${named.text}](${linkedPath(text.path, document.path)})`;
  return [{ title: `Link ${named.text}`, kind: kinds.rewrite, edits: [{ range: named.range, newText }] }];
}
