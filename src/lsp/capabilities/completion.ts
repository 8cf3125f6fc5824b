/** What may be written at a place: fields and their values, numbers of proposals, paths, anchors, footnotes, languages, sections, a whole proposal. */
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { CompletionItem, Position as LspPosition } from "vscode-languageserver";
import { readOwnTemplate } from "../../api/new-proposal.js";
import {
  type FieldRule,
  formatNumber,
  previewToBeWritten,
  type Series,
  stepOf,
  toBeWritten,
} from "../../config/index.js";
import { languageNames } from "../../formats/markdown/highlight.js";
import { missingSections } from "../../lint/proposals.js";
import { keysOf, listsFrontMatter, normalizeKey } from "../../metadata/keys.js";
import type { Proposal } from "../../model/site.js";
import { readFileName } from "../../parse/file-name.js";
import { readProposalText } from "../../parse/proposal-text.js";
import { sourceFile } from "../../read/sources.js";
import { findExample } from "../../scaffold/example.js";
import { makeProposal } from "../../scaffold/proposal.js";
import type { Author, Position } from "../../shared/document.js";
import { nextNumber, textOfNumber } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import { splitUrl } from "../../shared/url.js";
import type { Capability } from "../capability.js";
import { describeField, describeProposal, fieldOf, statusOf, titleOf } from "../describe.js";
import { placeIn } from "../places.js";
import { protocol } from "../protocol.js";
import { documentsOf, type SiteText } from "../text.js";

/** What is offered in place of the letters before the cursor. */
interface Offer {
  label: string;
  /** What is written; the label by default. */
  text?: string;
  detail?: string;
  documentation?: string;
  /** Smaller ones come first. */
  rank?: number;
  kind?: "Property" | "EnumMember" | "Reference" | "File" | "Snippet" | "Value" | "Keyword";
  isSnippet?: boolean;
}

interface Place {
  text: SiteText;
  place: Position;
  /** The line before and behind the cursor. */
  before: string;
  after: string;
}

/** Offers, and the number of letters before the cursor that they replace. */
interface Offers {
  replaced: number;
  offers: Offer[];
}

export const completion: Capability = {
  offers: () => ({ completionProvider: { triggerCharacters: ["-", "(", "#", "[", "/", ":", "^", "`", " "] } }),
  register(connection, workspace) {
    connection.onCompletion(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const place = placeIn(text.lines, position);
      const line = text.lines[place.line - 1] ?? "";
      const [before, after] = [line.slice(0, place.column - 1), line.slice(place.column - 1)];
      const snippets = workspace.client.textDocument?.completion?.completionItem?.snippetSupport === true;
      const found = await offersAt({ text, place, before, after });
      if (!found) return [];
      const start = { line: place.line - 1, character: place.column - 1 - found.replaced };
      const end = { line: place.line - 1, character: place.column - 1 };
      return found.offers.map((offer, index) => toItem(offer, index, { start, end }, snippets));
    });
  },
};

function toItem(
  offer: Offer,
  index: number,
  range: { start: LspPosition; end: LspPosition },
  snippets: boolean,
): CompletionItem {
  const { label, text = label, detail, documentation, rank = 0, kind = "Value", isSnippet } = offer;
  const { CompletionItemKind, InsertTextFormat } = protocol();
  const isPlain = isSnippet && !snippets;
  return {
    label,
    kind: CompletionItemKind[kind],
    ...(detail && { detail }),
    ...(documentation && { documentation: { kind: "markdown", value: documentation } }),
    sortText: `${String(rank).padStart(2, "0")}${String(index).padStart(6, "0")}`,
    filterText: label,
    insertTextFormat: isSnippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range,
      newText: isPlain ? text.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, "$1").replace(/\\(?=[\\$}])/g, "") : text,
    },
  };
}

/** Text in a snippet. */
const escaped = (text: string) => text.replace(/[\\$}]/g, "\\$&");

async function offersAt(at: Place): Promise<Offers | undefined> {
  const { text, place } = at;
  if (text.file.text.trim().length <= 3 && text.role.kind === "proposal") return wholeProposal(at);
  if (isInMetadata(text, place)) return text.file.series ? await inMetadata(at, text.file.series) : undefined;
  return inBody(at);
}

/** Metadata that is being written may have no end yet. */
function isInMetadata({ file, lines }: SiteText, { line }: Position): boolean {
  if (lines[0]?.trimEnd() !== "---") return file.isMetadata(line);
  const end = lines.findIndex((text, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(text));
  const last = end === -1 ? lines.findIndex((text, index) => index > 0 && /^(?:#|\s*$)/.test(text)) : end;
  return line > 1 && (last === -1 || line <= last || (end === -1 && line === last + 1));
}

// Metadata.

async function inMetadata(at: Place, series: Series): Promise<Offers | undefined> {
  const [, , key, value] = /^(\s*)([\w -]+?)\s*:\s*(.*)$/.exec(at.before) ?? [];
  if (key !== undefined && value !== undefined) return inField(at, series, key, value);
  const [, item] = /^\s*-\s+(.*)$/.exec(at.before) ?? [];
  if (item !== undefined) {
    const entry = at.text.fieldAt(at.place);
    const above = at.text.lines.slice(0, at.place.line - 1).findLast((line) => /^[\w-]+\s*:/.test(line));
    return inField(at, series, entry?.key ?? /^[\w-]+/.exec(above ?? "")?.[0] ?? "", item);
  }
  if (!/^[\w-]*$/.test(at.before)) return undefined;
  return { replaced: at.before.length, offers: keysOfSeries(at, series) };
}

function fieldsOf(series: Series): readonly FieldRule[] {
  if (listsFrontMatter(series)) return series.fields;
  const names = ["number", "title", "description", "author", "status", "date", "requires", "discussions"] as const;
  return names
    .flatMap((name) => (keysOf(series, name)[0] ?? []) as string)
    .map((key, index) => ({ key, required: index < 5, show: false }));
}

function keysOfSeries({ text, place, after }: Place, series: Series): Offer[] {
  const written = new Set(
    text.lines.flatMap((line, index) => {
      const [, key] = /^([\w -]+?)\s*:/.exec(line) ?? [];
      return key && index !== place.line - 1 && isInMetadata(text, { line: index + 1, column: 1 })
        ? [normalizeKey(key)]
        : [];
    }),
  );
  const status = text.file.proposal?.meta.status ?? "";
  return fieldsOf(series)
    .filter(({ key }) => !written.has(normalizeKey(key)))
    .map(({ key, required }, index): Offer => {
      const isNeeded = Array.isArray(required) ? required.includes(status) : required;
      const documentation = describeField(series, key);
      const end = after.startsWith(":") ? "" : ": ";
      return {
        label: key,
        text: `${key}${end}`,
        kind: "Property",
        detail: isNeeded ? "required" : "optional",
        documentation,
        rank: isNeeded ? index : index + 40,
      };
    });
}

async function inField(at: Place, series: Series, key: string, value: string): Promise<Offers | undefined> {
  const name = fieldOf(series, key);
  const part = /[^,[]*$/.exec(value)?.[0].trimStart() ?? "";
  const all = (offers: Offer[], replaced = value.length): Offers => ({ replaced, offers });
  if (name === "status") return all(await statuses(at, series));
  if (name === "category") return all(series.category.values.map(({ label }) => ({ label, kind: "EnumMember" })));
  if (name === "author") return all(authors(at.text), part.length);
  if (name === "requires" || name === "supersedes" || name === "supersededBy")
    return numbersIn(at, part, value.slice(0, value.length - part.length));
  if (name === "tags") return all(tags(at.text), part.length);
  if (name === "date" || name === "updated" || name === "deadline") {
    const today = new Date().toISOString().slice(0, 10);
    return all([{ label: today, detail: "today" }]);
  }
  const rule = series.fields.find((one) => normalizeKey(one.key) === normalizeKey(key));
  return rule?.values ? all(rule.values.map((label) => ({ label, kind: "EnumMember" }))) : undefined;
}

/** Those that may follow the saved one come first. */
async function statuses({ text }: Place, series: Series): Promise<Offer[]> {
  const from = await savedStatus(text, series);
  const { process: rules } = series;
  const category = text.file.proposal?.meta.category ?? "";
  return series.statuses.map(({ id, label }): Offer => {
    const isFirst = from === undefined;
    const step = !rules || isFirst ? "usual" : stepOf(rules, { from, to: id, category });
    const mayBegin = !rules || rules.initial.length === 0 || rules.initial.includes(id);
    const isUsual = isFirst ? mayBegin : id === from || step === "usual";
    const detail = isUsual
      ? id === from
        ? "present"
        : "may follow"
      : step === "unusual"
        ? "unusual"
        : "does not follow";
    return {
      label,
      kind: "EnumMember",
      detail: isFirst ? (mayBegin ? "for a new proposal" : "not for a new proposal") : detail,
      rank: isUsual ? 0 : 20,
    };
  });
}

/** The status that the text has on the disk; undefined for one that is not there. */
async function savedStatus({ now, path, file }: SiteText, series: Series): Promise<string | undefined> {
  const saved = await readFile(join(now.root, path), "utf8").catch(() => undefined);
  if (saved === undefined) return undefined;
  const { entries = [] } = readProposalText(sourceFile(path, saved), series);
  const keys = keysOf(series, "status").map(normalizeKey);
  const value = entries.find(({ key }) => keys.includes(normalizeKey(key)))?.value;
  const words = value?.kind === "text" ? normalizeKey(value.text) : "";
  const known = series.statuses.find(({ id, label, aliases }) =>
    [id, label, ...aliases].some((one) => normalizeKey(one) === words),
  );
  return known?.id ?? file.proposal?.meta.status;
}

/** As the register writes them, the most frequent first. */
function authors({ now, file }: SiteText): Offer[] {
  const known = new Map<string, { author: Author; count: number }>();
  // The author who is being written is none yet.
  for (const { proposals } of now.linked.site.registers)
    for (const { meta, document } of proposals)
      for (const author of document?.path === file.path ? [] : meta.authors) {
        const one = known.get(author.key) ?? { author, count: 0 };
        known.set(author.key, { author: { ...one.author, ...author }, count: one.count + 1 });
      }
  return [...known.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ author: { name, handle, email }, count }) => {
      const contact = handle ? ` (@${handle.replace(/^@/, "")})` : email ? ` <${email}>` : "";
      const label = name === handle || name === "" ? contact.trim() : `${name}${contact}`;
      return {
        label,
        detail: `${count} ${count === 1 ? "proposal" : "proposals"}`,
        kind: "Value",
      };
    });
}

function tags({ now }: SiteText): Offer[] {
  const all = now.linked.site.registers.flatMap((register) => register.tags);
  return all.map(({ name, proposals }) => ({ label: name, detail: String(proposals.length) }));
}

/** @param part what is written of the number. @param before the numbers that the field has already. */
function numbersIn({ text }: Place, part: string, before: string): Offers {
  const own = text.file.proposal;
  const listed = new Set(before.split(/[\s,[\]]+/));
  const proposals = (text.register()?.proposals ?? []).filter((one) => one !== own && one.document);
  return {
    replaced: part.length,
    offers: proposals.flatMap((one) => {
      const text = one.series.numbers === "none" ? one.numberText : textOfNumber(one.number, one.series.numbers);
      return listed.has(text) ? [] : [{ ...offerOf(one), label: `${text} ${one.meta.title}`, text }];
    }),
  };
}

const offerOf = (proposal: Proposal): Offer => ({
  label: titleOf(proposal),
  kind: "Reference",
  detail: statusOf(proposal),
  documentation: describeProposal(proposal),
});

// The body.

function inBody(at: Place): Offers | undefined {
  const { text, before, place } = at;
  const fence = /^\s*(?:`{3,}|~{3,})([\w+-]*)$/.exec(before)?.[1];
  if (fence !== undefined) return { replaced: fence.length, offers: languages() };
  if (text.file.structure().codeLines.has(place.line)) return undefined;
  const url = /\]\((?:<)?([^()\s]*)$/.exec(before)?.[1] ?? /^\[[^\]]+\]:\s*(\S*)$/.exec(before)?.[1];
  if (url !== undefined) return url.includes("#") ? anchors(text, url) : paths(text, url);
  const footnote = /\[\^([\w-]*)$/.exec(before)?.[1];
  if (footnote !== undefined) return { replaced: footnote.length, offers: footnotes(at) };
  const heading = /^#{1,2}\s+(.*)$/.exec(before)?.[1];
  if (heading !== undefined) return { replaced: before.length, offers: sections(text) };
  const mention = numbers(at);
  if (mention) return mention;
  return before.trim() === "" ? { replaced: before.length, offers: sections(text) } : undefined;
}

const languages = (): Offer[] => ["text", "mermaid", ...languageNames()].map((label) => ({ label, kind: "Keyword" }));

/** `CIP-`, also as the words of a link. */
function numbers({ text, before, after }: Place): Offers | undefined {
  const { registers, config } = text.now.linked.site;
  const labels = config.series.flatMap(({ label, mentions }) => [label, ...mentions]).map(escapePattern);
  const match = new RegExp(`(?<![\\w/-])(?<open>\\[?)(?<label>${labels.join("|")})-(?<number>\\w*)$`, "i").exec(before);
  if (!match?.groups) return undefined;
  const { open = "", label = "", number = "" } = match.groups;
  const isNamed = ({ series }: (typeof registers)[number]) =>
    series.numbers !== "none" &&
    [series.label, ...series.mentions].some((one) => one.toLowerCase() === label.toLowerCase());
  const proposals = registers.filter(isNamed).flatMap((register) => register.proposals);
  const offers = proposals.flatMap((one): Offer[] => {
    const { document } = one;
    if (!document || one === text.file.proposal) return [];
    const name = `${label}-${one.numberText}`;
    const link = `[${name}](${relative(text.path, document.path)})`;
    const isClosed = after.startsWith("]");
    return [
      { ...offerOf(one), label: `${open}${name} ${one.meta.title}`, text: open && !isClosed ? link : `${open}${name}` },
    ];
  });
  return { replaced: open.length + label.length + 1 + number.length, offers };
}

/** A path as links of the text have it. */
export function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

function paths({ now, path }: SiteText, written: string): Offers {
  const { site } = now.linked;
  const isSlashed = written.startsWith("/");
  const files = [...documentsOf(now).keys()].filter((other) => other !== path);
  const published = [...site.ownFiles].map(({ path: place }) => place.slice(now.root.length + 1));
  const isShort = written !== "" && !written.startsWith(".");
  const offers = isSlashed
    ? [...site.routes.keys()].map((label): Offer => ({ label, kind: "File" }))
    : [...new Set([...files, ...published])].map((other): Offer => {
        const label = relative(path, other);
        const document = documentsOf(now).get(other);
        const detail = document && "title" in document.meta ? document.meta.title : "";
        return { label: isShort ? label.replace(/^\.\//, "") : label, detail, kind: "File", rank: document ? 0 : 1 };
      });
  return { replaced: written.length, offers };
}

/** The headings of the text that a link names, or of this one. */
function anchors(text: SiteText, url: string): Offers {
  const { path, hash } = splitUrl(url);
  const place = path === "" ? text.path : posix.join(posix.dirname(text.path), decodeURI(path));
  const document = documentsOf(text.now).get(place);
  const headings = new Map(document?.outline.map(({ id, text: words }) => [id, words]));
  const offers = (document?.anchors ?? []).map(
    (label): Offer => ({
      label,
      detail: headings.get(label) ?? "",
      kind: "Reference",
      rank: headings.has(label) ? 0 : 1,
    }),
  );
  return { replaced: hash.replace(/^#/, "").length, offers };
}

function footnotes({ text, after }: Place): Offer[] {
  const defined = text.lines.flatMap(
    (line) => (/^ {0,3}\[\^([^\]]+)\]:\s*(.*)$/.exec(line)?.slice(1, 3) as [string, string] | undefined) ?? [],
  );
  const end = after.startsWith("]") ? "" : "]";
  const pairs = defined.flatMap((name, index) => (index % 2 === 0 ? [[name, defined[index + 1] ?? ""] as const] : []));
  return pairs.map(([label, detail]) => ({ label, text: `${label}${end}`, detail, kind: "Reference" }));
}

/** Sections of the series that are missing, the required ones first. */
function sections({ file }: SiteText): Offer[] {
  const { series } = file;
  if (!series) return [];
  const needed = new Set(missingSections(file));
  const written = new Set(file.structure().headings.map(({ text }) => text.toLowerCase()));
  return series.sections
    .filter((section) => needed.has(section) || (!section.required && !written.has(section.title.toLowerCase())))
    .map((section): Offer => {
      const { title, text = "" } = section;
      const body = text ? escaped(text) : `\${1:${escaped(toBeWritten)}}`;
      const isNeeded = needed.has(section);
      return {
        label: `## ${title}`,
        text: `## ${escaped(title)}\n\n${body}\n`,
        isSnippet: true,
        kind: "Snippet",
        detail: isNeeded ? "required section" : "section",
        rank: isNeeded ? 0 : 10,
      };
    });
}

/** A new proposal as `cipgen new` writes it, with the number of its file's name. */
async function wholeProposal({ text, before }: Place): Promise<Offers | undefined> {
  const { role, now } = text;
  if (role.kind !== "proposal" || role.locale) return undefined;
  const { series } = role;
  const named = readFileName(role.relativePath, series);
  const proposals = text.register()?.proposals ?? [];
  const taken = proposals.map((one) => one.number);
  const number = named.number ?? nextNumber(taken, series.numbers);
  const category =
    series.category.values.find(({ id }) => id === named.category)?.id ?? series.category.values[0]?.id ?? "";
  const { value: template } = await readOwnTemplate(now.root, series, now);
  const example = findExample(now.linked, series, template?.source);
  const title = "The title";
  const date = new Date().toISOString().slice(0, 10);
  const made = makeProposal({ series, number, title, category, date, template, example }).at(-1);
  let stop = 0;
  const toReplace = [title, "Your Name", previewToBeWritten, toBeWritten].map(escapePattern).join("|");
  const body = escaped(made?.text ?? "").replace(new RegExp(toReplace, "g"), (words) => `\${${++stop}:${words}}`);
  const name = series.numbers === "none" ? (named.slug ?? "") : `${series.label}-${formatNumber(number, series)}`;
  const label = `${name}: a new proposal`;
  // The line that is there, `---` or nothing, is a part of the text.
  return {
    replaced: before.length,
    offers: [{ label: before || label, text: body, isSnippet: true, kind: "Snippet", detail: label }],
  };
}
