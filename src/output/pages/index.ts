/** All kinds of pages. If two kinds claim one address, the earlier one keeps it and the later one is reported. */
import type { Route } from "../../site/model/site.js";
import { archive } from "./archive.js";
import { companion } from "./companion.js";
import { compare } from "./compare.js";
import { ownPage } from "./component.js";
import { doc } from "./doc.js";
import { folder } from "./folder.js";
import { graph } from "./graph.js";
import { home } from "./home.js";
import { incoming } from "./incoming.js";
import { insights } from "./insights.js";
import type { PageKind } from "./kind.js";
import { list } from "./list.js";
import { notFound } from "./not-found.js";
import { page } from "./page.js";
import { proposal } from "./proposal.js";
import { redirect } from "./redirect.js";
import { search } from "./search.js";
import { tags } from "./tags.js";

export type { BesideKind } from "./kind.js";

export const pageKinds: readonly PageKind[] = [
  home,
  list,
  archive,
  tags,
  proposal,
  companion,
  folder,
  insights,
  graph,
  compare,
  incoming,
  doc,
  page,
  ownPage,
  search,
  notFound,
  redirect,
];

const byName = new Map(pageKinds.map((pageKind) => [pageKind.kind, pageKind]));

export function kindOf({ kind }: Pick<Route, "kind">): PageKind {
  return byName.get(kind) as PageKind;
}
