/** Copying: code from its block, and the address of a heading from its link. */
import { announce, fromTemplate, onClick, word } from "./dom.js";

const shownFor = 2000;

export function setupCopy(): void {
  onClick(".code-copy", (button) => copy(button, button.closest(".code")?.querySelector("pre")?.textContent.trimEnd()));
  onClick(".anchor", (link) => copy(link, (link as HTMLAnchorElement).href));
  onClick(".code-wrap", (button) => {
    const wrapped = button.closest(".code")?.querySelector("pre")?.classList.toggle("wrap");
    button.ariaPressed = String(wrapped);
  });
}

async function copy(element: HTMLElement, text = ""): Promise<void> {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = false;
  }
  announce(word(done ? "copied" : "copyFailed"));
  if (!done) return;
  element.dataset.copied = "";
  setTimeout(() => delete element.dataset.copied, shownFor);
}

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
    const tools = fromTemplate("uiCodeTools");
    const pre = figure.querySelector("pre");
    if (!tools || !pre || figure.querySelector(".code-tools")) continue;
    tools.querySelector(".code-wrap")?.setAttribute("aria-pressed", String(pre.classList.contains("wrap")));
    figure.append(tools);
    watcher.observe(pre);
  }
  return () => watcher.disconnect();
}
