/** Links to other proposals: a few with label and title, each on its own line; many with the label alone, on one line. */

import { plainTitle } from "../src/shared/title.js";
import type { ProposalLink, RelationView } from "../src/shared/view.js";
import Title from "./Title.js";

export interface ProposalLinksProps {
  proposals: ProposalLink[];
  /** Proposals that are not on this site. */
  absent?: RelationView["absent"];
}

const maxWithTitles = 4;

export default function ProposalLinks({ proposals, absent = [] }: ProposalLinksProps) {
  const hasTitles = proposals.length + absent.length <= maxWithTitles;
  return (
    <ul className={hasTitles ? "proposal-links" : "proposal-links inline"}>
      {proposals.map(({ href, label, title, contentLang }) => (
        <li key={href}>
          <a className={label ? "number" : undefined} href={href} title={hasTitles ? undefined : plainTitle(title)}>
            {label || plainTitle(title)}
          </a>
          {hasTitles && label && " "}
          {hasTitles && label && (
            <span lang={contentLang}>
              <Title text={title} />
            </span>
          )}
        </li>
      ))}
      {absent.map(({ label, href }) => (
        <li key={label}>
          {href ? (
            <a className="number external" href={href} rel="noopener">
              {label}
            </a>
          ) : (
            <span className="number">{label}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
