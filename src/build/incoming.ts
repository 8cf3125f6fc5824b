/**
 * Reads the new proposals of open pull requests, for the page that lists them. Anyone may open a request, so only the
 * metadata of its texts is read, its problems are warnings, and no other part of the site gets any of it.
 */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Series, SiteConfig } from "../config/index.js";
import { joinMetadata, metadataFileOf } from "../content/metadata/metadata-files.js";
import { readFileName } from "../content/parse/file-name.js";
import { readProposalMeta } from "../content/parse/proposal-meta.js";
import { isProposalText, readProposalText } from "../content/parse/proposal-text.js";
import { type FolderInRepository, locateInRepository } from "../content/read/commits.js";
import { type Blob, readHead, streamBlobs } from "../content/read/git.js";
import { listRequests, type PullRequest, readAddedFiles } from "../content/read/requests.js";
import { matchingPaths } from "../content/read/sources.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { errorsIn } from "../platform/diagnostics/report.js";
import { cleanText, cleanTexts } from "../shared/clean-text.js";
import { type Result, reasonOf } from "../shared/diagnostic.js";
import { linesOf } from "../shared/lines.js";
import { addAll, isSameList } from "../shared/lists.js";
import { truncateText } from "../shared/text.js";
import { plainTitle } from "../shared/title.js";
import type { IncomingProposal } from "../site/model/context.js";
import { foreignFolders, textPatternsOf } from "./find-texts.js";
import { usuallyIgnored } from "./inputs.js";
import type { Memo } from "./state.js";

export interface Incoming {
  /** The newest request first. */
  proposals: readonly IncomingProposal[];
  /** Digest of the refs, for the record of the build: they are inputs of the site. */
  digest: string;
}

/** Limits of what strangers can put onto the page. */
const limits = {
  requests: 500,
  proposals: 500,
  // Limits of one request.
  files: 1_000,
  added: 20,
  /** Bytes of a file that has metadata alone. */
  metadata: 64_000,
  authors: 10,
  // Characters.
  title: 200,
  name: 64,
};

/** @param root absolute. @returns undefined where the configuration does not ask for it. */
export async function readIncoming(
  root: string,
  config: SiteConfig,
  memo: Memo | undefined,
): Promise<Result<Incoming | undefined>> {
  if (!config.incoming) return { value: undefined, diagnostics: [] };
  const { refs } = config.incoming;
  try {
    const folder = await locateInRepository(root);
    const head = folder && (await readHead(folder.repository.folder));
    if (!head) throw new Error("the repository has no commit to compare them with");
    const requests = (await listRequests(folder.repository, refs, head)).slice(0, limits.requests);
    const digest = createHash("sha256").update(JSON.stringify(requests)).digest("hex");
    const key = [config, head, digest];
    if (memo?.incoming && isSameList(memo.incoming.key, key)) return memo.incoming.value;
    const { value: proposals, diagnostics } = await readProposals(folder, head, requests, config);
    const value = { value: { proposals, digest }, diagnostics };
    if (memo) memo.incoming = { key, value };
    return value;
  } catch (error) {
    return { value: { proposals: [], digest: "" }, diagnostics: [leftOut(refs, reasonOf(error))] };
  }
}

const leftOut = (refs: string, reason: string) =>
  diagnose("incoming-left-out", `${refs} is left out of the open requests: ${cleanText(reason)}`, {
    help: "Nothing else of the site depends on it.",
  });

/** A text that a request adds, and that has the name of a proposal. */
interface AddedText {
  request: PullRequest;
  series: Series;
  /** From the root of the site, and from the folder of the series. */
  path: string;
  relativePath: string;
  oid: string;
  /** Id of the file beside it, if its series has metadata there. */
  metadataOid: string | undefined;
}

async function readProposals(
  { repository, prefix }: FolderInRepository,
  head: string,
  requests: readonly PullRequest[],
  config: SiteConfig,
): Promise<Result<IncomingProposal[]>> {
  /** The refs that are left out, by the reason. */
  const problems = new Map<string, Set<string>>();
  const leave = ({ ref }: PullRequest, reason: string) =>
    problems.set(reason, (problems.get(reason) ?? new Set()).add(ref));
  const folders = config.series.map(({ source }) => posix.join(prefix, source));
  const texts: AddedText[] = [];
  for (const request of requests) {
    try {
      const files = await readAddedFiles(repository, head, request, folders);
      if (files.length > limits.files) throw new Error(`it adds more than ${limits.files} files`);
      const added = textsIn(
        request,
        new Map(files.map(({ path, oid }) => [posix.relative(prefix, path), oid])),
        config,
      );
      if (added.length > limits.added) throw new Error(`it adds more than ${limits.added} texts`);
      addAll(texts, added);
    } catch (error) {
      leave(request, reasonOf(error));
    }
  }
  const metadata = new Map<string, string>();
  const metadataIds = texts.flatMap(({ metadataOid }) => metadataOid ?? []);
  await streamBlobs(repository, metadataIds, limits.metadata, (index, blob) => {
    if (typeof blob === "string") metadata.set(metadataIds[index] ?? "", blob);
  });
  const proposals: IncomingProposal[] = [];
  const take = (index: number, blob: Blob) => {
    const text = texts[index];
    if (!text) return;
    try {
      if (typeof blob !== "string") throw new Error(blob ? `a text has ${blob} bytes` : "the clone lacks its text");
      const proposal = readProposal(text, blob, metadata.get(text.metadataOid ?? ""), config);
      if (proposal) proposals.push(proposal);
    } catch (error) {
      leave(text.request, reasonOf(error));
    }
  };
  await streamBlobs(
    repository,
    texts.map(({ oid }) => oid),
    config.maxFileSize,
    take,
  );
  const diagnostics = [...problems].map(([reason, [first = "", ...others]]) =>
    leftOut(others.length > 0 ? `${first} (and ${others.length} more)` : first, reason),
  );
  return { value: proposals.slice(0, limits.proposals), diagnostics };
}

/** @param files ids of the contents that a request adds, by path from the root of the site. */
function textsIn(request: PullRequest, files: ReadonlyMap<string, string>, { series }: SiteConfig): AddedText[] {
  return [...files].flatMap(([path, oid]): AddedText[] => {
    const candidates = series.flatMap((candidate) => {
      const relativePath = posix.relative(candidate.source, path);
      const ignored = [...foreignFolders, ...(candidate.ignore ?? usuallyIgnored(candidate))];
      const isText = matchingPaths([relativePath], textPatternsOf(candidate), ignored).length > 0;
      return isText && !relativePath.startsWith("../") ? [{ series: candidate, relativePath }] : [];
    });
    const named = candidates.find((candidate) => readFileName(candidate.relativePath, candidate.series).matches);
    const member = named ?? candidates[0];
    const metadataOid = files.get(metadataFileOf(path, member?.series.metadata) ?? "");
    return member ? [{ request, path, oid, metadataOid, ...member }] : [];
  });
}

/** @returns undefined for a text that is not a proposal. Throws if its metadata cannot be read. */
function readProposal(
  { request, series, path, relativePath }: AddedText,
  text: string,
  metadata: string | undefined,
  { linkSchemes }: SiteConfig,
): IncomingProposal | undefined {
  const file = metadataFileOf(path, series.metadata) ?? "";
  const joined = metadata === undefined ? text : joinMetadata(text, file, metadata).text;
  const source = { path, text: cleanText(joined), hash: "" };
  const name = readFileName(relativePath, series);
  const read = readProposalText(source, series);
  if (!isProposalText(read, name, series)) return undefined;
  const [problem] = errorsIn(read.diagnostics);
  if (problem) throw new Error(problem.message);
  const { entries = [], body, format } = read;
  const lines = linesOf(body);
  const { number, meta } = readProposalMeta({ source, entries, name, series, lines, format, linkSchemes });
  const { title, authors } = cleanTexts(meta);
  return {
    request: request.number,
    path,
    series,
    ...(number !== undefined && { number }),
    title: truncateText(plainTitle(title) || cleanText(posix.basename(path)), limits.title),
    authors: authors.slice(0, limits.authors).map((author) => truncateText(author.name, limits.name)),
  };
}
