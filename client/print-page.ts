/** The page with all texts of a register: readers choose by status what they print, and the address says what they chose (`?status=final,draft`). */

/**
 * It imports nothing: the bundler would make a file of its own of what it shares with other code of the page.
 * @param page all of it. @param setAddress replaces the address of the page. @param placeAt finds the element of a fragment. @returns a function that ends it.
 */
export function startPrintPage(
  page: HTMLElement,
  setAddress: (address: string) => void,
  placeAt: (hash: string) => HTMLElement | null,
): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const choice = page.querySelector<HTMLElement>(".print-choice");
  if (!choice) return () => undefined;
  const boxes = [...choice.querySelectorAll("input")];
  const parts = [...page.querySelectorAll<HTMLElement>("[data-status]")];

  const apply = () => {
    const chosen = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value));
    for (const part of parts) part.hidden = !chosen.has(part.dataset.status ?? "");
  };
  const asked = new URLSearchParams(location.search).get("status")?.split(",");
  if (asked) for (const box of boxes) box.checked = asked.includes(box.value);
  const changed = () => {
    apply();
    const address = new URL(location.href);
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    address.searchParams.delete("status");
    if (chosen.length < boxes.length) address.searchParams.set("status", chosen.join(","));
    setAddress(address.href.replaceAll("%2C", ","));
  };
  /** A link to a text that is not shown shows those of its status. */
  const follow = () => {
    const place = placeAt(location.hash);
    const target = place?.closest<HTMLElement>("article");
    const box = boxes.find(({ value }) => value === target?.dataset.status);
    if (!target?.hidden || !box) return;
    box.checked = true;
    changed();
    place?.scrollIntoView();
  };
  apply();
  choice.hidden = false;
  choice.addEventListener("change", changed, { signal });
  addEventListener("hashchange", follow, { signal });
  return () => ends.abort();
}
