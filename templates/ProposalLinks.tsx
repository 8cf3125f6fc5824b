/** Names of other proposals in a line: by label and title while they are few, by label alone when they are many. */
import type { ProposalLink } from "../src/shared/view.js";

export interface ProposalLinksProps {
  proposals: ProposalLink[];
}

const fewEnoughForTitles = 4;

export default function ProposalLinks({ proposals }: ProposalLinksProps) {
  const titles = proposals.length <= fewEnoughForTitles;
  return (
    <ul className={titles ? "proposal-links" : "proposal-links inline"}>
      {proposals.map(({ href, label, title, contentLang }) => (
        <li key={href}>
          <a className="number" href={href} title={titles ? undefined : title}>
            {label}
          </a>
          {titles && " "}
          {titles && <span lang={contentLang}>{title}</span>}
        </li>
      ))}
    </ul>
  );
}
