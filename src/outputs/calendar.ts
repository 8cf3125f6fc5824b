/** `deadlines.ics`: the ends of last calls as a calendar that people subscribe to (RFC 5545). */
import type { ProposalData } from "../shared/extension.js";
import { siteData } from "../view/site-data.js";
import type { OutputKind } from "./kind.js";

export const calendar: OutputKind = {
  name: "calendar",
  each: "site",
  urls: () => ["/deadlines.ics"],
  make({ context }) {
    const { title, registers, url, t } = siteData(context);
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//cipgen//EN",
      "METHOD:PUBLISH",
      `X-WR-CALNAME:${escaped(title)}`,
      "REFRESH-INTERVAL;VALUE=DURATION:P1D",
      ...registers.flatMap(({ proposals }) => proposals.flatMap((one) => event(one, url, t("facts.deadline")))),
      "END:VCALENDAR",
    ];
    return [{ path: "deadlines.ics", content: lines.map((line) => `${folded(line)}\r\n`).join("") }];
  },
};

/** A whole day. Its time stamp is that of the text and not of the build: the same register makes the same calendar. */
function event(proposal: ProposalData, site: string, name: string): string[] {
  const { label, title, description, status, deadline, updated, date, url } = proposal;
  if (deadline === undefined) return [];
  const about = [status?.label, description].filter(Boolean).join("\n");
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(label.toLowerCase())}@${new URL(site).host}`,
    `DTSTAMP:${digits(updated ?? date ?? deadline)}T000000Z`,
    `DTSTART;VALUE=DATE:${digits(deadline)}`,
    `SUMMARY:${escaped(`${name}: ${label} ${title}`)}`,
    ...(about === "" ? [] : [`DESCRIPTION:${escaped(about)}`]),
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

const digits = (date: string) => date.slice(0, 10).replaceAll("-", "");

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");

/** Lines have at most 75 bytes: what follows is on lines that begin with a space. */
function folded(line: string): string {
  let text = "";
  let length = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > 75) {
      text += "\r\n ";
      length = 1;
    }
    text += character;
    length += bytes;
  }
  return text;
}
