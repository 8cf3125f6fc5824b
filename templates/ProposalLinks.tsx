/** Names of other proposals in a line: by label and title while they are few, by label alone when they are many. */

import { plainTitle } from "../src/shared/title.js";
import type { ProposalLink } from "../src/shared/view.js";
import Title from "./Title.js";

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
          <a className="number" href={href} title={titles ? undefined : plainTitle(title)}>
            {label}
          </a>
          {titles && " "}
          {titles && (
            <span lang={contentLang}>
              <Title text={title} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
