/** Shows where links and numbers lead, and what leads to a text, a heading or a number. */
import { posix } from "node:path";
import type { DocumentLink, Location, Position as LspPosition } from "vscode-languageserver";
import { pathBelow } from "../../../platform/path-below.js";
import { isExternalUrl } from "../../../shared/url.js";
import type { Proposal } from "../../../site/model/site.js";
import type { Capability } from "../capability.js";
import { positionIn } from "../positions.js";
import { fragmentOf, lineOfAnchor, linksToText, locationOf, proposalAt, textOfLink, textsRelated } from "../targets.js";
import { type PlacedLink, SiteText } from "../text.js";
import type { TextInSite } from "../workspace.js";

export const links: Capability = {
  offers: {
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: { resolveProvider: false },
  },
  register(connection, workspace) {
    connection.onDefinition(async ({ textDocument, position }) => {
      const textInSite = await workspace.textInSite(textDocument.uri);
      return (textInSite && definitionAt(textInSite, position)) ?? null;
    });
    connection.onReferences(async ({ textDocument, position, context }) => {
      const textInSite = await workspace.textInSite(textDocument.uri);
      if (!textInSite) return null;
      const definition = context.includeDeclaration ? definitionAt(textInSite, position) : undefined;
      return [...(definition ? [definition] : []), ...referencesAt(textInSite, position)];
    });
    connection.onDocumentLinks(async ({ textDocument }) => {
      const textInSite = await workspace.textInSite(textDocument.uri);
      return textInSite?.text.links().flatMap((link) => documentLink(link, textInSite)) ?? null;
    });
  },
};

/** The file that a link leads to, by its path below the root, and the line there. */
function fileOf(placed: PlacedLink, from: SiteText): { path: string; line: number } | undefined {
  const { link, target } = placed;
  const { snapshot } = from;
  const document = textOfLink(placed, from);
  if (document) {
    const text = SiteText.of(snapshot, document.path);
    return text && { path: document.path, line: lineOfAnchor(text, fragmentOf(link.url)) };
  }
  if (target?.kind !== "file") return undefined;
  const path = target.asset ?? pathBelow(snapshot.root, snapshot.linked.site.files.get(target.path)?.path ?? "");
  return path ? { path, line: 1 } : undefined;
}

function definitionAt({ text, site }: TextInSite, lspPosition: LspPosition): Location | undefined {
  const position = positionIn(text.lines, lspPosition);
  const link = text.linkAt(position);
  const file = link && fileOf(link, text);
  if (file) return locationOf(site, file.path, file.line);
  const document = text.proposalNameAt(position)?.proposal?.document;
  return document && locationOf(site, document.path, 1);
}

/** The references to the heading or the proposal at a position, or else to the text itself. */
function referencesAt(textInSite: TextInSite, lspPosition: LspPosition): Location[] {
  const { text } = textInSite;
  const position = positionIn(text.lines, lspPosition);
  const heading = text.headings().find(({ line }) => line === position.line);
  if (heading?.id) return linksTo(text.path, textInSite, heading.id);
  const link = text.linkAt(position);
  const linkedPath = link && fileOf(link, text)?.path;
  const named = text.proposalNameAt(position)?.proposal ?? (link && proposalAt(linkedPath ?? "", text.snapshot));
  const proposal = named ?? (text.file.isMetadata(position.line) ? text.file.proposal : undefined);
  if (proposal) return referencesTo(proposal, textInSite);
  const path = link ? linkedPath : text.path;
  return path === undefined ? [] : linksTo(path, textInSite);
}

/** The links to a text. @param id limits them to the links to this heading. */
function linksTo(path: string, { text: { snapshot }, site }: TextInSite, id?: string): Location[] {
  return linksToText(path, snapshot).flatMap(({ text, links: placedLinks }) =>
    placedLinks
      .filter(({ link }) => id === undefined || fragmentOf(link.url) === id)
      .map(({ range }): Location => ({ uri: site.uri(text.path), range })),
  );
}

/** The links to a proposal, and the fields that name it. */
function referencesTo(proposal: Proposal, textInSite: TextInSite): Location[] {
  const path = proposal.document?.path;
  const inText = path === undefined ? [] : linksTo(path, textInSite);
  const inTextKeys = new Set(inText.map((location) => JSON.stringify(location)));
  const inFields = textsRelated(proposal, textInSite.text.snapshot).flatMap((text) =>
    text
      .proposalNames()
      .filter((named) => named.proposal === proposal)
      .map(({ range }): Location => ({ uri: textInSite.site.uri(text.path), range })),
  );
  return [...inText, ...inFields.filter((location) => !inTextKeys.has(JSON.stringify(location)))];
}

function documentLink(placed: PlacedLink, { text, site }: TextInSite): DocumentLink[] {
  const { link, range } = placed;
  if (isExternalUrl(link.url)) return [{ range, target: link.url }];
  const file = fileOf(placed, text);
  if (!file) return [];
  const uri = site.uri(posix.normalize(file.path));
  return [{ range, target: file.line > 1 ? `${uri}#L${file.line}` : uri }];
}
