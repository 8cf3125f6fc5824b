/** A new register: the files beside this one, under the names that they have in a register, and a package.json. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { slug } from "github-slugger";
import { listFiles } from "../read/sources.js";

/** Days until the deadline of the sample's last call, from the day of creation. */
const sampleDays = 28;

/** The workflows of each code host, by the beginnings of their paths. */
const workflows = { github: ".github/", gitlab: ".gitlab-ci.yml" };

/** @param address of the repository: GitHub, unless the name of its host says GitLab. */
export function codeHost(address = ""): keyof typeof workflows {
  return /^https:\/\/[^/]*gitlab/i.test(address) ? "gitlab" : "github";
}

/**
 * @param sources folder of the files that every register begins with.
 * @param name of the register's folder.
 * @param own the dependency on this program in package.json.
 * @param today `YYYY-MM-DD`.
 * @param host whose workflows it gets.
 * @returns texts by path.
 */
export async function registerFiles(
  sources: string,
  name: string,
  own: string,
  today: string,
  host: keyof typeof workflows,
): Promise<Map<string, string>> {
  const deadline = new Date(Date.parse(today) + sampleDays * 864e5).toISOString().slice(0, 10);
  const isOfOther = (path: string) =>
    Object.entries(workflows).some(([name, start]) => name !== host && registerPath(path).startsWith(start));
  const paths = (await listFiles(sources, ["**"])).filter((path) => !isOfOther(path));
  const files = await Promise.all(
    paths.map(
      async (path) =>
        [registerPath(path), (await readFile(join(sources, path), "utf8")).replace("<deadline>", deadline)] as const,
    ),
  );
  return new Map([...files, ["package.json", packageJson(name, own)] as const]);
}

/** npm leaves .gitignore and the like out of packages, so their names begin with a word for the dot. */
function registerPath(path: string): string {
  return path.replace(/^dot-/, ".");
}

function packageJson(folder: string, own: string): string {
  const content = {
    name: slug(folder).replace(/[^a-z0-9-]+/g, "") || "register",
    private: true,
    type: "module",
    scripts: {
      build: "cipgen build",
      serve: "cipgen serve --watch",
      check: "cipgen build && cipgen check-links && cipgen lint",
    },
    dependencies: { cipgen: own },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
