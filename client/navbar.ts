/** The navbar makes room for the text: it leaves when the reader scrolls down and returns when they scroll up or reach an end. */

export interface ScrollState {
  y: number;
  before: number;
  viewport: number;
  height: number;
  navbar: number;
}

/** @returns undefined when the movement is too small to mean anything. */
export function isHiddenAt({ y, before, viewport, height, navbar }: ScrollState): boolean | undefined {
  const nearTop = y < navbar;
  const nearBottom = y + viewport > height - navbar;
  if (nearTop || nearBottom) return false;
  if (Math.abs(y - before) < 4) return undefined;
  return y > before;
}

export function setupNavbar(): void {
  const root = document.documentElement;
  let before = scrollY;
  let waiting = false;

  const update = () => {
    waiting = false;
    const bar = document.querySelector<HTMLElement>(".navbar");
    if (!bar) return;
    const y = scrollY;
    const hidden = isHiddenAt({
      y,
      before,
      viewport: innerHeight,
      height: root.scrollHeight,
      navbar: bar.offsetHeight,
    });
    if (hidden === undefined) return;
    before = y;
    const inUse = bar.matches(":focus-within") || bar.querySelector("details[open]") !== null;
    root.toggleAttribute("data-navbar-hidden", hidden && !inUse);
  };

  addEventListener(
    "scroll",
    () => {
      if (!waiting) requestAnimationFrame(update);
      waiting = true;
    },
    { passive: true },
  );
  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).closest(".navbar")) root.removeAttribute("data-navbar-hidden");
  });
}
