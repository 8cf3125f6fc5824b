/** The page that compares two versions of a proposal. Its address names them by the beginnings of their commits: `?of=20&from=…&to=…`. */
import type { ApiProposal } from "../../src/shared/contract.js";
import { withLineFeeds } from "../../src/shared/lines.js";
import { idLength, type VersionsData, versionAt } from "../../src/shared/version-data.js";
import { differences } from "./differences.js";
import { type SectionWords, showDifferences } from "./show.js";
import { blocksIn } from "./source.js";

/** Maximum length of both texts together, in characters: for longer texts a browser would take seconds. */
const maxLength = 2_000_000;

/** Strings of the page. */
interface PageWords extends SectionWords {
  failed: string;
  same: string;
  /** The title of the page, with `#` for the proposal. */
  title: string;
}

/** The versions that an address names. */
interface ChosenVersions {
  data: VersionsData;
  /** Address of the proposal. */
  address: string;
  from: number;
  to: number;
}

/** @returns a function that stops it. */
export function start(article: HTMLElement): () => void {
  /** Ends what the present address has started. */
  let controller = new AbortController();
  const words: PageWords = JSON.parse(article.dataset.words ?? "");
  const container = article.querySelector<HTMLElement>(".differences");
  const wide = matchMedia("(width >= 75rem)");
  const show = async (signal: AbortSignal) => {
    const query = new URLSearchParams(location.search);
    if (!container || !query.has("of")) return;
    const chosen = await chosenVersions(query, article.dataset.proposals ?? "");
    if (signal.aborted) return;
    nameProposal(article, chosen, words.title);
    offerVersions(article, chosen, query.get("of") ?? "");
    const blocks = await compareVersions(chosen);
    if (signal.aborted) return;
    const isDifferent = blocks.some(({ kind }) => kind !== "same");
    const fill = () => {
      article.toggleAttribute("data-wide", isDifferent && wide.matches);
      container.replaceChildren(...(isDifferent ? showDifferences(blocks, words, wide.matches) : [words.same]));
    };
    article.querySelector(".change-key")?.toggleAttribute("hidden", !isDifferent);
    wide.addEventListener("change", fill, { signal });
    fill();
  };
  const showOrFail = () => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    show(signal).catch((error) => {
      if (!signal.aborted) container?.replaceChildren(words.failed);
      console.warn(error);
    });
  };
  // Sent when Back and Forward lead to another address of this page.
  document.addEventListener("cipgen:query", showOrFail);
  showOrFail();
  return () => {
    controller.abort();
    document.removeEventListener("cipgen:query", showOrFail);
  };
}

/** @param proposals prefix of the addresses of proposals' data. */
async function chosenVersions(query: URLSearchParams, proposals: string): Promise<ChosenVersions> {
  const name = encodeURIComponent(query.get("of") ?? "");
  const { url }: Pick<ApiProposal, "url"> = JSON.parse(await fetchText(`${proposals}${name}.json`));
  const address = onThisSite(new URL(url)).replace(/\/$/, "");
  const data: VersionsData = JSON.parse(await fetchText(`${address}/versions.json`));
  const indexOf = (name: string, usual: number) => {
    const id = query.get(name);
    const index = id ? data.versions.findIndex(({ commit }) => commit.startsWith(id)) : usual;
    if (index === -1) throw new Error(`no version ${id}`);
    return index;
  };
  return { data, address, from: indexOf("from", 1), to: indexOf("to", 0) };
}

/** Addresses in data have the host of the published site, but a preview is on another host. */
const onThisSite = ({ pathname }: URL) => location.origin + pathname;

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

async function compareVersions({ data: { source, versions }, from, to }: ChosenVersions) {
  const today = withLineFeeds(await fetchText(onThisSite(new URL(source, location.origin))));
  const indexes = [from, to];
  const [before = "", after = ""] = indexes.map((index) => versionAt(today, versions, index));
  if (before.length + after.length > maxLength) throw new Error("too long to be compared in a browser");
  // Formats other than Markdown are compared line by line.
  const isMarkdown = indexes.every((index) => versions[index]?.isMarkdown);
  return differences(blocksIn(before, isMarkdown), blocksIn(after, isMarkdown));
}

function nameProposal(
  article: HTMLElement,
  { data: { label, title }, address }: ChosenVersions,
  heading: string,
): void {
  const link = article.querySelector<HTMLAnchorElement>(".crumb a");
  if (link) {
    link.href = address;
    link.textContent = label;
    link.parentElement?.replaceChildren(link, ` ${title}`);
  }
  const top = article.querySelector("h1");
  if (top) document.title = top.textContent = heading.replace("#", () => label);
}

function offerVersions(article: HTMLElement, { data: { versions }, from, to }: ChosenVersions, of: string): void {
  const form = article.querySelector<HTMLFormElement>("form");
  const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  for (const [name, chosen] of Object.entries({ from, to })) {
    const options = versions.map(({ commit, date, subject }, index) => {
      const day = Number.isNaN(Date.parse(date)) ? date : days.format(new Date(date));
      return new Option(`${day} · ${subject}`, commit.slice(0, idLength), index === chosen, index === chosen);
    });
    form?.querySelector(`[name=${name}]`)?.replaceChildren(...options);
  }
  const input = form?.querySelector<HTMLInputElement>("[name=of]");
  if (input) input.value = of;
  form?.removeAttribute("hidden");
}
