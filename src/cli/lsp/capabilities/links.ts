/** Where links and numbers lead, and what leads to a text, a heading or a number. */
import { posix } from "node:path";
import type { DocumentLink, Location } from "vscode-languageserver";
import { pathBelow } from "../../../platform/path-below.js";
import type { Position } from "../../../shared/document.js";
import { isExternalUrl } from "../../../shared/url.js";
import type { Proposal } from "../../../site/model/site.js";
import type { Capability } from "../capability.js";
import { placeIn } from "../places.js";
import { fragmentOf, lineOfAnchor, linksToText, locationOf, proposalAt, textOfLink, textsRelated } from "../targets.js";
import { type PlacedLink, SiteText } from "../text.js";
import type { Workspace, WorkspaceSite } from "../workspace.js";

export const links: Capability = {
  offers: {
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: { resolveProvider: false },
  },
  register(connection, workspace) {
    connection.onDefinition(async ({ textDocument, position }) => {
      const [workspaceSite, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      return workspaceSite && text
        ? (definitionAt(text, placeIn(text.lines, position), workspaceSite, workspace) ?? null)
        : null;
    });
    connection.onReferences(async ({ textDocument, position, context }) => {
      const [workspaceSite, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      if (!workspaceSite || !text) return null;
      const location = placeIn(text.lines, position);
      const definition = context.includeDeclaration
        ? definitionAt(text, location, workspaceSite, workspace)
        : undefined;
      return [...(definition ? [definition] : []), ...referencesAt(text, location, workspaceSite, workspace)];
    });
    connection.onDocumentLinks(async ({ textDocument }) => {
      const [workspaceSite, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      return workspaceSite && text
        ? text.links().flatMap((link) => documentLink(link, text, workspaceSite, workspace))
        : null;
    });
  },
};

/** Path below the root of the file that a link leads to, and the line there. */
function fileOf(placed: PlacedLink, from: SiteText): { path: string; line: number } | undefined {
  const { link, target } = placed;
  const { now } = from;
  const document = textOfLink(placed, from);
  if (document) {
    const text = SiteText.of(now, document.path);
    return text && { path: document.path, line: lineOfAnchor(text, fragmentOf(link.url)) };
  }
  if (target?.kind !== "file") return undefined;
  const path = target.asset ?? pathBelow(now.root, now.linked.site.files.get(target.path)?.path ?? "");
  return path ? { path, line: 1 } : undefined;
}

function definitionAt(
  text: SiteText,
  position: Position,
  workspaceSite: WorkspaceSite,
  workspace: Workspace,
): Location | undefined {
  const link = text.linkAt(position);
  const file = link && fileOf(link, text);
  if (file) return locationOf(workspaceSite, workspace, file.path, file.line);
  const document = text.namedAt(position)?.proposal?.document;
  return document && locationOf(workspaceSite, workspace, document.path, 1);
}

/** All places that mean what is at a place: the heading, the named proposal, or the text itself. */
function referencesAt(
  text: SiteText,
  position: Position,
  workspaceSite: WorkspaceSite,
  workspace: Workspace,
): Location[] {
  const heading = text.headings().find(({ line }) => line === position.line);
  if (heading?.id) return linksTo(text.path, heading.id, text, workspaceSite, workspace);
  const link = text.linkAt(position);
  const named = text.namedAt(position)?.proposal ?? (link && proposalAt(fileOf(link, text)?.path ?? "", text.now));
  const meant = named ?? (text.file.isMetadata(position.line) ? text.file.proposal : undefined);
  if (meant) return namesOf(meant, text, workspaceSite, workspace);
  const path = link ? fileOf(link, text)?.path : text.path;
  return path === undefined ? [] : linksTo(path, undefined, text, workspaceSite, workspace);
}

/** @param id of a heading; all links to the text count without it. */
function linksTo(
  path: string,
  id: string | undefined,
  { now }: SiteText,
  workspaceSite: WorkspaceSite,
  workspace: Workspace,
) {
  return linksToText(path, now).flatMap(({ text, links: placedLinks }) =>
    placedLinks
      .filter(({ link }) => id === undefined || fragmentOf(link.url) === id)
      .map(({ range }): Location => ({ uri: workspace.uri(workspaceSite, text.path), range })),
  );
}

function namesOf(
  proposal: Proposal,
  { now }: SiteText,
  workspaceSite: WorkspaceSite,
  workspace: Workspace,
): Location[] {
  const path = proposal.document?.path;
  const inText =
    path === undefined ? [] : linksTo(path, undefined, SiteText.of(now, path) as SiteText, workspaceSite, workspace);
  const inTextKeys = new Set(inText.map((location) => JSON.stringify(location)));
  const inFields = textsRelated(proposal, now).flatMap((text) =>
    text
      .named()
      .filter((named) => named.proposal === proposal)
      .map(({ range }): Location => ({ uri: workspace.uri(workspaceSite, text.path), range })),
  );
  return [...inText, ...inFields.filter((location) => !inTextKeys.has(JSON.stringify(location)))];
}

function documentLink(
  placed: PlacedLink,
  text: SiteText,
  workspaceSite: WorkspaceSite,
  workspace: Workspace,
): DocumentLink[] {
  const { link, range } = placed;
  if (isExternalUrl(link.url)) return [{ range, target: link.url }];
  const file = fileOf(placed, text);
  if (!file) return [];
  const uri = workspace.uri(workspaceSite, posix.normalize(file.path));
  return [{ range, target: file.line > 1 ? `${uri}#L${file.line}` : uri }];
}
