/** Checks the languages of a site: that each alternate of a page exists as a language, and names the page in turn. */
import { addAll } from "../shared/lists.js";
import type { FileFacts, FoundLink } from "./facts.js";
import type { Finding } from "./findings.js";
import type { Resolver } from "./resolve.js";

type Alternate = FoundLink & { hreflang: string };

export function checkAlternates(facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): Finding[] {
  const alternates = new Map(
    [...facts].flatMap(([path, { isPage, links }]): [string, Alternate[]][] => {
      const own = isPage ? links.filter(isAlternate) : [];
      return own.length > 0 ? [[path, own]] : [];
    }),
  );
  const pathOf = (page: string, link: Alternate) => {
    const resolution = resolver.resolve(link, page, facts.get(page)?.base);
    return resolution.kind === "file" ? resolution.path : undefined;
  };
  const named = new Map(
    [...alternates].map(([page, links]) => [page, new Set(links.map((link) => pathOf(page, link)))]),
  );
  const findings = [...facts].flatMap(([path, { links }]) => links.flatMap((link) => checkCode(link, path)));
  for (const [page, links] of alternates) {
    addAll(findings, checkTwice(page, links));
    for (const link of links) {
      const other = pathOf(page, link);
      if (other === undefined || other === page || named.get(other)?.has(page)) continue;
      findings.push({
        code: "hreflang-return",
        message: `${link.url}, the ${link.hreflang} alternate of this page, does not name this page as its own alternate`,
        help: "Alternates count only when each page names all the others.",
        ...alternatePlace(page, link),
      });
    }
    if (!named.get(page)?.has(page)) {
      const [first] = links;
      if (first)
        findings.push({
          code: "hreflang-return",
          message: "this page has alternates and is not among them",
          help: "Alternates name the page itself, too, with its own language.",
          ...alternatePlace(page, first),
          group: "self",
        });
    }
  }
  return findings;
}

function isAlternate(link: FoundLink): link is Alternate {
  return link.kind === "alternate" && link.hreflang !== undefined;
}

function alternatePlace(path: string, { offset, url, hreflang }: FoundLink) {
  return { path, offset, text: url, group: hreflang };
}

function checkCode(link: FoundLink, path: string): Finding[] {
  const { hreflang } = link;
  if (hreflang === undefined || hreflang.toLowerCase() === "x-default") return [];
  const problem = languageProblem(hreflang);
  return problem ? [{ code: "hreflang-code", ...problem, ...alternatePlace(path, link) }] : [];
}

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
// Language, script and region of BCP 47: what hreflang may hold.
const languageTag = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?$/i;
const known = new Map<string, { message: string; help?: string } | undefined>();

function languageProblem(code: string): { message: string; help?: string } | undefined {
  if (!known.has(code)) known.set(code, findProblem(code));
  return known.get(code);
}

function findProblem(code: string): { message: string; help?: string } | undefined {
  const message = `there is no language "${code}"`;
  const [tag, language = "", , region] = languageTag.exec(code) ?? [];
  if (!tag) {
    const dashed = code.replaceAll("_", "-");
    const near = dashed !== code && languageTag.test(dashed) ? `Did you mean ${dashed}?` : undefined;
    return { message, help: near ?? "A language is written like en, pt-BR or zh-Hant." };
  }
  const [usual = tag] = Intl.getCanonicalLocales(tag);
  if (usual.toLowerCase() !== tag.toLowerCase()) return { message, help: `Did you mean ${usual}?` };
  if (!languages.of(language.toLowerCase())) return { message, help: "The first part is a language of ISO 639." };
  if (region && !regions.of(region.toUpperCase())) return { message, help: "The last part is a region of ISO 3166." };
  return undefined;
}

/** One language with two addresses: a crawler uses neither. */
function checkTwice(page: string, links: readonly Alternate[]): Finding[] {
  const first = new Map<string, string>();
  return links.flatMap((link): Finding[] => {
    const code = link.hreflang.toLowerCase();
    const before = first.get(code) ?? link.url;
    first.set(code, before);
    if (before === link.url) return [];
    const message = `this page has two ${link.hreflang} alternates, ${before} and ${link.url}`;
    return [{ code: "hreflang-code", message, help: "Leave one of them out.", ...alternatePlace(page, link) }];
  });
}
