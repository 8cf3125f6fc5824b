/** The entries of the session's history and how far each was scrolled, also over a reload. */
const storageKey = "scroll";

let positions = new Map<string, number>();
let current = "";

export function setupEntries(): void {
  history.scrollRestoration = "manual";
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    // Without storage, a reload starts at the top.
  }
  const before = positions.get(history.state?.key);
  enterEntry();
  layOutAll(before);
  if (before !== undefined) scrollTo({ top: before, behavior: "instant" });
  addEventListener("scroll", rememberPosition, { passive: true });
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)));
    } catch {
      // As above.
    }
  });
}

/** Parts that are laid out only when visible would shift the position that a reader returns to. @param position how far to scroll, if known. */
export function layOutAll(position: number | undefined): void {
  document.documentElement.toggleAttribute("data-whole", position !== undefined);
}

/** Also before a page is left: the event of its last scrolling may still be pending. */
export function rememberPosition(): void {
  positions.set(current, scrollY);
}

/** The scroll position of the current entry when it was left. */
export const savedPosition = (): number | undefined => positions.get(history.state?.key);

/** From now on, scroll positions are those of the browser's current entry, which gets a key if it has none, as after a link within the page. */
export function enterEntry(): void {
  current = history.state?.key ?? newKey();
  if (history.state?.key !== current) history.replaceState({ ...history.state, key: current }, "");
}

export function addEntry(address: string, kind: "push" | "replace"): void {
  if (kind === "push") {
    rememberPosition();
    current = newKey();
  }
  history[`${kind}State`]({ key: current }, "", address);
}

const newKey = () => String(Math.random());
