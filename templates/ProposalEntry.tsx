/** A proposal in a list: number and title, its facts, and the beginning of its text. */
import type { ProposalCard } from "../src/shared/view.js";
import DateText from "./DateText.js";
import StatusChip from "./StatusChip.js";
import Title from "./Title.js";

export interface ProposalEntryProps {
  proposal: ProposalCard;
  /** Level of the title, one below the heading of the list. */
  heading?: "h2" | "h3";
}

export default function ProposalEntry({ proposal, heading: Heading = "h2" }: ProposalEntryProps) {
  const { number, title, href, contentLang, status, category, tags, date, authors, previewHtml } = proposal;
  return (
    <article className="entry" data-digest={proposal.digest}>
      <Heading className="entry-title">
        <a href={href}>
          {number && <span className="number">{number}</span>}
          {number && " "}
          <span lang={contentLang}>
            <Title text={title} />
          </span>
        </a>
      </Heading>
      <ul className="meta">
        {status && (
          <li>
            <StatusChip status={status} />
          </li>
        )}
        {category && (
          <li>
            <a className="tag" href={category.href}>
              {category.label}
            </a>
          </li>
        )}
        {tags
          .filter((tag) => tag.href !== category?.href)
          .map((tag) => (
            <li key={tag.href}>
              <a className="tag" href={tag.href}>
                {tag.label}
              </a>
            </li>
          ))}
        {date && (
          <li>
            <DateText date={date} />
          </li>
        )}
        {authors.length > 0 && <li>{authors.join(", ")}</li>}
      </ul>
      <div className="preview" lang={contentLang} dangerouslySetInnerHTML={{ __html: previewHtml }} />
    </article>
  );
}
