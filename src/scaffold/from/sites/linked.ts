/** A site whose generator is not known, but on which texts link to each other: `content/sips/sip-97.md` has a link to `https://sips.synthetix.io/sips/sip-112/`. */
import { posix } from "node:path";
import { getOrAdd } from "../../../shared/lazy.js";
import { largestOf } from "../../../shared/lists.js";
import { isOfProposals } from "../survey.js";
import { commonest } from "../written-fields.js";
import { type OldFiles, type OldSite, routeOf } from "./generator.js";
import { plain } from "./plain.js";

interface Named {
  folder: string;
  /** The last part of the address: `sip-112`, also of `sip-112/README.md`. */
  stem: string;
  /** Before the number: `sip-`. */
  label: string;
  /** Texts of one kind have one folder on the site: `content/sips sip-`. */
  kind: string;
}

/** A link to a text. */
interface Found {
  url: string;
  host: string;
  /** Path before the last part: `/sips`. */
  start: string;
  /** The last part as the link writes it. */
  stem: string;
  end: string;
  to: Named;
}

/** Fewer texts than this may be a coincidence: `https://explorer.bnbchain.org/assets/bep2` is a token. */
const fewest = 3;

/** Kubernetes links its folders by `git.k8s.io`, which leads to GitHub. */
const codeHost = /^git\.|(?:^|\.)(?:github|gitlab|githubusercontent|bitbucket|codeberg)\.(?:com|org)$/;

/** Of usual length. */
const links = /https?:\/\/([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})(\/[\w./-]{1,200})/g;

/** @returns undefined if texts do not link to each other on a site. */
export function linkedSite(files: OldFiles): OldSite | undefined {
  const all = linksIn(files);
  const host = newestHost(all);
  const found = all.filter((one) => one.host === host);
  const [example] = found;
  if (host === undefined || !example) return undefined;
  const starts = new Map(
    [...grouped(found, ({ to }) => to.kind)].map(([kind, own]) => [
      kind,
      commonest(own.map(({ start }) => start)) ?? "",
    ]),
  );
  const parent = folderOfSiblings(found, starts);
  const base = isOwnHost(host, found) ? "" : commonFolder([...starts.values()]);
  const isLower = new Set(found.flatMap(({ to, stem }) => (stem === to.stem.toLowerCase() ? to.kind : [])));
  const isFile = found.filter(({ end }) => end === ".html").length * 4 >= found.length;
  const hasSlash = found.filter(({ end }) => end === "/").length * 2 > found.length;
  return {
    ...plain,
    keys: {
      url: `https://${host}`,
      ...(base !== "" && { baseUrl: `${base}/` }),
      ...(isFile ? { output: { format: "file" as const } } : hasSlash && { trailingSlash: true }),
    },
    guesses: {
      url: `texts link to each other there: ${example.url}`,
      ...(isFile ? { output: "links end with .html" } : hasSlash && { trailingSlash: "links end with /" }),
    },
    addressOf(path) {
      const named = nameOf(path);
      if (!named) return undefined;
      const isSibling = posix.dirname(named.folder) === parent;
      const start = starts.get(named.kind) ?? (isSibling ? `/${posix.basename(named.folder)}` : undefined);
      if (start === undefined || !`${start}/`.startsWith(`${base}/`)) return undefined;
      const stem = isLower.has(named.kind) ? named.stem.toLowerCase() : named.stem;
      return routeOf(`${start.slice(base.length)}/${stem}`);
    },
  };
}

function nameOf(path: string): Named | undefined {
  const [, whole = ""] = /^(.+)\.(?:md|markdown|mediawiki|rst)$/i.exec(path) ?? [];
  const named = /^(?:readme|index)$/i.test(posix.basename(whole)) ? posix.dirname(whole) : whole;
  const [folder, stem] = [posix.dirname(named), posix.basename(named)];
  const [, label] = /^(\D*)\d/.exec(stem.toLowerCase()) ?? [];
  return label === undefined ? undefined : { folder, stem, label, kind: `${folder} ${label}` };
}

function linksIn(files: OldFiles): Found[] {
  const texts = files.paths.flatMap((path) => {
    const named = nameOf(path);
    return named ? [{ path, named }] : [];
  });
  const byStem = new Map(texts.map(({ named }) => [named.stem.toLowerCase(), named]));
  return texts.flatMap(({ path, named }) =>
    [...(files.text(path) ?? "").matchAll(links)].flatMap(([url, host = "", rest = ""]): Found[] => {
      const [, start = "", stem = "", end = ""] = /^(.*)\/([^/]+?)(\.html|\/)?\.*$/.exec(rest) ?? [];
      const to = byStem.get(stem.toLowerCase());
      // What a text says of itself is often where it is discussed.
      return !to || to.stem === named.stem || codeHost.test(host) ? [] : [{ url, host, start, stem, end, to }];
    }),
  );
}

/** Of all hosts the one that has the newest text: Ember's former site has none after 0337. */
function newestHost(found: readonly Found[]): string | undefined {
  return [...grouped(found, ({ host }) => host)]
    .map(([host, own]) => ({ host, numbers: new Set(own.map(({ to }) => Number(/\d+/.exec(to.stem)?.[0]))) }))
    .filter(({ numbers }) => numbers.size >= fewest)
    .sort((one, other) => largestOf(other.numbers) - largestOf(one.numbers) || other.numbers.size - one.numbers.size)[0]
    ?.host;
}

function grouped(found: readonly Found[], keyOf: (one: Found) => string): Map<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const one of found) getOrAdd(groups, keyOf(one), (): Found[] => []).push(one);
  return groups;
}

/** `sips.synthetix.io` has nothing but the register; `www.erlang.org` has it in a folder. */
function isOwnHost(host: string, found: readonly Found[]): boolean {
  const [name = ""] = host.split(".");
  return isOfProposals(name) || found.some(({ to }) => to.label.replace(/\W/g, "") === name.replace(/s$/, ""));
}

/** @returns the folders that all addresses have in common: `/eeps`. */
function commonFolder(starts: readonly string[]): string {
  const [first = "", ...others] = starts;
  const parts = first.split("/");
  const isIn = (start: string) => others.every((one) => `${one}/`.startsWith(`${start}/`));
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/")).find(isIn) ?? "";
}

/** @returns the folder in which each folder has its own name on the site: in `content`, `sips` is `/sips`, so `content/srs`, to which no text links, is `/srs`. */
function folderOfSiblings(found: readonly Found[], starts: ReadonlyMap<string, string>): string | undefined {
  const parent = posix.dirname(found[0]?.to.folder ?? "");
  const isNamed = ({ folder, kind }: Named) =>
    posix.dirname(folder) === parent && starts.get(kind) === `/${posix.basename(folder)}`;
  return found.every(({ to }) => isNamed(to)) ? parent : undefined;
}
