/** Completion in the text below metadata: names of proposals, paths, anchors, sections. */
import { posix } from "node:path";
import { toBeWritten } from "../../../config/index.js";
import { pathBelow, relativeLinkPath } from "../../../platform/path-below.js";
import { escapePattern } from "../../../shared/text.js";
import { decodeUrl, splitUrl } from "../../../shared/url.js";
import { missingSections } from "../../../tools/lint/proposals.js";
import { documentsOf, type SiteText } from "../text.js";
import { type Cursor, type Offer, type Offers, offerOf } from "./offer.js";

/** @returns undefined where nothing can be completed, such as in code. */
export function offersInBody(cursor: Cursor): Offers | undefined {
  const { text, before, position } = cursor;
  if (text.file.structure().codeLines.has(position.line)) return undefined;
  const url = /\]\((?:<)?([^()\s]*)$/.exec(before)?.[1] ?? /^\[[^\]]+\]:\s*(\S*)$/.exec(before)?.[1];
  if (url !== undefined) return url.includes("#") ? anchors(text, url) : paths(text, url);
  const heading = /^#{1,2}\s+(.*)$/.exec(before)?.[1];
  if (heading !== undefined) return { replaced: before.length, offers: sections(text) };
  const mention = numbers(cursor);
  if (mention) return mention;
  return before.trim() === "" ? { replaced: before.length, offers: sections(text) } : undefined;
}

/** Proposals after a label, `CIP-`; with a bracket before it, `[CIP-`, as links. */
function numbers({ text, before, after }: Cursor): Offers | undefined {
  const { registers, config } = text.snapshot.linked.site;
  const labels = config.series.flatMap(({ label, mentions }) => [label, ...mentions]).map(escapePattern);
  const match = new RegExp(`(?<![\\w/-])(?<open>\\[?)(?<label>${labels.join("|")})-(?<number>\\w*)$`, "i").exec(before);
  if (!match?.groups) return undefined;
  const { open = "", label = "", number = "" } = match.groups;
  const isNamed = ({ series }: (typeof registers)[number]) =>
    series.numbers !== "none" &&
    [series.label, ...series.mentions].some((mention) => mention.toLowerCase() === label.toLowerCase());
  const proposals = registers.filter(isNamed).flatMap((register) => register.proposals);
  const offers = proposals.flatMap((proposal): Offer[] => {
    const { document } = proposal;
    if (!document || proposal === text.file.proposal) return [];
    const name = `${label}-${proposal.numberText}`;
    const link = `[${name}](${relativeLinkPath(text.path, document.path)})`;
    const inserted = open && !after.startsWith("]") ? link : `${open}${name}`;
    return [{ ...offerOf(proposal), label: `${open}${name} ${proposal.meta.title}`, text: inserted }];
  });
  return { replaced: open.length + label.length + 1 + number.length, offers };
}

function paths({ snapshot, path }: SiteText, written: string): Offers {
  const { site } = snapshot.linked;
  const isSlashed = written.startsWith("/");
  const files = [...documentsOf(snapshot).keys()].filter((documentPath) => documentPath !== path);
  const published = [...site.ownFiles].map((file) => pathBelow(snapshot.root, file.path));
  const isShort = written !== "" && !written.startsWith(".");
  const offers = isSlashed
    ? [...site.routes.keys()].map((label): Offer => ({ label, kind: "File" }))
    : [...new Set([...files, ...published])].map((filePath): Offer => {
        const label = relativeLinkPath(path, filePath);
        const document = documentsOf(snapshot).get(filePath);
        const detail = document && "title" in document.meta ? document.meta.title : "";
        return { label: isShort ? label.replace(/^\.\//, "") : label, detail, kind: "File", rank: document ? 0 : 1 };
      });
  return { replaced: written.length, offers };
}

/** Anchors of the text that a link leads to; for a fragment alone, of this text. */
function anchors(text: SiteText, url: string): Offers {
  const { path, hash } = splitUrl(url);
  const targetPath = path === "" ? text.path : posix.join(posix.dirname(text.path), decodeUrl(path));
  const document = documentsOf(text.snapshot).get(targetPath);
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

/** The series' sections that the text does not have, the required ones first. */
function sections({ file }: SiteText): Offer[] {
  const { series } = file;
  if (!series) return [];
  const needed = new Set(missingSections(file));
  const written = new Set(file.structure().headings.map(({ text }) => text.toLowerCase()));
  return series.sections
    .filter((section) => needed.has(section) || (!section.required && !written.has(section.title.toLowerCase())))
    .map((section): Offer => {
      const isNeeded = needed.has(section);
      return {
        label: `## ${section.title}`,
        text: `## ${section.title}\n\n${section.text ?? toBeWritten}\n`,
        detail: isNeeded ? "required section" : "section",
        rank: isNeeded ? 0 : 10,
      };
    });
}
