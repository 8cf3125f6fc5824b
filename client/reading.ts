/** Helps to read a page: hides the navbar, and copies code and addresses. */
import { announce, make, onClick, word } from "./dom.js";

interface ScrollState {
  y: number;
  before: number;
  viewport: number;
  height: number;
  navbar: number;
}

/** Whether the navbar is hidden after scrolling. @returns undefined if the movement is too small to tell. */
export function isHiddenAt({ y, before, viewport, height, navbar }: ScrollState): boolean | undefined {
  const nearTop = y < navbar;
  const nearBottom = y + viewport > height - navbar;
  if (nearTop || nearBottom) return false;
  if (Math.abs(y - before) < 4) return undefined;
  return y > before;
}

/** Hides the navbar when the reader scrolls down, and shows it when they scroll up or reach an end. */
export function setupNavbar(): void {
  const root = document.documentElement;
  let before = scrollY;
  let isScheduled = false;

  const update = () => {
    isScheduled = false;
    const bar = document.querySelector<HTMLElement>(".navbar");
    if (!bar) return;
    const y = scrollY;
    const isHidden = isHiddenAt({
      y,
      before,
      viewport: innerHeight,
      height: root.scrollHeight,
      navbar: bar.offsetHeight,
    });
    if (isHidden === undefined) return;
    before = y;
    const isInUse = bar.matches(":focus-within") || bar.querySelector("details[open]") !== null;
    root.toggleAttribute("data-navbar-hidden", isHidden && !isInUse);
  };

  addEventListener(
    "scroll",
    () => {
      if (!isScheduled) requestAnimationFrame(update);
      isScheduled = true;
    },
    { passive: true },
  );
  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).closest(".navbar")) root.removeAttribute("data-navbar-hidden");
  });
}

/** Scrolls a column by itself; scrollIntoView would move the page as well. */
export function keepInView(column: HTMLElement, item: HTMLElement): void {
  const top = item.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top + item.offsetHeight > column.clientHeight) column.scrollTop += top - column.clientHeight / 2;
}

const copiedTime = 2000;

export function setupCopy(): void {
  onClick(".code-copy", (button) => copy(button, button.closest(".code")?.querySelector("pre")?.textContent.trimEnd()));
  onClick(".anchor", (link) => copy(link, (link as HTMLAnchorElement).href));
  onClick(".code-wrap", (button) => {
    const wrapped = button.closest(".code")?.querySelector("pre")?.classList.toggle("wrap");
    button.ariaPressed = String(wrapped);
  });
}

async function copy(element: HTMLElement, text = ""): Promise<void> {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isCopied = false;
  }
  announce(word(isCopied ? "copied" : "copyFailed"));
  if (!isCopied) return;
  element.dataset.copied = "";
  setTimeout(() => delete element.dataset.copied, copiedTime);
}

/** A button for a block of code. The style sheet draws its icon. */
const codeButton = (name: "wrap" | "copy") =>
  make("button", `icon-button code-${name}`, { type: "button", "aria-label": word(name), title: word(name) });

/**
 * Adds the buttons of every block of code; the one for wrapping only if a line is too long.
 * @returns a function that stops watching the blocks.
 */
export function startCode(): () => void {
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.closest(".code")?.setAttribute("data-overflows", "");
    }
  });
  for (const figure of document.querySelectorAll(".code")) {
    const pre = figure.querySelector("pre");
    if (!pre || figure.querySelector(".code-tools")) continue;
    const wrap = codeButton("wrap");
    wrap.ariaPressed = String(pre.classList.contains("wrap"));
    const tools = make("div", "code-tools");
    tools.append(wrap, codeButton("copy"));
    figure.append(tools);
    watcher.observe(pre);
  }
  return () => watcher.disconnect();
}
