/** What a proposal requires and what requires it, as the hierarchy of calls that editors have. */
import type { CallHierarchyItem } from "vscode-languageserver";
import { nameInSite } from "../../api/site-root.js";
import type { Proposal } from "../../model/site.js";
import type { Capability } from "../capability.js";
import { shownStatus, titleOf } from "../describe.js";
import { pathOf, placeIn, rangeAt } from "../places.js";
import { protocol } from "../protocol.js";
import { proposalAt, proposalOf } from "../targets.js";
import { SiteText } from "../text.js";
import type { Workspace, WorkspaceSite } from "../workspace.js";

export const calls: Capability = {
  offers: () => ({ callHierarchyProvider: true }),
  register(connection, workspace) {
    connection.languages.callHierarchy.onPrepare(async ({ textDocument, position }) => {
      const [own, text] = [await workspace.siteOf(textDocument.uri), await workspace.text(textDocument.uri)];
      if (!own || !text) return null;
      const place = placeIn(text.lines, position);
      const linked = proposalOf(text.linkAt(place)?.target, text.now);
      const proposal = text.namedAt(place)?.proposal ?? linked ?? proposalAt(text.path, text.now);
      return proposal ? itemsOf([proposal], own, workspace) : null;
    });
    const related = async (item: CallHierarchyItem, kind: "requires" | "requiredBy") => {
      const own = await workspace.siteOf(item.uri);
      const now = await own?.site.now();
      const path = pathOf(item.uri);
      if (!own || !now?.linked || path === undefined) return [];
      const proposal = proposalAt(nameInSite(now.root, path), now);
      return (proposal?.relations[kind] ?? []).flatMap((other) => {
        const [from, named] = kind === "requires" ? [proposal, other] : [other, proposal];
        const text = from?.document && SiteText.of(now, from.document.path);
        const ranges = text
          ?.named()
          .filter((one) => one.proposal === named && one.isBare)
          .map(({ range }) => range);
        const fromRanges = ranges && ranges.length > 0 ? ranges : [rangeAt({ line: 1, column: 1 }, 0)];
        return itemsOf([other], own, workspace).map((one) => ({ item: one, fromRanges }));
      });
    };
    connection.languages.callHierarchy.onOutgoingCalls(async ({ item }) =>
      (await related(item, "requires")).map(({ item: to, fromRanges }) => ({ to, fromRanges })),
    );
    connection.languages.callHierarchy.onIncomingCalls(async ({ item }) =>
      (await related(item, "requiredBy")).map(({ item: from, fromRanges }) => ({ from, fromRanges })),
    );
  },
};

function itemsOf(proposals: readonly Proposal[], own: WorkspaceSite, workspace: Workspace): CallHierarchyItem[] {
  return proposals.flatMap((proposal) => {
    const { document } = proposal;
    if (!document) return [];
    const range = rangeAt({ line: 1, column: 1 }, 0);
    const uri = workspace.uri(own, document.path);
    const kind = protocol().SymbolKind.File;
    return [{ name: titleOf(proposal), detail: shownStatus(proposal), kind, uri, range, selectionRange: range }];
  });
}
