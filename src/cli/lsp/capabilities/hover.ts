/** Describes the proposal or page under the pointer. */
import type { Position } from "../../../shared/document.js";
import type { Capability } from "../capability.js";
import { describeProposal, escapeMarkdown } from "../describe.js";
import { positionIn } from "../positions.js";
import { proposalOf, textOfTarget } from "../targets.js";
import type { SiteText } from "../text.js";

export const hover: Capability = {
  offers: { hoverProvider: true },
  register(connection, workspace) {
    connection.onHover(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      const value = text && describe(text, positionIn(text.lines, position));
      return value ? { contents: { kind: "markdown", value } } : null;
    });
  },
};

function describe(text: SiteText, location: Position): string | undefined {
  const named = text.proposalNameAt(location)?.proposal;
  if (named) return describeProposal(named);
  const link = text.linkAt(location);
  const proposal = link && proposalOf(link.target, text.snapshot);
  if (proposal) return describeProposal(proposal);
  const target = textOfTarget(link?.target, text.snapshot);
  return target && "title" in target.meta
    ? `**${escapeMarkdown(target.meta.title)}**\n\n${escapeMarkdown(target.path)}`
    : undefined;
}
