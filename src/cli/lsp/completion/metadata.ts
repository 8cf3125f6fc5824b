/** Completion in metadata: fields of the series and their values, numbers of proposals, and authors of the register. */
import type { FieldRule, Series } from "../../../config/index.js";
import { keysOf, listsFrontMatter, normalizeKey } from "../../../content/metadata/keys.js";
import type { Author, Position } from "../../../shared/document.js";
import { textOfNumber } from "../../../shared/proposal-number.js";
import { fieldOf } from "../describe.js";
import type { SiteText } from "../text.js";
import { type Cursor, type Offer, type Offers, offerOf } from "./offer.js";

/** Whether a position is in metadata, which may have no end yet while it is written. */
export function isInMetadata({ file, lines }: SiteText, { line }: Position): boolean {
  if (lines[0]?.trimEnd() !== "---") return file.isMetadata(line);
  const end = lines.findIndex((text, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(text));
  const last = end === -1 ? lines.findIndex((text, index) => index > 0 && /^(?:#|\s*$)/.test(text)) : end;
  return line > 1 && (last === -1 || line <= last || (end === -1 && line === last + 1));
}

/** @returns undefined where nothing can be completed. */
export function offersInMetadata(cursor: Cursor, series: Series): Offers | undefined {
  const [, key, value] = /^\s*([\w-][\w -]*?)\s*:\s*(.*)$/.exec(cursor.before) ?? [];
  if (key !== undefined && value !== undefined) return offersInField(cursor, series, key, value);
  const [, item] = /^\s*-\s+(.*)$/.exec(cursor.before) ?? [];
  if (item !== undefined) {
    const entry = cursor.text.fieldAt(cursor.position);
    const above = cursor.text.lines.slice(0, cursor.position.line - 1).findLast((line) => /^[\w-]+\s*:/.test(line));
    return offersInField(cursor, series, entry?.key ?? /^[\w-]+/.exec(above ?? "")?.[0] ?? "", item);
  }
  if (!/^[\w-]*$/.test(cursor.before)) return undefined;
  return { replaced: cursor.before.length, offers: keysOfSeries(cursor, series) };
}

function fieldsOf(series: Series): readonly FieldRule[] {
  if (listsFrontMatter(series)) return series.fields;
  const names = ["number", "title", "description", "author", "status", "date", "requires", "discussions"] as const;
  return names
    .flatMap((name) => (keysOf(series, name)[0] ?? []) as string)
    .map((key, index) => ({ key, required: index < 5, show: false }));
}

function keysOfSeries({ text, position, after }: Cursor, series: Series): Offer[] {
  const written = new Set(
    text.lines.flatMap((line, index) => {
      const [, key] = /^([\w -]+?)\s*:/.exec(line) ?? [];
      return key && index !== position.line - 1 && isInMetadata(text, { line: index + 1, column: 1 })
        ? [normalizeKey(key)]
        : [];
    }),
  );
  const status = text.file.proposal?.meta.status ?? "";
  return fieldsOf(series)
    .filter(({ key }) => !written.has(normalizeKey(key)))
    .map(({ key, required }, index): Offer => {
      const isNeeded = Array.isArray(required) ? required.includes(status) : required;
      const end = after.startsWith(":") ? "" : ": ";
      return {
        label: key,
        text: `${key}${end}`,
        kind: "Property",
        detail: isNeeded ? "required" : "optional",
        rank: isNeeded ? index : index + 40,
      };
    });
}

function offersInField(cursor: Cursor, series: Series, key: string, value: string): Offers | undefined {
  const name = fieldOf(series, key);
  const part = /[^,[]*$/.exec(value)?.[0].trimStart() ?? "";
  const all = (offers: Offer[], replaced = value.length): Offers => ({ replaced, offers });
  if (name === "status") return all(series.statuses.map(({ label }) => ({ label, kind: "EnumMember" })));
  if (name === "category") return all(series.category.values.map(({ label }) => ({ label, kind: "EnumMember" })));
  if (name === "author") return all(authors(cursor.text), part.length);
  if (name === "requires" || /^(?:supersede|update)(?:s|dBy)$/.test(name ?? ""))
    return numbersIn(cursor, part, value.slice(0, value.length - part.length));
  if (name === "tags") return all(tags(cursor.text), part.length);
  if (name === "date" || name === "updated" || name === "deadline") {
    const today = new Date().toISOString().slice(0, 10);
    return all([{ label: today, detail: "today" }]);
  }
  const rule = series.fields.find((field) => normalizeKey(field.key) === normalizeKey(key));
  return rule?.values ? all(rule.values.map((label) => ({ label, kind: "EnumMember" }))) : undefined;
}

/** Authors as the register writes them, the most frequent first. */
function authors({ snapshot, file }: SiteText): Offer[] {
  const authorsByKey = new Map<string, { author: Author; count: number }>();
  // The authors of this text do not count: one of them is being written.
  for (const { proposals } of snapshot.linked.site.registers)
    for (const { meta, document } of proposals)
      for (const author of document?.path === file.path ? [] : meta.authors) {
        const earlier = authorsByKey.get(author.key) ?? { author, count: 0 };
        authorsByKey.set(author.key, { author: { ...earlier.author, ...author }, count: earlier.count + 1 });
      }
  return [...authorsByKey.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ author: { name, handle, email }, count }) => {
      const contact = handle ? ` (@${handle.replace(/^@/, "")})` : email ? ` <${email}>` : "";
      const label = name === handle || name === "" ? contact.trim() : `${name}${contact}`;
      return { label, detail: `${count} ${count === 1 ? "proposal" : "proposals"}`, kind: "Value" };
    });
}

function tags({ snapshot }: SiteText): Offer[] {
  const all = snapshot.linked.site.registers.flatMap((register) => register.tags);
  return all.map(({ name, proposals }) => ({ label: name, detail: String(proposals.length) }));
}

/** Numbers of proposals. @param part the beginning of a number. @param before the numbers before it in the field, which are not offered again. */
function numbersIn({ text }: Cursor, part: string, before: string): Offers {
  const proposal = text.file.proposal;
  const listed = new Set(before.split(/[\s,[\]]+/));
  const proposals = (text.register()?.proposals ?? []).filter(
    (candidate) => candidate !== proposal && candidate.document,
  );
  return {
    replaced: part.length,
    offers: proposals.flatMap((candidate) => {
      const { number, numberText, series } = candidate;
      const text = series.numbers === "none" ? numberText : textOfNumber(number, series.numbers);
      return listed.has(text) ? [] : [{ ...offerOf(candidate), label: `${text} ${candidate.meta.title}`, text }];
    }),
  };
}
