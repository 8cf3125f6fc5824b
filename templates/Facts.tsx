/** The facts of a proposal, from its front matter and from other proposals that refer to it. */
import type { Key, ReactNode } from "react";
import { Fragment } from "react";
import type { AuthorView, DateView, LinkView, ProposalView, RelationView, Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import ProposalLinks from "./ProposalLinks.js";
import SiteLink from "./SiteLink.js";

export interface FactsProps {
  view: ProposalView;
  t: Translate;
}

/** Relations from front matter, in both directions. Mentions are below the text. */
const stated: RelationView["kind"][] = ["requires", "requiredBy", "supersedes", "supersededBy", "updates", "updatedBy"];

export default function Facts({ view, t }: FactsProps) {
  const { authors, date, updated, deadline, discussions, relations, ownFields, category } = view;
  const tags = view.tags.filter((tag) => tag.href !== category?.href);
  const day = (value?: DateView) => value && <DateText date={value} />;
  const external = (link: LinkView) => <SiteLink className="external" link={link} t={t} />;
  const facts: [name: string, value: ReactNode][] = [
    [t("facts.authors", { count: authors.length }), inline(authors, author)],
    [t("facts.created"), day(date)],
    [t("facts.updated"), day(updated)],
    [t("facts.deadline"), day(deadline)],
    [t("facts.tags", { count: tags.length }), inline(tags, (tag) => <SiteLink link={tag} t={t} />)],
    ...relations
      .filter(({ kind }) => stated.includes(kind))
      .map(({ kind, items, absent }): [string, ReactNode] => [
        t(`relation.${kind}`),
        <ProposalLinks key={kind} proposals={items} absent={absent} />,
      ]),
    [t("facts.discussions", { count: discussions.length }), inline(discussions, external)],
    ...ownFields.map(({ label, text, links, parts }): [string, ReactNode] => [
      label,
      parts
        ? parts.map((part) => (typeof part === "string" ? part : <Fragment key={part.href}>{external(part)}</Fragment>))
        : (inline(links, external) ?? text),
    ]),
  ];
  const rows = facts.filter(([, value]) => value);
  if (!rows.length) return null;
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A list on one line; undefined if it is empty. */
function inline<T extends { href?: string; name?: string }>(items: T[], show: (item: T) => ReactNode): ReactNode {
  if (!items.length) return undefined;
  const key = ({ href, name }: T): Key => `${href} ${name}`;
  return (
    <ul className="inline">
      {items.map((item) => (
        <li key={key(item)}>{show(item)}</li>
      ))}
    </ul>
  );
}

/** An author. In pages from right to left, `<bdi>` keeps the dot of a name and the @ of a handle in their places. */
const author = ({ name, handle, href }: AuthorView) => (
  <>
    {href ? (
      <a href={href}>
        <bdi>{name}</bdi>
      </a>
    ) : (
      <bdi>{name}</bdi>
    )}
    {handle && (
      <>
        {" "}
        <bdi className="handle">{handle}</bdi>
      </>
    )}
  </>
);
