/** Citations that programs can read. */
import * as z from "zod";
import { formatPath, parseOptions } from "../../config/index.js";
import { findJsonProblem } from "../../shared/syntax-problems.js";
import { citationSchema } from "../csl.js";
import { defineRule, type Finding } from "../rule.js";

export const citation = defineRule({
  id: "citation",
  severity: "warn",
  summary: "A citation that is not valid CSL-JSON",
  help: `A block of code with the language \`csl-json\` is a citation in the format of the Citation Style Language: an object with \`type\`, \`id\` and other
fields of it. Option \`required\`: fields that each citation has besides, such as \`["DOI", "URL"]\`.

Wrong: \`{ "id": 1, "titel": "A paper" }\`
Right: \`{ "type": "article", "id": 1, "title": "A paper" }\``,
  scope: "texts",
  options: z.strictObject({ required: z.array(z.string()).default([]) }),
  check(file, _site, { required }) {
    return file.structure().fences.flatMap(({ language, code, position }): Finding[] => {
      if (language !== "csl-json") return [];
      const place = { line: position.line, column: position.column, length: language.length };
      const problem = findJsonProblem(code);
      if (problem) return [{ message: `this citation is not JSON: ${problem.message}`, ...place }];
      const value: unknown = JSON.parse(code);
      const { error } = citationSchema.safeParse(value, parseOptions);
      const missing = required.filter((key) => value instanceof Object && !(key in value));
      return [
        ...(error?.issues ?? []).map(({ path, message }) => ({
          message: `in this citation: ${path.length > 0 ? `${formatPath(path)}: ` : ""}${message}`,
          ...place,
        })),
        ...missing.map((key) => ({ message: `this citation has no ${key}`, ...place, help: `Add "${key}": "…"` })),
      ];
    });
  },
});
