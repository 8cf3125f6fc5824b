/** The register as the published files of a site describe it. The files are read again when they change. */
import { createEngine, type Engine } from "../../../client/search/engine/engine.js";
import type { Heading } from "../../shared/document.js";
import { getOrAdd, lazy } from "../../shared/lazy.js";
import { withLineFeeds } from "../../shared/lines.js";
import { barePath } from "../../shared/page-path.js";
import type { SearchUi } from "../../shared/search.js";
import { decodeUrl } from "../../shared/url.js";
import { Problem, type SiteFiles } from "./files.js";

type Relation = "requires" | "requiredBy" | "supersedes" | "supersededBy" | "mentions" | "mentionedBy";

/** A proposal as `register.json` has it (docs/data.md). */
export interface ListedProposal extends Record<Relation, string[]> {
  number: number | string | null;
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
  updates?: string[];
  updatedBy?: string[];
  url: string;
  discussions: { url: string }[];
  headings?: Heading[];
  source?: string;
}

interface ListedSeries {
  id: string;
  /** Folder of its files, with a slash at its end unless it is the site itself. */
  folder: string;
  proposals: ListedProposal[];
}

/** A proposal in `history.json`. */
interface ListedHistory {
  label: string;
  created: string;
  updated: string;
  versions: number;
  statuses: { status: string; date: string; commit: string }[];
}

/** Gives the current register of a site: a new one whenever the files change. */
export class CurrentRegister {
  private current: Register | undefined;

  constructor(readonly files: SiteFiles) {}

  async get(): Promise<Register> {
    if (!(await this.current?.isCurrent())) this.current = new Register(this.files);
    return this.current as Register;
  }
}

/** Extensions of the published text of a proposal (`sourceUrl` in src/site/model/addresses.ts). */
const textExtensions = ["md", "mediawiki", "rst", "txt"];

/** The register of a site at one moment. Each file is read when it is needed. */
export class Register {
  /** The stamp that each file had when it was read. */
  private readonly stamps = new Map<string, string>();

  constructor(private readonly files: SiteFiles) {}

  async isCurrent(): Promise<boolean> {
    const stamps = await Promise.all(
      [...this.stamps].map(async ([path, stamp]) => (await this.files.stamp(path)) === stamp),
    );
    return stamps.length > 0 && stamps.every(Boolean);
  }

  private async text(path: string): Promise<string | undefined> {
    this.stamps.set(path, await this.files.stamp(path));
    return (await this.files.read(path))?.toString("utf8");
  }

  /** @throws a `Problem` for a file that is not JSON, as while a site is being written. */
  private async json(path: string): Promise<unknown> {
    const text = await this.text(path);
    try {
      return JSON.parse(text ?? "");
    } catch {
      throw new Problem(`${path} of ${this.files.name} is not JSON: build the site again.`);
    }
  }

  private readonly paths = lazy(async () => new Set(await this.files.list()));

  /** Address of the home page. */
  private readonly home = lazy(async () => {
    const html = (await this.text("index.html")) ?? "";
    const [, written = ""] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? [];
    return URL.canParse(written) ? new URL(written).href.replace(/\/?$/, "/") : "http://localhost/";
  });

  private readonly series = lazy(async (): Promise<ListedSeries[]> => {
    const seriesById = new Map<string, ListedSeries>();
    const paths = [...(await this.paths())].filter((path) => /(^|\/)register\.json$/.test(path));
    // The file of the default language comes first: the paths of others have a prefix.
    for (const path of paths.sort((first, second) => first.length - second.length)) {
      const { series: id, items } = (await this.json(path)) as { series: string; items: ListedProposal[] };
      const proposals = items.map((proposal) => ({ ...proposal, series: id }));
      if (!seriesById.has(id)) seriesById.set(id, { id, folder: path.slice(0, -"register.json".length), proposals });
    }
    if (seriesById.size === 0)
      throw new Problem(
        `${this.files.name} has no register.json, so it is not a built register. Run "cipgen build", and name its output.`,
      );
    return [...seriesById.values()];
  });

  private readonly byName = lazy(async () => {
    const names = new Map<string, ListedProposal[]>();
    for (const proposal of await this.proposals())
      for (const name of namesOf(proposal)) getOrAdd(names, name, (): ListedProposal[] => []).push(proposal);
    return names;
  });

  async proposals(): Promise<ListedProposal[]> {
    return (await this.series()).flatMap(({ proposals }) => proposals);
  }

  /** The proposal that a reference means. @param reference as people write it: `EIP-20`, `eip 20`, 20, an address or a path of this site, or the path of the text. @throws a `Problem` if there is none, or more than one. */
  async find(reference: string | number): Promise<ListedProposal> {
    const name = String(reference);
    const names = await this.byName();
    const proposals =
      names.get(foldName(name)) ??
      names.get(foldName(barePath(decodeUrl(await this.pathOf(name))))) ??
      names.get(foldName(name.replace(/^\D*?[\s#-]*(?=\d)/, "")));
    const [proposal, ambiguous] = proposals ?? [];
    if (proposal && ambiguous)
      throw new Problem(
        `"${shortenReference(name)}" may be ${proposals?.map(({ label, url }) => `${label} (${url})`).join(" or ")}: name one of them.`,
      );
    if (!proposal)
      throw new Problem(
        `This register has no proposal "${shortenReference(name)}". The tool search finds proposals by words.`,
      );
    return proposal;
  }

  /** The proposal of a label, if it is in this register. */
  async withLabel(label: string): Promise<ListedProposal | undefined> {
    return (await this.byName()).get(foldName(label))?.find((proposal) => proposal.label === label);
  }

  /** The path of an address on this site, with the site's base path; any other reference unchanged. */
  private async pathOf(reference: string): Promise<string> {
    const home = await this.home();
    const isAddress = reference.includes("/") && URL.canParse(reference, home);
    return isAddress ? new URL(reference, home).pathname : reference;
  }

  /** The absolute address of a page. @param url as in the data: a path with the site's base path, or a whole address. */
  async addressOf(url: string): Promise<string> {
    const home = await this.home();
    return URL.canParse(url, home) ? new URL(url, home).href : home;
  }

  /** The text of a proposal as its author wrote it. */
  async sourceOf({ label, url }: ListedProposal): Promise<string> {
    const base = new URL(await this.home()).pathname;
    const pathname = barePath(await this.pathOf(url));
    const route = decodeUrl(pathname.startsWith(base) ? pathname.slice(base.length) : pathname).replace(/^\/|\/$/g, "");
    const paths = await this.paths();
    const path = textExtensions
      .flatMap((ending) => [`${route}/index.${ending}`, `${route}.${ending}`])
      .find((candidate) => paths.has(candidate));
    const text = path === undefined ? undefined : await this.files.read(path);
    if (text === undefined)
      throw new Problem(`${label} has no text on this site: its number is reserved or its text was not published.`);
    return withLineFeeds(text.toString("utf8"));
  }

  /** The published history of a proposal; undefined for a site without history. */
  async historyOf({ series: id, label }: ListedProposal): Promise<ListedHistory | undefined> {
    const path = `${(await this.series()).find((series) => series.id === id)?.folder ?? ""}history.json`;
    if (!(await this.paths()).has(path)) return undefined;
    const { proposals } = (await this.json(path)) as { proposals: ListedHistory[] };
    return proposals.find((history) => history.label === label);
  }

  /** The engine of the site's search, with the index of the default language. */
  readonly engine = lazy(async (): Promise<Engine> => {
    const base = new URL(await this.home()).pathname;
    const folders = [...(await this.paths())].flatMap((path) => /^(search\/[^/]+\/)ui\.json$/.exec(path)?.[1] ?? []);
    for (const folder of folders) {
      const { searchHref = "", provider } = (await this.json(`${folder}ui.json`)) as SearchUi;
      if (searchHref.replace(/\/$/, "") !== `${base}search`) continue;
      if (provider?.kind !== "local") break;
      return createEngine(async (path) => {
        const text = await this.text(folder + path);
        if (text === undefined) throw new Problem(`The search index lacks ${path}: build the site again.`);
        return text;
      });
    }
    throw new Problem("This site has no search that can be asked from here: use list_proposals.");
  });

  /** A sentence that names the commit of the site, from its `build.json`. */
  async commitLine(): Promise<string> {
    const record = (await this.json("build.json").catch(() => null)) as { commit?: unknown } | null;
    const commit = String(record?.commit);
    return /^[0-9a-f]{40,64}$/.test(commit)
      ? `Register of commit ${commit}.`
      : "The commit of this register is not known.";
  }
}

const namesOf = ({ label, id, number, url, source }: ListedProposal) =>
  new Set([label, id, String(number ?? id), url, source ?? label].map(foldName));

const foldName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/^#/, "");

/** A reference as messages repeat it. */
const shortenReference = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
