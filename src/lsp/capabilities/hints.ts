/** What is shown behind a bare number, and above a proposal how many require it. */
import type { InlayHint } from "vscode-languageserver";
import type { Capability } from "../capability.js";
import { describeProposal, shownStatus } from "../describe.js";
import { placeIn, rangeAt } from "../places.js";
import { locationOf } from "../targets.js";

/** Letters of a title in a hint. */
const longest = 40;

export const hints: Capability = {
  offers: () => ({ inlayHintProvider: { resolveProvider: false }, codeLensProvider: { resolveProvider: false } }),
  register(connection, workspace) {
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const [first, last] = [placeIn(text.lines, range.start).line, placeIn(text.lines, range.end).line];
      return text.named().flatMap(({ range: own, proposal, isBare }): InlayHint[] => {
        const line = own.end.line + 1;
        if (!proposal || !isBare || line < first || line > last) return [];
        const { title } = proposal.meta;
        const short = title.length > longest ? `${title.slice(0, longest - 1)}…` : title;
        const tooltip = { kind: "markdown" as const, value: describeProposal(proposal) };
        return [{ position: own.end, label: `${short} (${shownStatus(proposal)})`, paddingLeft: true, tooltip }];
      });
    });
    connection.onCodeLens(async ({ textDocument }) => {
      const [own, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      const proposal = text?.file.proposal;
      if (!own || !text || !proposal) return null;
      const { requiredBy, mentionedBy } = proposal.relations;
      const range = rangeAt({ line: 1, column: 1 }, 0);
      const lens = (what: string, others: typeof requiredBy) => {
        if (others.length === 0) return [];
        const locations = others.flatMap(({ document }) =>
          document ? [locationOf(own, workspace, document.path, 1)] : [],
        );
        // Editors that do not know the command show the title alone.
        const command = "editor.action.showReferences";
        const args = [textDocument.uri, range.start, locations];
        return [{ range, command: { title: `${what} ${others.length}`, command, arguments: args } }];
      };
      return [...lens("required by", requiredBy), ...lens("mentioned by", mentionedBy)];
    });
  },
};
