/** A list of proposals as the register shows it. */
import type { ProposalCard } from "../src/shared/view.js";
import ProposalEntry, { type ProposalEntryProps } from "./ProposalEntry.js";

export interface ProposalEntriesProps {
  proposals: ProposalCard[];
  heading?: ProposalEntryProps["heading"];
}

export default function ProposalEntries({ proposals, heading }: ProposalEntriesProps) {
  return (
    <ol className="entries">
      {proposals.map((proposal) => (
        <li key={proposal.href}>
          <ProposalEntry proposal={proposal} heading={heading} />
        </li>
      ))}
    </ol>
  );
}
