/** Reads dates in the forms that people write. An ambiguous form is never guessed. */

/** Which of two numbers is the day: `12/05/2022` is 12 May (`dmy`) or 5 December (`mdy`). */
export type DateOrder = "dmy" | "mdy";

/** A day as `YYYY-MM-DD`; or both readings of an ambiguous one; if only one of them is a valid date, that one alone. */
export type ReadDate = { iso: string } | { dmy?: string; mdy?: string };

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = "(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
/** A day may be followed by a time or a remark, but by nothing that could be part of the date. */
const end = "(?=$|[T\\s,;(.>])";

const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${end}`);
const dayMonthYear = new RegExp(`^${ordinal}[-/.\\s]+(?:of\\s+)?${monthName}[-/.,\\s]+(\\d{4})${end}`, "i");
const monthDayYear = new RegExp(`^${monthName}[-/.\\s]+${ordinal}[-/.,\\s]+(\\d{4})${end}`, "i");
const yearMonthDay = new RegExp(`^(\\d{4})[-/.,\\s]+${monthName}[-/.\\s]+${ordinal}${end}`, "i");
const numeric = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${end}`);
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;

/** @returns undefined if the text does not begin with a valid date. */
export function readDate(text: string): ReadDate | undefined {
  const plain = text.trim().replace(/^</, "").replace(weekday, "");
  const [, year, , month, day] = yearFirst.exec(plain) ?? [];
  const iso = year ? dayOf(year, month, day) : dayOf(...namedMonth(plain));
  if (iso) return { iso };
  const [, first, , second, last] = numeric.exec(plain) ?? [];
  const [dmy, mdy] = [dayOf(last, second, first), dayOf(last, first, second)];
  if (dmy && dmy === mdy) return { iso: dmy };
  return dmy || mdy ? { ...(dmy && { dmy }), ...(mdy && { mdy }) } : undefined;
}

function namedMonth(plain: string): Parts {
  return (
    pick(dayMonthYear.exec(plain), [3, 2, 1]) ??
    pick(monthDayYear.exec(plain), [3, 1, 2]) ??
    pick(yearMonthDay.exec(plain), [1, 2, 3]) ?? [undefined, undefined, undefined]
  );
}

type Parts = [year: string | undefined, month: string | undefined, day: string | undefined];

function pick(match: RegExpExecArray | null, [year, month, day]: [number, number, number]): Parts | undefined {
  return match ? [match[year], String(monthOf(match[month] ?? "")), match[day]] : undefined;
}

function monthOf(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dayOf(...parts: Parts): string | undefined {
  if (parts.includes(undefined)) return undefined;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}
