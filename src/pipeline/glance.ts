/**
 * A text before all others are read: what is certain of it then. A register of a thousand texts takes seconds to load, and an editor shows that of
 * the open text at once. Numbers, links, relations and the age of a text are known only with the others, and so are the problems of these.
 */
import { readFileName } from "../parse/file-name.js";
import { readTexts } from "../read/texts.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { buildSite } from "../site/index.js";
import { parseAll, readableTexts } from "./documents.js";
import { type Inputs, textOptions } from "./inputs.js";
import { type LinkedSite, type LinkRequest, readerOf, siteInputs } from "./link.js";
import { emptyState } from "./state.js";

/** A site of one text, none of whose links is followed. */
export type Glance = Pick<LinkedSite, "site" | "contexts" | "sources" | "roles">;

/**
 * Reads one text as `linkSite` would; what it finds on the way there is kept in the memo of the state.
 * @returns undefined where even what a text is depends on others. The problems are those of reading and parsing it.
 */
export async function glanceAt(request: LinkRequest, path: string): Promise<Result<Glance> | undefined> {
  const { config, configFile } = request;
  const reader = readerOf(request);
  const inputs = await siteInputs(request);
  const role = inputs.roles.get(path);
  // Links decide whether a text beside proposals is shown, and with it whether its problems are.
  if (!role || role.kind === "companion") return undefined;
  const sources = await readTexts(reader, [path], textOptions(config, inputs, request.showsNew));
  const texts = readableTexts(sources, inputs);
  const { roles } = inputs;
  const parsed = await parseAll(texts.value, { config, configFile, roles, state: emptyState() });
  if (parsed.value.some((document) => !isAlone(document, inputs))) return undefined;
  const { value: site } = buildSite({
    config,
    configFile,
    documents: parsed.value,
    rejected: new Map(),
    staticFiles: new Map(),
    assets: new Map(),
    history: new Map(),
    historyEnds: new Map(),
    originals: new Map(),
    follows: () => false,
    exists: (place) => reader.has(place),
    prefix: reader.prefix,
  });
  // Whether a series is lenient with a text depends on its age.
  const diagnostics = [...texts.diagnostics, ...parsed.diagnostics].filter(
    ({ isLowered, code }) => !isLowered && code !== "proposal-skipped",
  );
  return { value: { site, contexts: [], sources: texts.value, roles }, diagnostics };
}

/** Whether a proposal has the name and so the number of one, and no other text has it. */
function isAlone(document: Document, { roles }: Inputs): boolean {
  if (document.kind !== "proposal") return true;
  if (document.wantedName !== undefined || document.isNamedOtherwise) return false;
  const { series, locale } = document;
  for (const [path, role] of roles) {
    if (path === document.path || role.kind !== "proposal" || role.series.id !== series || role.locale !== locale)
      continue;
    if (readFileName(role.relativePath, role.series).number === document.meta.number) return false;
  }
  return true;
}
