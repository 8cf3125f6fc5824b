/** What is under the pointer: a proposal by its number or link, a status, an author, a field, a file. */
import { parseAuthors } from "../../../content/parse/authors.js";
import type { Position } from "../../../shared/document.js";
import type { Capability } from "../capability.js";
import { describeAuthor, describeField, describeProposal, describeStatus, fieldOf } from "../describe.js";
import { placeIn } from "../places.js";
import { proposalOf, textOfTarget } from "../targets.js";
import { flat, type SiteText } from "../text.js";

export const hover: Capability = {
  offers: () => ({ hoverProvider: true }),
  register(connection, workspace) {
    connection.onHover(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      const value = text && describe(text, placeIn(text.lines, position));
      return value ? { contents: { kind: "markdown", value } } : null;
    });
  },
};

function describe(text: SiteText, location: Position): string | undefined {
  const named = text.namedAt(location)?.proposal;
  if (named) return describeProposal(named);
  const link = text.linkAt(location);
  if (link) {
    const proposal = proposalOf(link.target, text.now);
    if (proposal) return describeProposal(proposal);
    const target = textOfTarget(link.target, text.now);
    return target && "title" in target.meta ? `**${target.meta.title}**\n\n${target.path}` : undefined;
  }
  const field = text.fieldAt(location);
  const { series, proposal } = text.file;
  if (!field || !series) return undefined;
  const name = fieldOf(series, field.key);
  const isOnKey =
    location.line === field.keyPosition.line && location.column <= field.keyPosition.column + field.key.length;
  if (!isOnKey && name === "status" && proposal) return describeStatus(series, proposal.meta.status);
  if (!isOnKey && name === "author") {
    const offset = text.offset(location);
    const authors = parseAuthors(field.value, { handleUrl: series.handleUrl });
    const part = flat(field.value).find(
      ({ position, length }) => text.offset(position) <= offset && offset <= text.offset(position) + length,
    );
    const ends = part
      ? authors.filter(
          ({ name: authorName }) => text.file.text.lastIndexOf(authorName, offset) >= text.offset(part.position),
        )
      : [];
    const nearest = ends.toSorted(
      (a, b) => text.file.text.lastIndexOf(b.name, offset) - text.file.text.lastIndexOf(a.name, offset),
    )[0];
    if (nearest) return describeAuthor(text.now, nearest);
  }
  return describeField(series, field.key);
}
