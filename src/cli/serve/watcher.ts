/** Scans the folders of a site after every event of the file system, and from time to time without one. */

import { FSWatcher } from "chokidar";
import { Scanner, type WatchedChange, type WatchedFolder } from "./scan.js";

interface WatcherOptions {
  folders: readonly WatchedFolder[];
  /** Folders that are not scanned, absolute. */
  skip: readonly string[];
  /** Called with all changes of one burst. The next scan starts when it has finished. */
  onChanges(changes: readonly WatchedChange[]): Promise<void>;
  /** Absolute paths of the files that the site was last made of. */
  listed(): Iterable<string>;
}

/** Delay after an event, because a save causes several. All times are in ms. */
const settling = 8;
/** Number of changes in a scan after which more are expected, so that another scan follows after a pause. */
const burstSize = 4;
const burstPause = 60;
/**
 * Pauses before the scans after a change, for events that were lost while the main thread was busy. They are long enough for tabs to request their
 * pages first.
 */
const pausesAfterChange = [150, 300];
/** Scans without an event: at most every second, and for at most 2% of the time. */
const shortestPause = 1000;
const share = 50;

/** A watcher of events alone. The library would list the folder after each event, which the scan does anyway. */
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
  private scansSinceChange = 0;
  /** Whether files may have been read since the last scan. */
  private wasRead = false;
  private watched = "";

  constructor(private readonly options: WatcherOptions) {
    this.scanner = new Scanner(options.folders, options.skip);
    // Only folders: they report their files, which saves a thousand watches for a thousand files. Raw events are used,
    // because the library drops some, and the scan finds what happened anyway.
    this.events = new Events({ ignored: (_, stats) => stats?.isFile() ?? false, ignoreInitial: true, depth: 0 });
    this.events.on("raw", () => this.scheduleScan(settling));
    // If the machine allows no more watches, the regular scans still find all changes.
    this.events.on("error", () => undefined);
    this.watchFolders();
    this.scheduleScan(shortestPause);
  }

  /** Paths that could not be read in the last scan, absolute, with the system's error code. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.scanner.unreadable;
  }

  /**
   * Sets other folders. A scan follows at once, and reports files that have changed since they were read.
   * @param since when reading the files of the new folders began, in ms since 1970.
   */
  watch(folders: readonly WatchedFolder[], since: number): void {
    this.scanner.watch(folders, since);
    this.watchFolders();
    if (this.scanner.hasPending) this.scheduleScan(0);
  }

  /** Runs an action during which no scan starts. */
  async exclusive(action: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    clearTimeout(this.timer);
    await action();
    this.wasRead = true;
    this.isBusy = false;
    this.due = Number.POSITIVE_INFINITY;
    this.scheduleScan(0);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.events.close();
  }

  /** Schedules a scan after a delay in ms, unless an earlier one is scheduled. */
  private scheduleScan(ms: number): void {
    const due = performance.now() + ms;
    if (this.isClosed || due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    if (!this.isBusy) this.timer = setTimeout(() => void this.scanAndReport(), ms);
  }

  private async scanAndReport(): Promise<void> {
    this.isBusy = true;
    this.due = Number.POSITIVE_INFINITY;
    const changes = await this.collect();
    if (changes.length > 0 && !this.isClosed) {
      await this.options.onChanges(changes);
      this.wasRead = true;
    }
    this.isBusy = false;
    // An event in the meantime has already scheduled a scan.
    const delay = Math.max(0, this.due - performance.now());
    this.due = Number.POSITIVE_INFINITY;
    this.scheduleScan(Math.min(delay, this.nextPause(changes.length > 0)));
  }

  private nextPause(hasChanged: boolean): number {
    this.scansSinceChange = hasChanged ? 0 : this.scansSinceChange + 1;
    return pausesAfterChange[this.scansSinceChange] ?? Math.max(shortestPause, this.scanTime * share);
  }

  /** A few changes are reported at once; after many, more will follow. */
  private async collect(): Promise<WatchedChange[]> {
    const changes = this.scan();
    if (changes.length < burstSize) return changes;
    await new Promise((done) => setTimeout(done, burstPause));
    return [...changes, ...this.scan()];
  }

  private scan(): WatchedChange[] {
    const start = performance.now();
    const changes = this.scanner.scan(this.wasRead ? this.options.listed() : undefined);
    this.wasRead = false;
    this.scanTime = performance.now() - start;
    this.watchFolders();
    return changes;
  }

  private watchFolders(): void {
    const key = this.scanner.scannedFolders.join("\n");
    if (key === this.watched) return;
    const before = new Set(this.watched.split("\n"));
    this.watched = key;
    const added = this.scanner.scannedFolders.filter((folder) => !before.has(folder));
    // A folder that is gone is unwatched, so that a new folder of the same name is watched when it comes.
    const now = new Set(this.scanner.scannedFolders);
    this.events.unwatch([...before].filter((folder) => folder && !now.has(folder)));
    this.events.add(added);
  }
}
