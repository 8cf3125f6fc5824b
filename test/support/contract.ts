/** Whether the files of `/api/v1/` of a site are as the schemas of the contract say. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonSchemas } from "../../src/output/files/api-schema.js";

const folder = "api/v1/";
const schemas = jsonSchemas(true);
const checks = new Map<string, ReturnType<Ajv2020["compile"]>>();

/** The schema of a file, by its path below /api/v1/. */
function schemaOf(path: string): keyof typeof schemas {
  if (path.startsWith("proposals/")) return "proposal";
  if (path.startsWith("statuses/")) return "status";
  if (path.startsWith("changes/")) return "month";
  return path.replace(/\.json$/, "") as keyof typeof schemas;
}

/**
 * @param paths all files of a site, relative to it.
 * @param read the text of one.
 * @returns what is wrong, a line for each file; and how many files there are.
 */
export function contractProblems(paths: Iterable<string>, read: (path: string) => string) {
  const problems: string[] = [];
  let files = 0;
  for (const path of paths) {
    if (!path.startsWith(folder) || !path.endsWith(".json") || /^(?:schema\/|openapi)/.test(path.slice(folder.length)))
      continue;
    files++;
    const name = schemaOf(path.slice(folder.length));
    const check = checks.get(name) ?? new Ajv2020({ strict: false }).compile(schemas[name]);
    checks.set(name, check);
    if (!check(JSON.parse(read(path)))) problems.push(`${path}: ${JSON.stringify(check.errors)}`);
  }
  return { problems, files };
}
