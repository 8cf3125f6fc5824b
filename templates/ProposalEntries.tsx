/** A list of proposals, for the register, tags and categories. */
import type { Once, ProposalCard } from "../src/shared/view.js";
import ProposalEntry, { type ProposalEntryProps } from "./ProposalEntry.js";

export interface ProposalEntriesProps {
  proposals: ProposalCard[];
  heading?: ProposalEntryProps["heading"];
  once: Once;
}

export default function ProposalEntries({ proposals, heading = "h2", once }: ProposalEntriesProps) {
  return (
    <ol className="entries">
      {proposals.map((proposal) => (
        <li key={proposal.href}>
          {once(proposal, heading, () => (
            <ProposalEntry proposal={proposal} heading={heading} />
          ))}
        </li>
      ))}
    </ol>
  );
}
