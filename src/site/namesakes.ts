/** A text that was moved or got a number is still known by its name: the path of a link ends as that of the text does. */

/** Every folder may have a text of this name, so its folder has to agree as well. */
const ofAnyFolder = /^(?:readme|index)\.\w+$/;
/** `0000-tokens.md` became `0012-tokens.md`. */
const beforeWords = /^[a-z]{0,12}[-_ ]?\d{1,9}[-_ ]+/;

export class Namesakes {
  /** Segments of paths from the end, in lower case, by the first of them. */
  private readonly byName = new Map<string, Candidate[]>();
  /** The same, by that segment without its number. */
  private readonly byWords = new Map<string, Candidate[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const segments = segmentsOf(path);
      const name = segments[0] ?? "";
      add(this.byName, name, { path, segments });
      add(this.byWords, name.replace(beforeWords, ""), { path, segments });
    }
  }

  /** The one path that ends as `path` does, by most of its segments; undefined if there is none, or several. */
  of(path: string): string | undefined {
    const wanted = segmentsOf(path);
    const name = wanted[0] ?? "";
    const same = this.byName.get(name);
    if (same) return closest(same, wanted, ofAnyFolder.test(name) ? 1 : 0);
    return closest(this.byWords.get(name.replace(beforeWords, "")) ?? [], wanted, 0);
  }
}

interface Candidate {
  path: string;
  segments: readonly string[];
}

/** @param fewest folders that have to agree. */
function closest(candidates: readonly Candidate[], wanted: readonly string[], fewest: number): string | undefined {
  let most = fewest;
  let best: string[] = [];
  for (const { path, segments } of candidates) {
    const differs = segments.findIndex((segment, index) => index > 0 && segment !== wanted[index]);
    const folders = (differs < 0 ? segments.length : differs) - 1;
    if (folders > most) best = [];
    if (folders < most) continue;
    best.push(path);
    most = folders;
  }
  return best.length === 1 ? best[0] : undefined;
}

function add(names: Map<string, Candidate[]>, name: string, candidate: Candidate): void {
  const same = names.get(name);
  if (same) same.push(candidate);
  else names.set(name, [candidate]);
}

const segmentsOf = (path: string) => path.toLowerCase().split("/").reverse();
