/** Reads dates in the forms that people write. An ambiguous form is never guessed. */

/**
 * A day as `YYYY-MM-DD` (the first of the month if the text has only a month), or the readings of an ambiguous text that are valid:
 * `12/05/2022` is 12 May (`dmy`) or 5 December (`mdy`).
 */
type ReadDate = { iso: string; isMonth?: true } | { dmy?: string; mdy?: string };

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = "(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
/** A day may be followed by a time or a remark, but by nothing that could be part of the date. */
const end = "(?=(?<rest>$|[T\\s,;(.>)\\]][^]*))";

const yearFirst = new RegExp(`^(\\d{4})([-/. ])(\\d{1,2})\\2(\\d{1,2})${end}`);
/** Matches `25 October 2022`, `25-OCT-22` (Rootstock), and `30 Oct 18` (Yarn). */
const dayMonthYear = new RegExp(
  `^${ordinal}[-/.\\s]+(?:of\\s+)?${monthName}[-/.,\\s]+(\\d{4}|(?<=[- ])[0-6]\\d)${end}`,
  "i",
);
const monthDayYear = new RegExp(`^${monthName}[-/.\\s]+${ordinal}[-/.,\\s]+(\\d{4})${end}`, "i");
const yearMonthDay = new RegExp(`^(\\d{4})[-/.,\\s]+${monthName}[-/.\\s]+${ordinal}${end}`, "i");
const monthYear = new RegExp(`^${monthName}[-/.,\\s]+(\\d{4})$`, "i");
const yearMonth = new RegExp(`^(\\d{4})(?:-(\\d\\d)|[-/.,\\s]+${monthName})$`, "i");
const numeric = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${end}`);
/** Matches `8/23/21` (Celo, Cloud Native Buildpacks): a month, a day above 12, and two digits of a year. */
const shortYear = new RegExp(`^(\\d{1,2})/(1[3-9]|2\\d|3[01])/([0-6]\\d)${end}`);
/** Matches a time after a day, with its offset from UTC: `T23:59:59Z`, ` 9:30 +02:00`, `T2359`. */
const time =
  /^(?:T(\d{1,2}):?(\d{2})?|[\s,]+(?:at\s+)?(\d{1,2}):(\d{2}))(?::?(\d{2}))?(?:[.,]\d+)?\s*(?:[+-](\d{2}):?(\d{2})?)?/;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;

/** Matches `2022年3月3日`, `2022년 3월 3일`. */
const eastern = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;

/** @returns undefined if the text does not begin with a valid date, or if an invalid time follows it. */
export function readDate(text: string): ReadDate | undefined {
  const plain = text
    .trim()
    .replace(/^[<([]/, "")
    .replace(/[\u2010-\u2013]/g, "-")
    .replace(weekday, "")
    .replace(eastern, "$1-$2-$3 ")
    .trim();
  const [, year, , month, day] = matchDate(yearFirst, plain) ?? [];
  const iso = year ? isoDay(year, month, day) : isoDay(...namedMonth(plain));
  if (iso) return { iso };
  const firstOfMonth = monthOf(plain);
  if (firstOfMonth) return { iso: firstOfMonth, isMonth: true };
  const [, first, , second, last] = matchDate(numeric, plain) ?? [];
  const [, shortMonth, shortDay, shortEnd] = matchDate(shortYear, plain) ?? [];
  const short = shortEnd && isoDay(`20${shortEnd}`, shortMonth, shortDay);
  if (short) return { mdy: short };
  const [dmy, mdy] = [isoDay(last, second, first), isoDay(last, first, second)];
  if (dmy && dmy === mdy) return { iso: dmy };
  return dmy || mdy ? { ...(dmy && { dmy }), ...(mdy && { mdy }) } : undefined;
}

/** Reads the day that a name begins with: `20220101-mutability` (Flow, TensorFlow, Dapr), `2023-8-18-autoscaling` (Ray). */
export function dayOfName(name: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})[-_]/.exec(name) ?? /^(\d{4})(\d\d)(\d\d)[-_]/.exec(name) ?? [];
  return isoDay(year, month, day);
}

function namedMonth(plain: string): Parts {
  return (
    pickParts(matchDate(dayMonthYear, plain), [3, 2, 1]) ??
    pickParts(matchDate(monthDayYear, plain), [3, 1, 2]) ??
    pickParts(matchDate(yearMonthDay, plain), [1, 2, 3]) ?? [undefined, undefined, undefined]
  );
}

/** Reads a month: `September 1981`, `2024-05`. @returns its first day. */
function monthOf(plain: string): string | undefined {
  const [, name, year] = monthYear.exec(plain) ?? [];
  const [, yearBefore, digits, nameAfter] = yearMonth.exec(plain) ?? [];
  const written = name ?? nameAfter;
  return isoDay(year ?? yearBefore, written ? numberOfMonth(written) : digits, "1");
}

/** The first day of a month, or the day itself. @param date `YYYY-MM-DD` or `YYYY-MM`. */
export const firstDay = <T extends string | undefined>(date: T) =>
  date?.length === "YYYY-MM".length ? `${date}-01` : date;

const numberOfMonth = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** @returns null if the pattern does not match, or an impossible time follows. */
function matchDate(pattern: RegExp, plain: string): RegExpExecArray | null {
  const parts = pattern.exec(plain);
  return parts && isPossibleTime(parts.groups?.rest ?? "") ? parts : null;
}

/** @param textAfterDay what follows a day. */
function isPossibleTime(textAfterDay: string): boolean {
  const clock = time.exec(textAfterDay);
  if (!clock) return true;
  const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = [
    clock[1] ?? clock[3],
    clock[2] ?? clock[4],
    ...clock.slice(5),
  ].map((part) => Number(part ?? 0));
  // The end of a day is often written as 24:00.
  const isInDay = hour < 24 || (hour === 24 && minute + second === 0);
  return isInDay && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60;
}

type Parts = [year: string | undefined, month: string | undefined, day: string | undefined];

function pickParts(groups: RegExpExecArray | null, [year, month, day]: [number, number, number]): Parts | undefined {
  return groups ? [groups[year]?.padStart(4, "20"), numberOfMonth(groups[month] ?? ""), groups[day]] : undefined;
}

function isoDay(...parts: Parts): string | undefined {
  if (parts.includes(undefined)) return undefined;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}
