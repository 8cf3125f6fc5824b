/** The page on which any two versions of a proposal are compared: its address says which, `?of=/cip/cbc/cip-20&from=…&to=…`, with the beginnings of their commits. */
import { withLineFeeds } from "../../src/shared/lines.js";
import { type VersionData, type VersionsData, versionAt } from "../../src/shared/version-data.js";
import { compared, fetched, parseHtml, showFitting } from "./sources.js";

/** Characters of a commit that an address has. */
const idLength = 10;

export async function showVersions(article: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search);
  const of = query.get("of");
  const place = article.querySelector<HTMLElement>(".lines");
  const page = of && URL.canParse(of, location.origin) ? new URL(of, location.origin) : undefined;
  // Any address may be asked for, but only texts of this site are shown.
  if (!of || !place || page?.origin !== location.origin) return;
  const address = onThisSite(page).replace(/\/$/, "");
  try {
    const data: VersionsData = JSON.parse(await fetched(`${address}/versions.json`));
    const indexOf = (name: string, usual: number) => {
      const id = query.get(name);
      const found = id ? data.versions.findIndex(({ commit }) => commit.startsWith(id)) : usual;
      if (found === -1) throw new Error(`no version ${id}`);
      return found;
    };
    const [from, to] = [indexOf("from", 1), indexOf("to", 0)];
    nameProposal(article, data, address);
    offer(article, data.versions, of, { from, to });
    const [source, proposal] = await Promise.all([fetched(onThisSite(new URL(data.source, page))), fetched(address)]);
    const [before, after] = [from, to].map((index) => versionAt(withLineFeeds(source), data.versions, index));
    const isMarkdown = [from, to].every((index) => data.versions[index]?.isMarkdown);
    const sections = compared(before ?? "", after ?? "", isMarkdown);
    const isDifferent = showFitting(place, sections, { page: parseHtml(proposal), address });
    if (!isDifferent) say(place, article.dataset.same);
    article.querySelector(".change-key")?.toggleAttribute("hidden", !isDifferent);
  } catch (error) {
    say(place, article.dataset.failed);
    throw error;
  }
}

/** A path alone may begin with two slashes, as `/.//other.example` does: then it would name another site. */
const onThisSite = ({ pathname }: URL) => location.origin + pathname;

function say(place: HTMLElement, text = ""): void {
  const line = document.createElement("p");
  line.textContent = text;
  place.replaceChildren(line);
}

function nameProposal(article: HTMLElement, { label, title }: VersionsData, address: string): void {
  const link = article.querySelector<HTMLAnchorElement>(".crumb a");
  if (link) {
    link.href = address;
    link.textContent = label;
    const name = document.createElement("span");
    name.textContent = title;
    link.after(" ", name);
  }
  const heading = article.querySelector("h1");
  if (heading) heading.textContent = (article.dataset.title ?? "#").replace("#", () => label);
  document.title = `${label}: ${document.title}`;
}

function offer(
  article: HTMLElement,
  versions: readonly VersionData[],
  of: string,
  chosen: { from: number; to: number },
): void {
  const form = article.querySelector<HTMLFormElement>("form");
  const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  const list = (name: "from" | "to") => {
    const select = form?.querySelector<HTMLSelectElement>(`[name=${name}]`);
    for (const [index, { commit, date, subject }] of versions.entries()) {
      const day = Number.isNaN(Date.parse(date)) ? date : days.format(new Date(date));
      const isChosen = index === chosen[name];
      select?.append(new Option(`${day} · ${subject}`, commit.slice(0, idLength), isChosen, isChosen));
    }
  };
  list("from");
  list("to");
  const input = form?.querySelector<HTMLInputElement>("[name=of]");
  if (input) input.value = of;
  form?.removeAttribute("hidden");
}
