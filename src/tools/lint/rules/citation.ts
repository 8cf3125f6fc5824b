/** Checks that citations are valid CSL-JSON, so that programs can read them. */
import * as z from "zod";
import { formatPath, parseOptions } from "../../../config/index.js";
import { findJsonProblem } from "../../../platform/diagnostics/json-problems.js";
import { defineRule, type Finding } from "../rule.js";

// CSL-JSON 1.0: the fields of the Citation Style Language's public schema, and the values that each may have.

const words = (text: string) => text.trim().split(/\s+/);

const types =
  words(`article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection
dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation
manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post
post-weblog regulation report review review-book software song speech standard thesis treaty webpage`);

const names =
  words(`author chair collection-editor compiler composer container-author contributor curator director editor
editorial-director executive-producer guest host interviewer illustrator narrator organizer original-author performer producer
recipient reviewed-author script-writer series-creator translator`);

const dates = words("accessed available-date event-date issued original-date submitted");

const texts = words(`citation-key language journalAbbreviation shortTitle abstract annote archive archive_collection
archive_location archive-place authority call-number citation-label collection-title container-title container-title-short
dimensions division DOI event event-title event-place genre ISBN ISSN jurisdiction keyword medium note original-publisher
original-publisher-place original-title part-title PMCID PMID publisher publisher-place references reviewed-genre
reviewed-title scale section source status title title-short URL version volume-title volume-title-short year-suffix`);

const numbers =
  words(`chapter-number citation-number collection-number edition first-reference-note-number issue locator number
number-of-pages number-of-volumes page page-first part printing supplement volume`);

const textOrNumber = z.union([z.string(), z.number()]);
const flag = z.union([z.string(), z.number(), z.boolean()]);

const name = z.strictObject({
  family: z.string().optional(),
  given: z.string().optional(),
  "dropping-particle": z.string().optional(),
  "non-dropping-particle": z.string().optional(),
  suffix: z.string().optional(),
  "comma-suffix": flag.optional(),
  "static-ordering": flag.optional(),
  literal: z.string().optional(),
  "parse-names": flag.optional(),
});

const date = z.strictObject({
  "date-parts": z.array(z.array(textOrNumber).min(1).max(3)).min(1).max(2).optional(),
  season: textOrNumber.optional(),
  circa: flag.optional(),
  literal: z.string().optional(),
  raw: z.string().optional(),
});

const optionalFields = (keys: readonly string[], schema: z.ZodType) =>
  Object.fromEntries(keys.map((key) => [key, schema.optional()]));

const citationSchema = z.strictObject({
  type: z.enum(types, {
    error: ({ input }) => (input === undefined ? "this is missing" : `there is no type ${JSON.stringify(input)}`),
  }),
  id: textOrNumber,
  ...optionalFields(texts, z.string()),
  ...optionalFields(numbers, textOrNumber),
  ...optionalFields(names, z.array(name)),
  ...optionalFields(dates, date),
  URL: z.url("this is not a URL").optional(),
  categories: z.array(z.string()).optional(),
  custom: z.looseObject({ "additional-urls": z.array(z.url("this is not a URL")).optional() }).optional(),
});

export const citation = defineRule({
  id: "citation",
  severity: "warn",
  summary: "A citation that is not valid CSL-JSON",
  help: `A block of code with the language \`csl-json\` is a citation in the format of the Citation Style Language: an object with \`type\`, \`id\` and other
fields of this format. Option \`required\`: further fields that each citation must have, such as \`["DOI", "URL"]\`.

Wrong: \`{ "id": 1, "titel": "A paper" }\`
Right: \`{ "type": "article", "id": 1, "title": "A paper" }\``,
  scope: "texts",
  options: z.strictObject({ required: z.array(z.string()).default([]) }),
  check(file, _site, { required }) {
    return file.structure().fences.flatMap(({ language, code, position }): Finding[] => {
      if (language !== "csl-json") return [];
      const location = { line: position.line, column: position.column, length: language.length };
      const problem = findJsonProblem(code);
      if (problem) return [{ message: `this citation is not JSON: ${problem.message}`, ...location }];
      const value: unknown = JSON.parse(code);
      const { error } = citationSchema.safeParse(value, parseOptions);
      const missing = required.filter((key) => value instanceof Object && !(key in value));
      return [
        ...(error?.issues ?? []).map(({ path, message }) => ({
          message: `in this citation: ${path.length > 0 ? `${formatPath(path)}: ` : ""}${message}`,
          ...location,
        })),
        ...missing.map((key) => ({ message: `this citation has no ${key}`, ...location, help: `Add "${key}": "…"` })),
      ];
    });
  },
});
