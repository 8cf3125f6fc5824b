/** Deadlines of last calls as a calendar (RFC 5545) that people subscribe to. */
import type { Output, ProposalData } from "cipgen";

export const deadlines: Output = {
  name: "deadlines",
  paths: ["deadlines.ics"],
  files({ registers, title }) {
    const open = registers.flatMap(({ proposals }) => proposals.filter(({ deadline }) => deadline !== undefined));
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//decisions.example//cipgen//EN",
      `X-WR-CALNAME:${escaped(title)}`,
      ...open.flatMap(event),
      "END:VCALENDAR",
    ];
    return [{ path: "deadlines.ics", content: lines.map((line) => `${folded(line)}\r\n`).join("") }];
  },
};

/** A whole day. Its time stamp is the day of the proposal, and not that of the build: the same register makes the same calendar. */
function event({ label, title, url, date, deadline = "" }: ProposalData): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${label.toLowerCase()}@decisions.example`,
    `DTSTAMP:${day(date ?? deadline)}T000000Z`,
    `DTSTART;VALUE=DATE:${day(deadline)}`,
    `SUMMARY:${escaped(`Last call of ${label} ends: ${title}`)}`,
    `URL:${url}`,
    "END:VEVENT",
  ];
}

const day = (date: string) => date.replaceAll("-", "");

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** Lines have at most 75 bytes: what follows is on lines that begin with a space. */
function folded(line: string): string {
  const parts = [""];
  for (const character of line) {
    const last = `${parts.at(-1)}${character}`;
    if (new TextEncoder().encode(last).length <= 74) parts[parts.length - 1] = last;
    else parts.push(character);
  }
  return parts.join("\r\n ");
}
