/** Makes pictures for one colour scheme follow the site's toggle, as the rest of the page does. */

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const schemeQuery = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/g;

/** @returns a function that stops it. */
export function start(): () => void {
  const observer = new MutationObserver(showScheme);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", showScheme);
  showScheme();
  return () => {
    observer.disconnect();
    system.removeEventListener("change", showScheme);
  };
}

function showScheme(): void {
  const scheme = root.dataset.theme ?? (system.matches ? "dark" : "light");
  for (const source of document.querySelectorAll("source")) {
    source.dataset.media ??= source.media;
    source.media = source.dataset.media.replace(schemeQuery, (_, pictureScheme) =>
      pictureScheme === scheme ? "all" : "not all",
    );
  }
  for (const image of document.querySelectorAll<HTMLImageElement>('[src*="#gh-"]'))
    image.hidden = !image.src.endsWith(`#gh-${scheme}-mode-only`);
  for (const { style } of document.querySelectorAll<HTMLImageElement>(".invert-in-dark-mode")) {
    style.background = "none";
    style.filter = scheme === "dark" ? "invert(1) hue-rotate(180deg)" : "";
  }
}
