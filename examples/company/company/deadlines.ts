/** The ends of last calls as a calendar that people subscribe to (RFC 5545). */
import type { Output, ProposalData } from "cipgen";

export const deadlines: Output = {
  name: "deadlines",
  paths: ["deadlines.ics"],
  files({ title, registers, url }) {
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//company//decisions//EN",
      `X-WR-CALNAME:${escaped(title)}`,
      ...registers.flatMap(({ proposals }) => proposals.flatMap((proposal) => eventOf(proposal, new URL(url).host))),
      "END:VCALENDAR",
    ];
    return [{ path: "deadlines.ics", content: lines.map((line) => `${folded(line)}\r\n`).join("") }];
  },
};

/** A whole day. Its time stamp is that of the text and not of the build: the same register makes the same calendar. */
function eventOf({ label, title, deadline, updated, date, url }: ProposalData, host: string): string[] {
  if (deadline === undefined) return [];
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(label.toLowerCase())}@${host}`,
    `DTSTAMP:${digits(updated ?? date ?? deadline)}T000000Z`,
    `DTSTART;VALUE=DATE:${digits(deadline)}`,
    `SUMMARY:${escaped(`Last call ends: ${label} ${title}`)}`,
    `URL:${url}`,
    "END:VEVENT",
  ];
}

const digits = (day: string) => day.slice(0, 10).replaceAll("-", "");

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");

/** Lines have at most 75 bytes, of which a character has up to four: what follows is on lines that begin with a space. */
const folded = (line: string) => (line.match(/.{1,18}/gsu) ?? []).join("\r\n ");
