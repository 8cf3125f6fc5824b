/** Who edits a register, from the files in which a repository says it: `config/eip-editors.yml`, and the owners of everything in CODEOWNERS. */
import { idOf, type Series } from "../../config/index.js";
import { readYaml } from "./sites/front-matter.js";
import { asList, asObject, type OldFiles } from "./sites/generator.js";

/** @returns handles by category, those of every category under `*`; with the file that says so, or undefined. */
export function editorsOf(
  files: OldFiles,
  { category }: Series,
): { editors: Record<string, string[]>; from: string } | undefined {
  const list = files.paths.find((path) => /(?:^|\/)config\/[\w-]*editors\.ya?ml$/.test(path));
  const byCategory = Object.entries(asObject(readYaml((list && files.text(list)) ?? ""))).flatMap(
    ([name, handles]): [string, string[]][] => {
      const known = category.values.find(({ id }) => id === idOf(name));
      const own = asList(handles).map(String).filter(isHandle);
      return known && own.length > 0 ? [[known.id, own.map(withSign)]] : [];
    },
  );
  if (list && byCategory.length > 0) return { editors: Object.fromEntries(byCategory), from: list };
  const owners = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS"].find((path) => files.text(path) !== undefined);
  const [, all = ""] = /^\*[ \t]+(.+)$/m.exec((owners && files.text(owners)) ?? "") ?? [];
  const own = all
    .replace(/#.*$/, "")
    .split(/\s+/)
    .filter((word) => word.startsWith("@") && isHandle(word) && !/bot$/i.test(word));
  return owners && own.length > 0 ? { editors: { "*": own }, from: owners } : undefined;
}

/** A team (`@org/team`) is nobody's handle. */
const isHandle = (word: string) => /^@?[\w.-]+$/.test(word);
const withSign = (handle: string) => (handle.startsWith("@") ? handle : `@${handle}`);
