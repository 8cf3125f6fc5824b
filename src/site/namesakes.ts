/** A text that was moved is still known by its name: the path of a link ends as that of the text does. */

/** Every folder may have a text of this name, so its folder has to agree as well. */
const ofAnyFolder = /^(?:readme|index)\.\w+$/;

export class Namesakes {
  /** Paths by their last segment, in lower case. */
  private readonly byName = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const name = segmentsOf(path)[0] ?? "";
      const same = this.byName.get(name);
      if (same) same.push(path);
      else this.byName.set(name, [path]);
    }
  }

  /** The one path that ends as `path` does, by most of its segments; undefined if there is none, or several. */
  of(path: string): string | undefined {
    const wanted = segmentsOf(path);
    const name = wanted[0] ?? "";
    let least = ofAnyFolder.test(name) ? 2 : 1;
    let best: string[] = [];
    for (const candidate of this.byName.get(name) ?? []) {
      const segments = segmentsOf(candidate);
      const differs = segments.findIndex((segment, index) => segment !== wanted[index]);
      const common = differs < 0 ? segments.length : differs;
      if (common > least) best = [];
      if (common < least) continue;
      best.push(candidate);
      least = common;
    }
    return best.length === 1 ? best[0] : undefined;
  }
}

/** From the end. */
const segmentsOf = (path: string) => path.toLowerCase().split("/").reverse();
