/** What `lint --changed-since` knows of the commit that it compares with: who had each number, and which problems were there. */
import { raised } from "../diagnostics/leniency.js";
import { countFindings, lineLookup, withoutKnown } from "../lint/known.js";
import type { Seniority } from "../model/seniority.js";
import { type LinkedSite, linkSite } from "../pipeline/link.js";
import type { OpenSite } from "../pipeline/open-site.js";
import { type BuildState, knownDocuments } from "../pipeline/state.js";
import { doublesIn, everythingOld, seniorityFrom } from "../review/seniority.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Base } from "./lint-selection.js";

export interface FormerSite {
  seniority: Seniority;
  /** The diagnostics of today's site, those of changed texts without leniency unless the same text had them before. */
  raise(site: Result<LinkedSite>, isChanged: (path: string) => boolean): Diagnostic[];
}

/** The documents of the commit are parsed with the state of `site`. */
export async function readFormerSite(
  { root, state }: OpenSite,
  { config, configFile, reader, orderInHistory }: Base,
): Promise<FormerSite> {
  const own: BuildState = { ...state, documents: new Map(knownDocuments(state)) };
  const follows = () => false;
  const base = await linkSite({ root, config, configFile, reader, state: own, follows, seniority: everythingOld() });
  state.documents = new Map([...knownDocuments(state), ...knownDocuments(own)]);
  state.unsaved = own.unsaved;
  const order = await orderInHistory(doublesIn(base.value));
  const seniority = seniorityFrom(base.value, (path) => path, order);
  return { seniority, raise: (site, isChanged) => raise(base, site, isChanged) };
}

function raise(base: Result<LinkedSite>, site: Result<LinkedSite>, isChanged: (path: string) => boolean): Diagnostic[] {
  const moved = movedTexts(base.value, site.value);
  const back = new Map([...moved].map(([from, to]) => [to, from]));
  const lineOf = linesOf(base.value);
  const former = base.diagnostics.map((one) => ({ ...one, file: moved.get(one.file ?? "") ?? one.file }));
  const known = countFindings(former, (file, line) => lineOf(back.get(file) ?? file, line));
  const leftOut = new Set(former.flatMap(({ code, file }) => (code === "proposal-skipped" ? [file] : [])));
  const fresh = new Set(withoutKnown(site.diagnostics, known, linesOf(site.value)));
  const isNew = (path: string) => isChanged(path) && !leftOut.has(path);
  return site.diagnostics.flatMap((one) =>
    fresh.has(one) || one.isLowered === undefined ? raised([one], isNew) : [one],
  );
}

const linesOf = ({ sources }: LinkedSite) => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return lineLookup((path) => texts.get(path));
};

/** Proposals whose files have other paths now, from the former to the present one. */
function movedTexts(base: LinkedSite, { documents, roles }: LinkedSite): Map<string, string> {
  const keyOf = ({ path, kind, locale, meta, ...rest }: LinkedSite["documents"][number]) =>
    kind === "proposal" && !locale && "series" in rest && "number" in meta ? `${rest.series} ${meta.number}` : path;
  const fresh = new Map(
    documents.flatMap((document) => (base.roles.has(document.path) ? [] : [[keyOf(document), document.path]])),
  );
  return new Map(
    base.documents.flatMap((document) => {
      const to = roles.has(document.path) ? undefined : fresh.get(keyOf(document));
      return to === undefined ? [] : [[document.path, to]];
    }),
  );
}
