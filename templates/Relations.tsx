/** The proposals that a proposal mentions, and those that mention it. All other relations are in Facts. */
import type { RelationView, Translate } from "../src/shared/view.js";
import Ledger from "./Ledger.js";

export interface RelationsProps {
  relations: RelationView[];
  t: Translate;
}

/** Longer lists are folded: hundreds of proposals mention a basic standard. */
const longestOpen = 8;

export default function Relations({ relations, t }: RelationsProps) {
  const mentions = relations.filter(({ kind, items }) => /^mention/.test(kind) && items.length > 0);
  if (!mentions.length) return null;
  return (
    <section className="relations">
      <h2>{t("relations.title")}</h2>
      {mentions.map(({ kind, items }) => (
        <details key={kind} open={items.length <= longestOpen}>
          <summary>
            {t(`relation.${kind}`)} <span className="count">{t("count.proposals", { count: items.length })}</span>
          </summary>
          <Ledger items={items} />
        </details>
      ))}
    </section>
  );
}
