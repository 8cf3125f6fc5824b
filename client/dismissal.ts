/** The announcement that the reader has closed. Only one id is stored, so a new announcement is always shown. */
import { read, write } from "./storage.js";

const key = "announcement.dismissed";

/** The document's root names its announcement, because this runs before the body exists. */
export function hideDismissed(root: HTMLElement): void {
  const { announcement } = root.dataset;
  root.toggleAttribute("data-announcement-closed", read(key) === announcement);
}

export function dismiss(root: HTMLElement): void {
  write(key, root.dataset.announcement ?? "");
  root.toggleAttribute("data-announcement-closed", true);
}
