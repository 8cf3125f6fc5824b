/** The register as tools see it: what the published files of a site say, read again when they change. */
import { createEngine, type Engine } from "../../client/search/engine/engine.js";
import { getOrAdd, lazy } from "../shared/lazy.js";
import { withLineFeeds } from "../shared/lines.js";
import { barePath } from "../shared/page-path.js";
import type { SearchUi } from "../shared/search.js";
import { suggestion } from "../shared/text.js";
import { decodeUrl } from "../shared/url.js";
import { type FileList, Problem, type SiteFiles } from "./files/files.js";

/** A proposal as `register.json` has it (docs/data.md). */
export interface ListedProposal {
  number: number | null;
  /** `20`, `0001` */
  id: string;
  /** `EIP-20` */
  label: string;
  series: string;
  title: string;
  description?: string;
  status?: string;
  category?: string;
  tags: string[];
  authors: { name: string; handle?: string; email?: string; url?: string }[];
  date?: string;
  updated?: string;
  deadline?: string;
  movedTo?: string;
  url: string;
  discussions: { label: string; url: string }[];
  requires: string[];
  requiredBy: string[];
  supersedes: string[];
  supersededBy: string[];
  mentions: string[];
  mentionedBy: string[];
  headings?: { level: number; id: string; text: string }[];
  source?: string;
  [field: string]: unknown;
}

interface ListedRegister {
  series: string;
  label: string;
  title: string;
  /** Folder of its files, without slash at the end. */
  folder: string;
  proposals: ListedProposal[];
}

/** What `history.json` says of a proposal. */
interface ListedHistory {
  label: string;
  created: string;
  updated: string;
  versions: number;
  statuses: { status: string; date: string; commit: string }[];
}

interface ListedDoc {
  title: string;
  address: string;
  about: string;
}

/** A site, of which there is a new state whenever its files change. */
export class AskedSite {
  private state: { list: FileList; present: Present } | undefined;

  constructor(readonly files: SiteFiles) {}

  async present(): Promise<Present> {
    const list = await this.files.list();
    if (this.state?.list !== list) this.state = { list, present: new Present(this.files, list.paths) };
    return this.state.present;
  }
}

/** Endings of the text of a proposal beside its page (`sourceUrl` in src/model/addresses.ts). */
const textEndings = ["md", "mediawiki", "rst", "txt"];

/** A site as it is now. Nothing is read before it is needed. */
export class Present {
  private readonly engines = new Map<string, Engine>();
  private readonly histories = new Map<string, Promise<ListedHistory[] | undefined>>();

  constructor(
    readonly files: SiteFiles,
    readonly paths: ReadonlySet<string>,
  ) {}

  /** Address of the home page, with a slash at its end: of this site, and as the site itself has it in its addresses. */
  readonly home = lazy(async () => {
    const html = await this.text("index.html");
    const [, written = ""] = /<link rel="canonical" href="([^"]+)"/.exec(html ?? "") ?? [];
    const own = URL.canParse(written) ? new URL(written).href.replace(/\/?$/, "/") : "http://localhost/";
    return { address: this.files.address ?? own, base: new URL(own).pathname };
  });

  readonly registers = lazy(async (): Promise<ListedRegister[]> => {
    const found = new Map<string, ListedRegister>();
    // The shortest path is that of the main language; others have a prefix.
    const paths = [...this.paths].filter((path) => /(^|\/)register\.json$/.test(path));
    for (const path of paths.sort((one, other) => one.length - other.length)) {
      const register = registerOf(path, await this.json<unknown>(path));
      if (register && !found.has(register.series)) found.set(register.series, register);
    }
    if (found.size === 0)
      throw new Problem(`${this.files.name} has no register.json: there is no register on this site.`);
    return [...found.values()];
  });

  private readonly byName = lazy(async () => {
    const names = new Map<string, ListedProposal[]>();
    for (const { proposals } of await this.registers())
      for (const proposal of proposals)
        for (const name of namesOf(proposal)) getOrAdd(names, name, (): ListedProposal[] => []).push(proposal);
    return names;
  });

  async proposals(): Promise<ListedProposal[]> {
    return (await this.registers()).flatMap(({ proposals }) => proposals);
  }

  /** @param reference as people write it: `EIP-20`, `eip 20`, `20`, an address or a path of this site, or the path of the text. */
  async find(reference: string): Promise<ListedProposal> {
    const names = await this.byName();
    const known = (name: string) => names.get(foldName(name));
    const found =
      known(reference) ?? known(await this.pathOf(reference)) ?? known(reference.replace(/^\D*?[\s#-]*(?=\d)/, ""));
    const [only, another] = found ?? [];
    if (only && another)
      throw new Problem(
        `"${shortened(reference)}" may be ${found?.map(({ label, url }) => `${label} (${url})`).join(" or ")}: name one of them.`,
      );
    if (only) return only;
    const labels = (await this.registers()).map(
      ({ label, proposals }) =>
        `${label}: ${proposals.length} proposals, ${proposals[0]?.label} to ${proposals.at(-1)?.label}`,
    );
    throw new Problem(
      `There is no proposal "${shortened(reference)}" in this register (${labels.join("; ")}). Tool search finds proposals by words.`,
    );
  }

  /** The proposal of a label, if it is in this register. */
  async known(label: string): Promise<ListedProposal | undefined> {
    return (await this.byName()).get(foldName(label))?.find((one) => one.label === label);
  }

  /** An address or path of this site as the data has it: without host, query and fragment. */
  private async pathOf(reference: string): Promise<string> {
    if (!/^https?:\/\/|\//.test(reference)) return reference;
    const { address, base } = await this.home();
    if (!URL.canParse(reference, address)) return reference;
    const { pathname } = new URL(reference, address);
    const own = new URL(address).pathname;
    return barePath(decodeUrl(own !== base && pathname.startsWith(own) ? base + pathname.slice(own.length) : pathname));
  }

  /** The address that readers use. @param url as the data has it: with the site's base path, or whole. */
  async addressOf(url: string): Promise<string> {
    const { address, base } = await this.home();
    if (/^https?:/.test(url)) {
      const own = new URL(base, url).href;
      return url.startsWith(own) && new URL(address).pathname !== base ? address + url.slice(own.length) : url;
    }
    return url.startsWith(base) ? address + url.slice(base.length) : url;
  }

  /** Path of a page's files below the site. */
  private async routeOf(url: string): Promise<string> {
    const { base } = await this.home();
    return decodeUrl((url.startsWith(base) ? url.slice(base.length) : url).split(/[?#]/)[0] ?? "").replace(
      /^\/|\/$/g,
      "",
    );
  }

  /** The text of a proposal as its author wrote it. */
  async sourceOf(proposal: ListedProposal): Promise<string> {
    const route = await this.routeOf(proposal.url);
    const path = textEndings
      .flatMap((end) => [`${route}/index.${end}`, `${route}.${end}`])
      .find((one) => this.paths.has(one));
    const text = path === undefined ? undefined : await this.text(path);
    if (text === undefined)
      throw new Problem(
        `${proposal.label} has no text on this site: its number is reserved or its text was not published.`,
      );
    return withLineFeeds(text);
  }

  /** What the site publishes of a proposal's history; undefined for a site without one. */
  async historyOf({ series, label }: ListedProposal): Promise<ListedHistory | undefined> {
    const register = (await this.registers()).find((one) => one.series === series);
    const path = register && [register.folder, "history.json"].filter(Boolean).join("/");
    if (!path || !this.paths.has(path)) return undefined;
    const all = await getOrAdd(
      this.histories,
      path,
      async () => (await this.json<{ proposals: ListedHistory[] }>(path)).proposals,
    );
    return all?.find((one) => one.label === label);
  }

  /** The pages of changes of a proposal: ids of commits, and the files of the pages. */
  async changePages({ url }: ListedProposal): Promise<Map<string, string>> {
    const folder = `${await this.routeOf(url)}/changes/`;
    const pages = [...this.paths].filter((path) => path.startsWith(folder) && path.endsWith(".html"));
    return new Map(pages.map((path) => [path.slice(folder.length).replace(/(\/index)?\.html$/, ""), path]));
  }

  /** Locales of the site that have a search of their own, the main one first. */
  readonly searches = lazy(async (): Promise<{ locale: string; ui: SearchUi }[]> => {
    const { base } = await this.home();
    const locales = [...this.paths].flatMap((path) => /^search\/([^/]+)\/ui\.json$/.exec(path)?.[1] ?? []);
    const found = await Promise.all(
      locales.map(async (locale) => ({ locale, ui: await this.json<SearchUi>(`search/${locale}/ui.json`) })),
    );
    const isMain = ({ ui }: { ui: SearchUi }) => ui.searchHref?.replace(/\/$/, "") === `${base}search`;
    return found.sort((one, other) => Number(isMain(other)) - Number(isMain(one)));
  });

  /** The engine of the site's own search, as in its pages. */
  async engine(locale?: string): Promise<Engine> {
    const searches = await this.searches();
    const names = searches.map((one) => one.locale);
    const own =
      locale === undefined ? searches[0] : searches.find((one) => one.locale.toLowerCase() === locale.toLowerCase());
    if (!own && names.length > 0)
      throw new Problem(`This site has no search in "${shortened(locale ?? "")}". ${suggestion(locale ?? "", names)}`);
    if (!own) throw new Problem("This site has no search (search.provider in its configuration): use list_proposals.");
    if (own.ui.provider?.kind !== "local")
      throw new Problem(
        "The search of this site is hosted by Algolia and cannot be asked from here: use list_proposals.",
      );
    const folder = `search/${own.locale}/`;
    const load = async (path: string) => {
      const text = await this.text(folder + path);
      if (text === undefined)
        throw new Problem(`The search index of ${this.files.name} lacks ${path}: build the site again.`);
      return text;
    };
    return getOrAdd(this.engines, own.locale, () => createEngine(load));
  }

  /** The pages of the docs, from llms.txt. */
  readonly docs = lazy(async (): Promise<ListedDoc[]> => {
    const texts = (await this.text("llms.txt")) ?? "";
    const proposals = new Set(await Promise.all((await this.proposals()).map(async ({ url }) => this.routeOf(url))));
    const { address, base } = await this.home();
    const found: ListedDoc[] = [];
    for (const [, title = "", url = "", about = ""] of texts.matchAll(
      /^- \[((?:[^\]\\]|\\.)*)\]\((\S+)\)(?:: (.*))?$/gm,
    )) {
      if (!URL.canParse(url)) continue;
      const path = new URL(url).pathname;
      const route = path.startsWith(base) ? path.slice(base.length).replace(/(\/index)?\.\w+$|\/$/, "") : undefined;
      // The data that it names is not a page.
      if (route !== undefined && !path.endsWith(".json") && !proposals.has(decodeUrl(route)))
        found.push({
          title: title.replace(/\\(.)/g, "$1"),
          address: address + path.slice(base.length),
          about: about.replace(/\\(.)/g, "$1"),
        });
    }
    return found;
  });

  /** Files that may answer an address of this site: its text first, then its page. */
  async filesAt(url: string): Promise<string[]> {
    const { address } = await this.home();
    if (!url.startsWith(address)) return [];
    const route = decodeUrl(url.slice(address.length).split(/[?#]/)[0] ?? "").replace(/\/$/, "");
    const names = textEndings.flatMap((end) => [`${route}/index.${end}`, `${route}.${end}`]);
    return [route, ...names, `${route}.html`, `${route}/index.html`].filter((path) => this.paths.has(path));
  }

  async text(path: string): Promise<string | undefined> {
    return (await this.files.read(path))?.toString("utf8");
  }

  /** @throws a `Problem` for what is not JSON: the site may be in the middle of a change, or lie. */
  private async json<T>(path: string): Promise<T> {
    const text = await this.text(path);
    if (text === undefined) throw new Problem(`${this.files.name} has no ${path}, which its own list names.`);
    try {
      return JSON.parse(text);
    } catch {
      throw new Problem(`${path} of ${this.files.name} is no JSON: is this the site of a register?`);
    }
  }
}

const relations = ["requires", "requiredBy", "supersedes", "supersededBy", "mentions", "mentionedBy"];
const lists = [...relations, "tags", "authors", "discussions", "headings"];
const texts = [
  "title",
  "series",
  "description",
  "status",
  "category",
  "date",
  "updated",
  "deadline",
  "movedTo",
  "source",
];

/** A file of that name may be anything, and the site anybody's: what is not as it should be is left out. */
function registerOf(path: string, data: unknown): ListedRegister | undefined {
  const { series, label, title, items } = (data ?? {}) as Record<string, unknown>;
  if (typeof series !== "string" || typeof label !== "string" || !Array.isArray(items)) return undefined;
  const folder = path.slice(0, -"register.json".length).replace(/\/$/, "");
  const proposals = items.flatMap((item): ListedProposal[] => {
    const given = item as Record<string, unknown> | null;
    if (![given?.label, given?.id, given?.url].every((value) => typeof value === "string")) return [];
    const sound = Object.entries(given ?? {}).filter(
      ([field, value]) =>
        (!lists.includes(field) || Array.isArray(value)) && (!texts.includes(field) || typeof value === "string"),
    );
    const none = Object.fromEntries(lists.map((field) => [field, []]));
    return [{ number: null, title: "", series, ...none, ...Object.fromEntries(sound) } as unknown as ListedProposal];
  });
  return { series, label, title: String(title ?? label), folder, proposals };
}

const namesOf = ({ label, id, number, url, source }: ListedProposal) =>
  new Set([label, id, String(number ?? id), url, source ?? label].map(foldName));

const foldName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/^#/, "");

/** What somebody asked for, as messages repeat it. */
export const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
