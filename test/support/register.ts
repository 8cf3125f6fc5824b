/** What the specification says of this repository's own register, for the tests that compare a build with it. */

export const locales = ["en-US", "de-DE", "ja-JP", "es-ES", "pt-BR", "zh-CN", "sk-SK"];

/** Numbers by category, as section 2 lists them. */
export const numbers = {
  cbc: [
    20, 100, 102, 103, 104, 105, 106, 108, 109, 110, 111, 150, 151, 152, 165, 200, 712, 721, 777, 1155, 1761, 1820,
    2535, 2612, 3005, 3009, 4626,
  ],
  core: [98, 99],
  informational: [9, 10],
};

export const docIds = ["cip", "cip-0", "cip-editors", "cip-rationale", "cip-tags", "cip-workflow", "what-is-cip"];

/** Routes of all proposals without locale, by number. */
export const proposalRoutes = Object.entries(numbers)
  .flatMap(([category, list]) => list.map((number) => ({ number, route: `/cip/${category}/cip-${number}` })))
  .sort((a, b) => a.number - b.number);

/** `/es-ES` before a route; nothing for the default locale. */
export function prefixOf(locale: string): string {
  return locale === "en-US" ? "" : `/${locale}`;
}

/** Numbers of the proposals that a list page shows, in its order. */
export function listedNumbers(page: ParentNode): number[] {
  return [...page.querySelectorAll("main .entries .entry-title .number")].map((element) => Number(element.textContent));
}

/** The year sidebar of a page: numbers by year, in its order. */
export function sidebarYears(page: ParentNode): [year: string, numbers: number[]][] {
  return [...page.querySelectorAll(".sidebar .year-list > li")].map((year) => [
    year.querySelector(".year")?.textContent ?? "",
    [...year.querySelectorAll("li .number")].map((element) => Number(element.textContent)),
  ]);
}
