/** The entries of the session's history and how far each was scrolled, also over a reload. */
const storageKey = "scroll";

let positions = new Map<string, number>();
let current = "";

export function setupEntries(): void {
  history.scrollRestoration = "manual";
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    // Without storage a reload begins at the top.
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

/** Parts that are laid out when they are seen would move the place that a reader comes back to. @param position how far to scroll, where known. */
export function layOutAll(position: number | undefined): void {
  document.documentElement.toggleAttribute("data-whole", position !== undefined);
}

/** Also before a page goes: the event of its last scrolling may still be on its way. */
export function rememberPosition(): void {
  positions.set(current, scrollY);
}

/** How far the entry that the browser is at now was scrolled when it was left. */
export const savedPosition = (): number | undefined => positions.get(history.state?.key);

/** From now on scrolling is that of the browser's present entry, which gets a key if it has none: links within a page make such. */
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
