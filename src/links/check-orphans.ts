/** Finds unreachable pages: no chain of links leads from the home page to them. */
import { posix } from "node:path";
import type { FileFacts } from "./facts.js";
import type { Finding } from "./findings.js";

const home = "index.html";

/** @param edges pages that each page leads to. */
export function checkOrphans(
  facts: ReadonlyMap<string, FileFacts>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): Finding[] {
  if (!facts.has(home)) return [];
  const reached = new Set([home]);
  for (const page of reached) for (const next of edges.get(page) ?? []) reached.add(next);
  return [...facts].flatMap(([path, file]) => {
    if (!file.isPage || reached.has(path) || isAside(path, file)) return [];
    const finding: Finding = {
      code: "page-orphan",
      message: "no link leads from the home page to this page",
      help: "Link to it, or mark it noindex if it is not meant to be found.",
      path,
      offset: 0,
      text: "",
      group: path,
    };
    return [finding];
  });
}

/** Pages that need no link: error pages of a host, redirects, and pages with noindex. */
function isAside(path: string, { noindex, refresh }: FileFacts): boolean {
  return noindex || refresh !== undefined || posix.basename(path) === "404.html";
}
