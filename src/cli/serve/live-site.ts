/** The last good site, whose files are made when a reader requests them. */
import { createHash } from "node:crypto";
import { isPublished } from "../../build/claims.js";
import type { SitePlan } from "../../build/plan.js";
import { kindOf } from "../../output/pages/index.js";
import { renderingFailure } from "../../output/render.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile, PlannedFiles } from "../../shared/output.js";
import { routeAt } from "../../site/model/addresses.js";
import type { Route, Site, Texts } from "../../site/model/site.js";
import { copiedFile, type ServedFile, servedFile } from "./respond.js";

type Content = OutputFile["content"];

export class LiveSite {
  private readonly ready: ReadonlyMap<string, Content>;
  private readonly planned = new Map<string, PlannedFiles<Texts>>();
  private readonly folders: [prefix: string, files: PlannedFiles<Texts>][] = [];
  private readonly contents = new Map<PlannedFiles<Texts>, Promise<ReadonlyMap<string, Content>>>();
  /** Why a page could not be made, by the path of its file. */
  private readonly failuresByPath = new Map<string, Diagnostic>();

  constructor(private readonly plan: SitePlan) {
    this.ready = new Map(plan.ready.map(({ path, content }) => [path, content]));
    for (const files of [...plan.planned, ...plan.searchIndex, plan.record]) {
      for (const path of files.paths) {
        if (path.endsWith("/")) this.folders.push([path, files]);
        else this.planned.set(path, files);
      }
    }
  }

  get site(): Site {
    return this.plan.linked.site;
  }

  /** Addresses of the styles. */
  get stylesheets(): readonly string[] {
    return this.plan.stylesheets;
  }

  /** Paths of the files. Files that are named by their digests are missing, because their names are known only when they are made. */
  get paths(): string[] {
    return [...this.ready.keys(), ...this.planned.keys()];
  }

  /** The failures of pages that were requested, without repetitions. */
  get failures(): Diagnostic[] {
    const all = [...this.failuresByPath.values()];
    return [...new Map(all.map((failure) => [JSON.stringify(failure), failure])).values()];
  }

  /** The file at a path below the site; undefined if there is none, or if it could not be made. */
  async find(path: string): Promise<ServedFile | undefined> {
    const content = this.ready.get(path) ?? (await this.make(path));
    if (content === undefined) return undefined;
    if (typeof content === "object" && "copyOf" in content) return copiedFile(path, content.copyOf);
    return servedFile(path, content);
  }

  /** Why the page in a file could not be made when somebody asked for it. */
  failureAt(file: string): Diagnostic | undefined {
    return this.failuresByPath.get(file);
  }

  /** A digest that changes when a reader has to reload a page: its styles do not count. @param filesVersion version of other files that pages show. */
  pageDigest(file: ServedFile, filesVersion: number): string {
    const text = file.path.endsWith(".html") ? file.body.toString() : file.etag;
    const plain = this.stylesheets.reduce((html, address) => html.replaceAll(address, ""), text);
    return createHash("sha256").update(`${filesVersion} ${plain}`).digest("base64url").slice(0, 16);
  }

  /** The page at a path below the site. */
  pageAt(path: string): Route | undefined {
    const { config, routes } = this.site;
    return routes.get(routeAt(config, `/${path}`).route);
  }

  /** The problems that are in the texts of a page, in any language; without a page, those in texts that have no page. */
  problemsOf(page: Route | undefined, problems: readonly Diagnostic[]): Diagnostic[] {
    const { site } = this;
    const routes = page ? [page] : [...site.routes.values()];
    const texts = routes.flatMap((route) => kindOf(route).text?.(route, site) ?? []);
    const documents = texts.flatMap(({ document, translations }) => [document, ...translations.values()]);
    const paths = new Set(documents.map((document) => document?.path));
    return problems.filter(({ file }) => file !== undefined && paths.has(file) === Boolean(page));
  }

  private async make(path: string): Promise<Content | undefined> {
    const files = this.planned.get(path) ?? this.folders.find(([prefix]) => path.startsWith(prefix))?.[1];
    if (!files) return undefined;
    try {
      return (await getOrAdd(this.contents, files, () => this.makeFiles(files))).get(path);
    } catch (error) {
      this.failuresByPath.set(path, renderingFailure(files.route ?? `/${path}`, error));
      return undefined;
    }
  }

  private async makeFiles(files: PlannedFiles<Texts>): Promise<ReadonlyMap<string, Content>> {
    const published = (await files.make(this.plan.texts)).filter((file) => isPublished(file, this.site));
    return new Map(published.map(({ path, content }) => [path, content]));
  }
}
