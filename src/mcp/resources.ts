/** Every proposal and every page of the docs as a resource, which a person or a client can choose to read. */
import { Parser } from "htmlparser2";
import { decodeUrl } from "../shared/url.js";
import { aboutOf, inLine, largestSize, part, quoted } from "./answer.js";
import { Problem } from "./files/files.js";
import type { Present } from "./site.js";

interface Resource {
  uri: string;
  name: string;
  title: string;
  description?: string;
  mimeType: string;
}

/** Resources in one answer. */
const pageSize = 500;

const proposalUri = "cipgen://proposal/";
const docUri = "cipgen://docs/";

export const resourceTemplates = [
  {
    name: "proposal",
    title: "Proposal",
    uriTemplate: `${proposalUri}{label}`,
    description: "The text of a proposal by its label: cipgen://proposal/EIP-20",
    mimeType: "text/markdown",
  },
];

/** @param cursor where the last page ended. */
export async function listResources(
  present: Present,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(start) || start < 0) throw new Problem("This cursor is not one of this server.");
  const proposals = (await present.proposals()).map(({ label, title, status, description }) => ({
    uri: proposalUri + encodeURIComponent(label),
    name: label,
    title: `${label}: ${inLine(title)}`,
    description: [status, description && inLine(description)].filter(Boolean).join(". "),
    mimeType: "text/markdown",
  }));
  const docs = (await present.docs()).map(({ title, address, about }) => ({
    uri: docUri + encodeURIComponent(address),
    name: inLine(title),
    title: inLine(title),
    description: inLine(about),
    mimeType: "text/markdown",
  }));
  const all: Resource[] = [...proposals, ...docs];
  const next = start + pageSize;
  return { resources: all.slice(start, next), ...(next < all.length && { nextCursor: String(next) }) };
}

export async function readResource(
  uri: string,
  present: Present,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> {
  const text = uri.startsWith(proposalUri)
    ? await proposalText(decodeUrl(uri.slice(proposalUri.length)), present)
    : uri.startsWith(docUri)
      ? await docText(decodeUrl(uri.slice(docUri.length)), present)
      : undefined;
  if (text === undefined) throw new Problem(`There is no resource ${uri.slice(0, 200)}.`);
  return { contents: [{ uri, mimeType: "text/markdown", text }] };
}

async function proposalText(label: string, present: Present): Promise<string> {
  const proposal = await present.find(label);
  const { text, rest } = part(await present.sourceOf(proposal), largestSize);
  return `${quoted(text, await aboutOf(proposal, present))}${rest ? `\n${rest}` : ""}`;
}

/** Only pages that the docs list. */
async function docText(address: string, present: Present): Promise<string | undefined> {
  const known = (await present.docs()).find((one) => one.address === address);
  if (!known) return undefined;
  const [path = ""] = await present.filesAt(address);
  const found = await present.text(path);
  if (found === undefined) throw new Problem(`The page ${known.address} is not on this site.`);
  const text = path.endsWith(".html") ? mainText(found) : found;
  return quoted(part(text, largestSize).text, { page: inLine(known.title), address: known.address });
}

const blocks = /^(?:p|h[1-6]|li|tr|pre|div|section|article|ul|ol|table|blockquote|dt|dd|br)$/;

/** The words of a page's main part, for a site that has no Markdown of its docs. */
function mainText(html: string): string {
  let depth = 0;
  let text = "";
  const parser = new Parser({
    onopentagname(name) {
      if (name === "main" || depth > 0) depth++;
      if (depth > 0 && blocks.test(name)) text += "\n";
    },
    onclosetag(name) {
      if (depth > 0) depth--;
      if (depth > 0 && blocks.test(name)) text += "\n";
    },
    ontext: (part) => {
      if (depth > 0) text += part;
    },
  });
  parser.end(html);
  return text.replace(/\n\s*\n\s*/g, "\n\n").trim();
}
