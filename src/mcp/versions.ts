/**
 * Former texts of a proposal: all that git has over a source folder; over a published site those that have a page of changes, which are made
 * from today's text as the browser makes them.
 */
import { linesInHtml } from "../history/lines-html.js";
import { formerText } from "../shared/former-text.js";
import type { SectionChange } from "../shared/history.js";
import { Problem } from "./files/files.js";
import { type ListedProposal, type Present, shortened } from "./site.js";

export interface TextVersion {
  /** What a call names it by: a commit, or `before COMMIT` for the text that the newest commit replaced. */
  name: string;
  date?: string;
  /** Status that began with it. */
  status?: string;
  subject?: string;
  author?: string;
  changes?: SectionChange[];
  text(): Promise<string>;
}

/** More newer pages than this are not asked for. */
const mostSteps = 50;

/** Newest first; today's text is not among them, unless it is that of the newest commit. */
export async function textVersions(proposal: ListedProposal, present: Present): Promise<TextVersion[]> {
  const { history } = present.files;
  const known = history?.of(proposal.label);
  if (history && known) {
    return known.versions.map(({ commit, date, blob, subject, author, changes }) => ({
      name: commit.slice(0, 10),
      date,
      subject,
      author,
      changes,
      status: known.statuses.find((change) => change.commit === commit)?.status,
      async text() {
        const text = await history.text(proposal.label, blob);
        if (text === undefined)
          throw new Problem(`The text of ${proposal.label} at ${commit.slice(0, 10)} cannot be read from git.`);
        return text;
      },
    }));
  }
  return publishedVersions(proposal, present);
}

async function publishedVersions(proposal: ListedProposal, present: Present): Promise<TextVersion[]> {
  const [pages, published] = await Promise.all([present.changePages(proposal), present.historyOf(proposal)]);
  const statuses = published?.statuses ?? [];
  const read = [...pages].map(async ([commit, path]) => {
    const html = (await present.text(path)) ?? "";
    const newer = /<a rel="next" href="([^"]+)"/.exec(html)?.[1] ?? "";
    return { commit, newer: /([^/]+?)(?:\/|\.html|\/index\.html)?$/.exec(newer)?.[1], lines: linesInHtml(html) };
  });
  const steps = new Map((await Promise.all(read)).map((step) => [step.commit, step]));
  const depthOf = (commit: string) => {
    const chain = [];
    for (let step = steps.get(commit); step; step = step.newer === undefined ? undefined : steps.get(step.newer)) {
      chain.unshift(step);
      if (chain.length > mostSteps) break;
    }
    return chain;
  };
  const versions = [...steps.values()].map((step) => {
    const began = statuses.find(({ commit }) => commit === step.commit);
    // The page of the newest commit shows what that commit changed.
    const isLast = step.newer === undefined;
    return {
      depth: depthOf(step.commit).length,
      name: isLast ? `before ${step.commit.slice(0, 10)}` : step.commit.slice(0, 10),
      ...(!isLast && { date: began?.date, status: began?.status }),
      async text() {
        const chain = depthOf(step.commit);
        if (chain.length > mostSteps)
          throw new Problem(`There are more than ${mostSteps} versions between this one and today's.`);
        try {
          return formerText(
            await present.sourceOf(proposal),
            chain.map(({ lines }) => lines),
          );
        } catch (error) {
          if (error instanceof Problem) throw error;
          throw new Problem(
            `The pages of changes of ${proposal.label} are not of the same build as its text: ask again when the site is whole.`,
          );
        }
      },
    };
  });
  return versions.sort((one, other) => one.depth - other.depth).map(({ depth: _, ...version }) => version);
}

/** @param name a commit or its beginning, a day, the id of a status, `before COMMIT`, or `today`. */
export async function versionText(
  proposal: ListedProposal,
  name: string,
  present: Present,
): Promise<{ name: string; text: string }> {
  const asked = name.trim().toLowerCase();
  if (asked === "" || asked === "today" || asked === "now")
    return { name: "today", text: await present.sourceOf(proposal) };
  const versions = await textVersions(proposal, present);
  if (versions.length === 0)
    throw new Problem(
      `No former text of ${proposal.label} is known: the site was built without git's history, or the text was never changed. Only "today" can be read.`,
    );
  const isDay = /^\d{4}(-\d\d(-\d\d)?)?$/.test(asked);
  // A year or a month means its end.
  const day = `${asked}-12-31`.slice(0, 10).replace(/^(\d{4}-\d\d)-12$/, "$1-31");
  const found = isDay
    ? versions.find(({ date }) => date !== undefined && date <= day)
    : (versions.find((one) => one.name === asked) ??
      versions.find((one) => asked.length >= 4 && (one.name.startsWith(asked) || asked.startsWith(one.name))) ??
      versions.find(({ status }) => status === asked));
  if (found) return { name: labelOf(found), text: await found.text() };
  const first = versions.at(-1)?.date;
  const why = isDay && first ? `The first known text is of ${first}.` : "";
  throw new Problem(
    `There is no version "${shortened(name)}" of ${proposal.label}. ${why} Known versions: ${versions.slice(0, 20).map(labelOf).join("; ")}; today.`,
  );
}

const labelOf = ({ name, date, status }: TextVersion) =>
  [name, date && `of ${date}`, status && `when it became ${status}`].filter(Boolean).join(" ");
