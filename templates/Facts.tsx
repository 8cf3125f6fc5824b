/** The facts of a proposal, as its front matter and the rest of the register state them. */
import type { ReactNode } from "react";
import type { ProposalView, RelationView, Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import ProposalLinks from "./ProposalLinks.js";
import SiteLink from "./SiteLink.js";

export interface FactsProps {
  view: ProposalView;
  t: Translate;
}

/** Relations that a proposal states itself or that follow from such a statement; mentions stand below the text. */
const stated: RelationView["kind"][] = ["requires", "requiredBy", "supersedes", "supersededBy"];

export default function Facts({ view, t }: FactsProps) {
  const { authors, date, updated, deadline, discussions, relations, tags, category } = view;
  const otherTags = tags.filter((tag) => tag.href !== category?.href);
  return (
    <dl className="facts">
      {authors.length > 0 && (
        <Fact name={t("facts.authors", { count: authors.length })}>
          <ul className="inline">
            {authors.map(({ name, handle, href }) => (
              <li key={`${name} ${handle}`}>
                {href ? <a href={href}>{name}</a> : name}
                {handle && <span className="handle"> {handle}</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {date && (
        <Fact name={t("facts.created")}>
          <DateText date={date} />
        </Fact>
      )}
      {updated && (
        <Fact name={t("facts.updated")}>
          <DateText date={updated} />
        </Fact>
      )}
      {deadline && (
        <Fact name={t("facts.deadline")}>
          <DateText date={deadline} />
        </Fact>
      )}
      {otherTags.length > 0 && (
        <Fact name={t("facts.tags", { count: otherTags.length })}>
          <ul className="inline">
            {otherTags.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {relations
        .filter(({ kind, items }) => stated.includes(kind) && items.length > 0)
        .map(({ kind, items }) => (
          <Fact key={kind} name={t(`relation.${kind}`)}>
            <ProposalLinks proposals={items} />
          </Fact>
        ))}
      {discussions.length > 0 && (
        <Fact name={t("facts.discussions", { count: discussions.length })}>
          <ul className="inline">
            {discussions.map((link) => (
              <li key={link.href}>
                <SiteLink className="external" link={link} t={t} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
