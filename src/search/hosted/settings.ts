/** The settings of the hosted index that DocSearch's requests rely on. Other settings, which a site's owner may have made, are not changed. */

export type IndexSettings = Record<string, unknown>;

export const indexSettings: IndexSettings = {
  // The facets of contextual search.
  attributesForFaceting: ["type", "language", "version", "docusaurus_tag"],
  searchableAttributes: [
    "unordered(hierarchy.lvl0)",
    "unordered(hierarchy.lvl1)",
    "unordered(hierarchy.lvl2)",
    "unordered(hierarchy.lvl3)",
    "unordered(hierarchy.lvl4)",
    "unordered(hierarchy.lvl5)",
    "unordered(hierarchy.lvl6)",
    "content",
  ],
  attributesToRetrieve: ["hierarchy", "content", "anchor", "url", "url_without_anchor", "type"],
  attributesToHighlight: ["hierarchy", "content"],
  attributesToSnippet: ["content:10"],
  camelCaseAttributes: ["hierarchy", "content"],
  // One hit for each place, even if several of its records match.
  distinct: true,
  attributeForDistinct: "url",
  customRanking: ["desc(weight.pageRank)", "desc(weight.level)", "asc(weight.position)"],
  ranking: ["words", "filters", "typo", "attribute", "proximity", "exact", "custom"],
  minWordSizefor1Typo: 3,
  minWordSizefor2Typos: 7,
  // A number with a typo is another proposal.
  allowTyposOnNumericTokens: false,
  ignorePlurals: true,
  advancedSyntax: true,
  attributeCriteriaComputedByMinProximity: true,
  removeWordsIfNoResults: "allOptional",
};

/** Names of the settings with wrong values. */
export function settingsToChange(found: Readonly<IndexSettings>): string[] {
  return Object.keys(indexSettings).filter((name) => written(found[name]) !== written(indexSettings[name]));
}

/** true and false may come back as 1 and 0. */
function written(value: unknown): string | undefined {
  return JSON.stringify(typeof value === "boolean" ? Number(value) : value);
}
