/** The number of added and removed words: `+12 −3`, and the same as a sentence for screen readers. */
import type { Translate } from "../src/shared/view.js";

export interface ChangeSizeProps {
  size: { added: number; removed: number };
  t: Translate;
}

export default function ChangeSize({ size: { added, removed }, t }: ChangeSizeProps) {
  return (
    <span className="size">
      <span aria-hidden="true">
        {added > 0 && <span className="plus">+{added}</span>}
        {added > 0 && removed > 0 && " "}
        {removed > 0 && <span className="minus">−{removed}</span>}
      </span>{" "}
      <span className="visually-hidden">{t("changes.size", { added, removed })}</span>
    </span>
  );
}
