/** Proposals by number and title, one on a line. */
import type { ProposalLink } from "../src/shared/view.js";
import Title from "./Title.js";

export default function Ledger({ items }: { items: ProposalLink[] }) {
  return (
    <ul className="ledger">
      {items.map(({ href, number, title, contentLang }) => (
        <li key={href}>
          <a href={href}>
            {number && <span className="number">{number}</span>}
            {number && " "}
            <span lang={contentLang}>
              <Title text={title} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
