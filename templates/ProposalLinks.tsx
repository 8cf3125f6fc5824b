/** Links to other proposals on one line: with label and title if they are few, with the label alone if they are many. */

import { plainTitle } from "../src/shared/title.js";
import type { ProposalLink, RelationView } from "../src/shared/view.js";
import Title from "./Title.js";

export interface ProposalLinksProps {
  proposals: ProposalLink[];
  /** Those that are not on this site. */
  absent?: RelationView["absent"];
}

const fewEnoughForTitles = 4;

export default function ProposalLinks({ proposals, absent = [] }: ProposalLinksProps) {
  const titles = proposals.length + absent.length <= fewEnoughForTitles;
  return (
    <ul className={titles ? "proposal-links" : "proposal-links inline"}>
      {proposals.map(({ href, label, title, contentLang }) => (
        <li key={href}>
          <a className={label ? "number" : undefined} href={href} title={titles ? undefined : plainTitle(title)}>
            {label || plainTitle(title)}
          </a>
          {titles && label && " "}
          {titles && label && (
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
