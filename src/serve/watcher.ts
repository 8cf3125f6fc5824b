/** Looks at the folders of a site whenever the file system says that something is going on, and now and then without being told. */
import { FSWatcher } from "chokidar";
import { type Change, Scanner, type WatchedFolder } from "./scan.js";

export interface WatcherOptions {
  places: readonly WatchedFolder[];
  /** Folders that are not looked into, absolute. */
  skip: readonly string[];
  /** Gets everything that one burst of changes came to. The next look comes when it is done. */
  onChanges(changes: readonly Change[]): Promise<void>;
}

/** After an event: a save is several of them. All times are in ms. */
const settling = 8;
/** So many changes in one look are a burst, which is waited out. */
const burstSize = 4;
const burstPause = 60;
const longestBurst = 1000;
/** Looks after each change, for events that were lost while the main thread had no time for them: not at once, when tabs come for their pages. */
const afterwards = [150, 300];
/** Without any event: at most every second, and never more than a fiftieth of the time. */
const shortestPause = 1000;
const share = 50;

/** Events alone. What is in a folder the library would look up after each of them, file by file, and the scan looks it up anyway. */
class Events extends FSWatcher {
  override _readdirp(): undefined {
    return undefined;
  }
}

export class Watcher {
  private readonly scanner: Scanner;
  private readonly events: FSWatcher;
  private timer: NodeJS.Timeout | undefined;
  private due = Number.POSITIVE_INFINITY;
  private isBusy = false;
  private isClosed = false;
  private scanTime = 0;
  private looksSinceChange = 0;
  private watched = "";

  constructor(private readonly options: WatcherOptions) {
    this.scanner = new Scanner(options.places, options.skip);
    // Only folders: they tell of their files, and a thousand files are a thousand watches less. Events are taken as they come, before
    // the library sorts them: it drops some on the way, and what has happened is looked up anyway.
    this.events = new Events({ ignored: (_, stats) => stats?.isFile() ?? false, ignoreInitial: true, depth: 0 });
    this.events.on("raw", () => this.lookIn(settling));
    // A machine may allow no more watches; the looks in between find everything all the same.
    this.events.on("error", () => undefined);
    this.watchFolders();
    this.lookIn(shortestPause);
  }

  /** What could not be read in the last look: the system's reason, by absolute path. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.scanner.unreadable;
  }

  /** Other places from now on. */
  watch(places: readonly WatchedFolder[]): void {
    this.scanner.watch(places);
    this.watchFolders();
  }

  /** Does something that no look may come into. */
  async exclusive(action: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    clearTimeout(this.timer);
    await action();
    this.isBusy = false;
    this.due = Number.POSITIVE_INFINITY;
    this.lookIn(0);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.events.close();
  }

  /** Looks in so many ms, or sooner if that was said before. */
  private lookIn(ms: number): void {
    const due = performance.now() + ms;
    if (this.isClosed || due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    if (!this.isBusy) this.timer = setTimeout(() => void this.look(), ms);
  }

  private async look(): Promise<void> {
    this.isBusy = true;
    this.due = Number.POSITIVE_INFINITY;
    const changes = await this.collect();
    if (changes.length > 0 && !this.isClosed) await this.options.onChanges(changes);
    this.isBusy = false;
    // An event that came in the meantime has set a time, which has passed or is near.
    const wanted = Math.max(0, this.due - performance.now());
    this.due = Number.POSITIVE_INFINITY;
    this.lookIn(Math.min(wanted, this.nextLook(changes.length > 0)));
  }

  private nextLook(hasChanged: boolean): number {
    this.looksSinceChange = hasChanged ? 0 : this.looksSinceChange + 1;
    return afterwards[this.looksSinceChange] ?? Math.max(shortestPause, this.scanTime * share);
  }

  /** A few changes are reported at once; of many, more are on their way. */
  private async collect(): Promise<Change[]> {
    const changes = this.scan();
    const start = performance.now();
    let last = changes.length;
    while (last > 0 && changes.length >= burstSize && performance.now() - start < longestBurst) {
      await new Promise((done) => setTimeout(done, burstPause));
      const more = this.scan();
      changes.push(...more);
      last = more.length;
    }
    return changes;
  }

  private scan(): Change[] {
    const start = performance.now();
    const changes = this.scanner.scan();
    this.scanTime = performance.now() - start;
    this.watchFolders();
    return changes;
  }

  private watchFolders(): void {
    const key = this.scanner.folders.join("\n");
    if (key === this.watched) return;
    const before = new Set(this.watched.split("\n"));
    this.watched = key;
    const added = this.scanner.folders.filter((folder) => !before.has(folder));
    // Anew, because a folder that was moved away and another that came in its place have one name.
    const now = new Set(this.scanner.folders);
    this.events.unwatch([...before].filter((folder) => folder && !now.has(folder)));
    this.events.add(added);
  }
}
