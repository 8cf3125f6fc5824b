/** What is under the pointer: a proposal by its number or link, a status, a field, a file. */
import type { Position } from "../../../shared/document.js";
import type { Capability } from "../capability.js";
import { describeField, describeProposal, describeStatus, fieldOf } from "../describe.js";
import { placeIn } from "../places.js";
import { proposalOf, textOfTarget } from "../targets.js";
import type { SiteText } from "../text.js";

export const hover: Capability = {
  offers: { hoverProvider: true },
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
  return describeField(series, field.key);
}
