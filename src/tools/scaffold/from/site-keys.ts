/** Derives the keys of the site from the repository: its title and addresses, and other registers that its texts name. */

import { basename } from "node:path";
import type { ConfigInput, profiles, SeriesInput } from "../../../config/index.js";
import { withEmoji } from "../../../content/formats/markdown/emoji.js";
import type { SourceFile } from "../../../shared/document.js";
import { encodePath } from "../../../shared/url.js";
import type { ConfigLine } from "./config-text.js";
import { readmeTitle, readRepository } from "./repository.js";
import type { OldSite } from "./sites/generator.js";

/** The name of the repository, or else of its folder. */
export const repositoryName = (root: string) => partsOf(readRepository(root).address).name ?? basename(root);

/** Registers that were one: the texts of each still mention those of the other. */
const neighbours: Partial<Record<keyof typeof profiles, NonNullable<ConfigInput["elsewhere"]>>> = {
  eip: [{ label: "ERC", url: "https://ercs.ethereum.org/ERCS/erc-{number}" }],
  erc: [{ label: "EIP", url: "https://eips.ethereum.org/EIPS/eip-{number}" }],
};

export function elsewhereOf(series: readonly SeriesInput[]): ConfigLine[] {
  const [only] = series.flatMap(({ profile }) => (profile && neighbours[profile] ? [profile] : []));
  return series.length === 1 && only ? [{ key: "elsewhere", value: neighbours[only] }] : [];
}

export function siteKeys(root: string, sources: readonly SourceFile[], old: OldSite): ConfigLine[] {
  const { address: remote, branch } = readRepository(root);
  const address = remote ?? repositoryOf(old);
  const readme = sources.find(({ path }) => /^readme\.(?:md|markdown|mediawiki|rst)$/i.test(path));
  const { owner, name, host } = partsOf(address);
  const isPages = host === "github.com" && name !== `${owner}.github.io`;
  const containers = containersIn(sources);
  // Code hosts replace the names of emoji, so readers of the old pages have never seen `:warning:`.
  const hasEmoji = sources.some(({ path, text }) => /\.(?:md|markdown)$/i.test(path) && withEmoji(text) !== text);
  const markdown = { ...(containers.length > 0 && { containers }), ...(hasEmoji && { extras: ["emoji"] }) };
  return [
    { key: "title", value: readmeTitle(readme?.text) ?? repositoryName(root) },
    {
      key: "url",
      value: host === "github.com" ? `https://${owner}.github.io` : "https://example.org",
      comment: "a guess: where the site will be published",
    },
    { key: "baseUrl", value: isPages ? `/${name}/` : undefined },
    { key: "repository", value: address },
    { key: "editUrl", value: address && `${address}/${isGitLab(address) ? "-/" : ""}edit/${branch}` },
    { key: "markdown", value: Object.keys(markdown).length > 0 ? markdown : undefined },
  ];
}

/** The names of containers in Markdown that end, such as `:::note` … `:::`. */
function containersIn(sources: readonly SourceFile[]): string[] {
  const texts = sources.filter(({ path }) => /\.(?:md|markdown)$/i.test(path)).map(({ text }) => text);
  const names = texts
    .filter((text) => /^:::+\s*$/m.test(text))
    .flatMap((text) => Array.from(text.matchAll(/^:::+ ?([a-z][a-z0-9-]*)\b/gm), ([, name = ""]) => name));
  return [...new Set(names)].toSorted();
}

function partsOf(address: string | undefined): { host?: string; owner?: string; name?: string } {
  if (!address) return {};
  const { host, pathname } = new URL(address);
  const parts = pathname.split("/").filter(Boolean);
  return { host, owner: parts[0], name: parts.at(-1) };
}

const isGitLab = (address: string) => /\bgitlab\b/i.test(new URL(address).host);

/** The repository that an old configuration names. */
const repositoryOf = ({ keys: { repository } }: OldSite) =>
  typeof repository === "string" ? repository : repository?.[0];

/** @returns a function that returns the address of a file on the code host; undefined if no host is known. */
export function fileUrl(root: string, old: OldSite): ((path: string) => string) | undefined {
  const { address: remote, branch } = readRepository(root);
  const address = remote ?? repositoryOf(old);
  if (address === undefined) return undefined;
  return (path) => `${address}/${isGitLab(address) ? "-/" : ""}blob/${branch}/${encodePath(path)}`;
}
