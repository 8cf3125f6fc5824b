/** The schema of search: the embedded index, a hosted one, or none. */
import * as z from "zod";
import { ifMissing } from "../wording.js";
import { httpUrl, origin } from "./values.js";

const searchShape = {
  /** How many results of a section the dialog shows. */
  maxResultsPerGroup: z.int().positive().default(5),
  /** Where readers report a search that found nothing; `{query}` is replaced by what they searched for. */
  missingResultsUrl: httpUrl.refine((value) => value.includes("{query}"), "{query} is missing").optional(),
};

export const searchSchema = z.discriminatedUnion(
  "provider",
  [
    z.strictObject({
      /** The embedded index: files of the site, and no account. */
      provider: z.literal("local"),
      /** Words that mean the same, in groups: `[["erc", "cbc"], ["gasless", "energyless"]]`. Labels of proposals may be among them. */
      synonyms: z.array(z.array(z.string().trim().min(1)).min(2)).default([]),
      ...searchShape,
    }),
    z.strictObject({
      /** Algolia's hosted search. */
      provider: z.literal("algolia"),
      /** Id of the application. */
      appId: z.string(ifMissing("the search application id is missing")).min(1, "the search application id is missing"),
      /** The public key, which can search and nothing else. */
      apiKey: z
        .string(ifMissing("the public search-only key is missing"))
        .min(1, "the public search-only key is missing"),
      /** Name of the index. */
      indexName: z
        .string(ifMissing("the name of the search index is missing"))
        .min(1, "the name of the search index is missing"),
      /** Origins to ask in place of the provider's own, for a proxy. */
      hosts: z.array(origin).min(1).optional(),
      /** Sends what readers see and choose to the provider's analytics. */
      insights: z.boolean().default(false),
      ...searchShape,
    }),
    z.strictObject({
      /** No search. */
      provider: z.literal("none"),
    }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? "the search provider is local, algolia or none" : undefined) },
);
