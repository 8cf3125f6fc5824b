/** Makes the view of a route in one locale. */

import type { Route } from "../../model/site.js";
import type { PageDraft } from "../content.js";
import type { RenderContext } from "../context.js";
import { companionView, folderView } from "./companion.js";
import { dependenciesView } from "./dependencies.js";
import { homeView } from "./home.js";
import { insightsView } from "./insights.js";
import { archiveView, listView, tagsView } from "./lists.js";
import { docView, notFoundView, redirectView, searchView } from "./pages.js";
import { proposalView } from "./proposal.js";

/** @param route a page of the site alone; the view of a difference is made in changes.ts. */
export function pageView(route: Exclude<Route, { kind: "changes" }>, context: RenderContext): PageDraft {
  switch (route.kind) {
    case "home":
      return homeView(context);
    case "list":
      return listView(route, context);
    case "tags":
      return tagsView(route, context);
    case "archive":
      return archiveView(route, context);
    case "proposal":
      return proposalView(route, context);
    case "insights":
      return insightsView(route, context);
    case "graph":
      return dependenciesView(route, context);
    case "companion":
      return companionView(route, context);
    case "folder":
      return folderView(route, context);
    case "doc":
      return docView(route, context);
    case "search":
      return searchView(context);
    case "notFound":
      return notFoundView(context);
    case "redirect":
      return redirectView(route, context);
  }
}
