/**
 * The site in memory, after the last good build. A page is made on request, and the others when the server is idle: so
 * authors see the page that they edit at once, and soon the whole site is in memory.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { localePrefix, routeAt } from "../model/addresses.js";
import type { Route, Site, StaticFile, Texts } from "../model/site.js";
import { kindOf } from "../pages/index.js";
import { isPublished } from "../pipeline/claims.js";
import { GeneratedLinks } from "../pipeline/generated-links.js";
import { makePauses } from "../pipeline/pauses.js";
import type { SitePlan } from "../pipeline/plan.js";
import { renderingFailure } from "../render/render.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { type OutputFile, type PlannedFiles, wholeFile } from "../shared/output.js";
import { answeringFiles } from "../shared/page-path.js";
import { diskFile, memoryFile, type ServedFile, servedText } from "./respond.js";

type Content = OutputFile["content"];

type SiteFiles = PlannedFiles<Texts>;

/** Longest time, in ms, that a request waits for pages that are being made. */
const longestTurn = 5;

interface Completion {
  isWhole: boolean;
  /** Number of pages that changed. */
  changedPages: number;
}

export class LiveSite {
  private ready = new Map<string, Content>();
  private planned = new Map<string, SiteFiles>();
  private folders: [prefix: string, files: SiteFiles][] = [];
  private making = new Map<SiteFiles, Promise<boolean>>();
  /** The last file at each path, also of former plans: a page whose template fails stays unchanged. */
  private readonly made = new Map<string, Content>();
  /** The keys of the last files, if they have one. */
  private readonly keys = new Map<string, string>();
  private changed = new Set<string>();
  /** How often files that are copied have changed, by their absolute path. */
  private readonly copies = new Map<string, number>();
  private isStopped = false;
  /** By problem and place. */
  private readonly failed = new Map<string, { routes: string[]; error: unknown }>();

  constructor(private plan: SitePlan) {
    this.list();
  }

  /** Starts another plan. @param isRest whether its changes belong together with those of the plan before. */
  follow(plan: SitePlan, isRest = false): void {
    const isSamePlan = plan.rendering === this.plan.rendering;
    this.plan = plan;
    if (!isSamePlan) this.list();
    this.making = new Map();
    if (!isRest) this.changed = new Set();
    this.failed.clear();
  }

  private list(): void {
    this.ready = new Map(this.plan.ready.map(({ path, content }) => [path, content]));
    this.planned = new Map();
    this.folders = [];
    for (const files of this.files) {
      for (const path of files.paths) {
        if (path.endsWith("/")) this.folders.push([path, files]);
        else this.planned.set(path, files);
      }
    }
  }

  /** The pages, and the other files last. */
  private get files(): SiteFiles[] {
    return [...this.plan.rendering.files, ...this.plan.searchIndex, this.plan.record];
  }

  /** Paths of the texts on the page at an address, in every language. @param path below the site. */
  textsAt(path: string): string[] {
    const [planned] = answeringFiles(path).flatMap((file) => this.planned.get(file) ?? []);
    const route = this.plan.linked.site.routes.get(planned?.route ?? "");
    const text = route && kindOf(route).text?.(route, this.plan.linked.site);
    return text ? [text.document, ...text.translations.values()].flatMap((document) => document?.path ?? []) : [];
  }

  /** Whether a file is a text of the site, or included by one. */
  isText(file = ""): boolean {
    const { roles, included } = this.plan.linked;
    return roles.has(file) || included.includes(file);
  }

  /** @param path below the site. */
  hasPage(path: string): boolean {
    return this.pageAt(path).page !== undefined;
  }

  /** Path of the text that a page shows in its language; undefined for a page without one. @param path below the site. */
  textOf(path: string): string | undefined {
    const { page, locale } = this.pageAt(path);
    const text = page && kindOf(page).text?.(page, this.plan.linked.site);
    return (text?.translations.get(locale) ?? text?.document)?.path;
  }

  private pageAt(path: string): { page: Route | undefined; locale: string } {
    const { config, routes } = this.plan.linked.site;
    const { prefix, route } = routeAt(config, `/${path}`);
    const codes = Object.keys(config.locales);
    const locale = codes.find((code) => localePrefix(config, code) === prefix) ?? config.defaultLocale;
    return { page: routes.get(route), locale };
  }

  /** Those of some problems that are of the text of a page in its language; at an address without a page, those of texts that have none. */
  concerning(path: string, problems: readonly Diagnostic[]): Diagnostic[] {
    const { site, sources, roles, originals } = this.plan.linked;
    const { page, locale } = this.pageAt(path);
    const textOf = (one: Route) => kindOf(one).text?.(one, site);
    const shown = page && textOf(page);
    const paged = new Set(page ? [] : [...site.routes.values()].flatMap((one) => textOf(one)?.document?.path ?? []));
    const isOfPage = (text: string) => {
      const original = originals.get(text) ?? text;
      if (!page) return !paged.has(original);
      const own = roles.get(text)?.locale;
      return original === shown?.document?.path && (own ? own === locale : !shown.translations.has(locale));
    };
    const textsOf = (file: string) => [
      file,
      ...sources.flatMap((one) => (one.included?.files.has(file) ? one.path : [])),
    ];
    return problems.filter(({ file }) => file !== undefined && textsOf(file).some(isOfPage));
  }

  /** A picture or the like changed, by its absolute path: pages that show it count as changed, though their HTML is the same. */
  noteCopy(path: string): void {
    this.copies.set(path, (this.copies.get(path) ?? 0) + 1);
  }

  /** How often such files have changed: a document that has shown one of them shows it as it was, however often it asks. */
  get copyChanges(): number {
    return [...this.copies.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Number of pages that changed so far. */
  get changedPages(): number {
    return this.changed.size;
  }

  /** Stops making files that were not requested. */
  stop(): void {
    this.isStopped = true;
  }

  /** Each problem of a template once, with its pages. */
  get failures(): Diagnostic[] {
    return [...this.failed.values()].map(({ routes, error }) => renderingFailure(routes, error));
  }

  /** Broken links that are known only when all pages are made. */
  brokenLinks(configFile: string): Diagnostic[] {
    const links = new GeneratedLinks(this.plan.linked, configFile);
    for (const path of links.paths) {
      const content = this.made.get(path);
      if (content !== undefined) links.look({ path, content });
    }
    return links.diagnostics;
  }

  get stylesheets(): readonly string[] {
    return this.plan.stylesheets;
  }

  /** @param path below the site. */
  async find(path: string): Promise<ServedFile | undefined> {
    const content = await this.content(path);
    if (content === undefined) return undefined;
    if (typeof content === "object" && "copyOf" in content) return diskFile(path, content.copyOf);
    return memoryFile(path, content);
  }

  /** Makes all remaining files, until another plan starts. */
  async complete(): Promise<Completion> {
    const { plan, changed } = this;
    const pause = makePauses(longestTurn);
    for (const files of this.files) {
      if (!this.isCurrent(files)) await this.makeKeyed(files);
      await pause();
      if (this.plan !== plan || this.isStopped) return { isWhole: false, changedPages: changed.size };
    }
    if (this.failed.size === 0) plan.rendering.finish();
    const paths = new Set(this.paths());
    for (const path of this.made.keys()) if (!paths.has(path)) this.drop(path);
    return { isWhole: true, changedPages: changed.size };
  }

  get linked(): Site {
    return this.plan.linked.site;
  }

  /** Paths of the files that can be asked for now; those in folders of files with digests for names are known when they are made. */
  plannedPaths(): string[] {
    return [...this.ready.keys(), ...this.planned.keys()];
  }

  /** Every file of the site, once it is complete. */
  paths(): string[] {
    const planned = [...this.made.keys()].filter((path) => this.planned.has(path) || this.inFolder(path));
    return [...new Set([...this.ready.keys(), ...planned])];
  }

  /** Digest of a page without its styles: a different digest is a different page for its reader. */
  async pageDigest(file: ServedFile): Promise<string> {
    // The key belongs to this file: by now there may be another one at its path.
    const text = file.path.endsWith(".html") && file.body instanceof Uint8Array ? await servedText(file) : file.etag;
    const plain = this.stylesheets.reduce((html, address) => html.replaceAll(address, ""), text);
    const copies = await this.copiesIn(text);
    return createHash("sha256").update(plain).update(copies).digest("base64url").slice(0, 16);
  }

  /** The changed files that a page or a style sheet of the site uses, and how often they changed; empty if there are none. */
  private async copiesIn(html: string): Promise<string> {
    if (this.copies.size === 0) return "";
    const files = [...this.plan.linked.site.files.values()];
    const changed = files.filter(({ path }) => this.copies.has(path));
    const sheets = changed.length === 0 ? [] : files.filter(({ url }) => url.endsWith(".css"));
    const styles = await Promise.all(sheets.map(({ path }) => readFile(path, "utf8").catch(() => "")));
    const isUsed = ({ url }: StaticFile) =>
      html.includes(url) || styles.some((style) => style.includes(posix.basename(url)));
    return changed
      .filter(isUsed)
      .map(({ url, path }) => `${url} ${this.copies.get(path)}`)
      .join();
  }

  private async content(path: string): Promise<Content | undefined> {
    for (;;) {
      const { plan } = this;
      const own = this.ready.get(path);
      if (own !== undefined) return own;
      const files = this.planned.get(path) ?? this.inFolder(path);
      if (!files) return undefined;
      await this.make(files);
      // Otherwise it was made of a former plan.
      if (this.plan === plan) return this.made.get(path);
    }
  }

  private inFolder(path: string): SiteFiles | undefined {
    return this.folders.find(([prefix]) => path.startsWith(prefix))?.[1];
  }

  /** @returns whether they exist in the form of this plan. */
  private make(files: SiteFiles): Promise<boolean> {
    const known = this.making.get(files);
    if (known) return known;
    const making = this.makeNow(files);
    this.making.set(files, making);
    return making;
  }

  /** Whether a former plan has made the same. Only for pages that are not being requested: a key takes more work than one page. */
  private isCurrent({ paths, key }: SiteFiles): boolean {
    if (!key || !paths.every((path) => this.made.has(path) && this.keys.has(path))) return false;
    const wanted = key(this.plan.texts);
    return paths.every((path) => this.keys.get(path) === wanted);
  }

  /** Notes the key also of files that do not say their own. */
  private async makeKeyed(files: SiteFiles): Promise<void> {
    const { plan } = this;
    const isMade = await this.make(files);
    const key = isMade && this.plan === plan ? files.key?.(plan.texts) : undefined;
    if (key === undefined) return;
    for (const path of files.paths) if (this.made.has(path)) this.keys.set(path, key);
  }

  private async makeNow(files: SiteFiles): Promise<boolean> {
    const { plan } = this;
    try {
      const made = await files.make(plan.texts);
      if (this.plan !== plan) return false;
      const published = made.filter((file) => isPublished(file, plan.linked.site));
      this.dropFormer(files, new Set(published.map(({ path }) => path)));
      for (const file of published) this.take(wholeFile(file), files);
      return true;
    } catch (error) {
      if (this.plan === plan) this.noteFailure(files.route ?? "", error);
      return false;
    }
  }

  private noteFailure(route: string, error: unknown): void {
    const { line, message } = renderingFailure([""], error);
    const known = this.failed.get(`${line} ${message}`) ?? { routes: [], error };
    known.routes.push(route);
    this.failed.set(`${line} ${message}`, known);
  }

  /** Removes files of former plans that no longer exist. */
  private dropFormer({ paths }: SiteFiles, present: ReadonlySet<string>): void {
    for (const path of paths) {
      const isBelow = (other: string) => other.startsWith(path) && !this.planned.has(other);
      const former = path.endsWith("/") ? [...this.made.keys()].filter(isBelow) : [path];
      for (const other of former) if (!present.has(other)) this.drop(other);
    }
  }

  private drop(path: string): void {
    this.made.delete(path);
    this.keys.delete(path);
  }

  private take({ path, content }: OutputFile, { route }: SiteFiles): void {
    this.keys.delete(path);
    if (route !== undefined && path.endsWith(".html") && this.made.get(path) !== content) this.changed.add(path);
    this.made.set(path, content);
  }
}
