/**
 * A reader of a site that never rests: reads one file after the other until its standard input ends, and says how often, how often one was
 * missing, and how often one was neither of its versions. Arguments: a JSON file of {folder, versions: [text by path, text by path]}.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { folder, versions } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const paths = Object.keys(versions[0]).filter((path) => path in versions[1]);
const outcome = { polls: 0, missing: 0, torn: 0 };

function readAll() {
  for (const path of paths) {
    outcome.polls++;
    try {
      const text = readFileSync(join(folder, path), "utf8");
      if (!versions.some((texts) => texts[path] === text)) outcome.torn++;
    } catch {
      outcome.missing++;
    }
  }
}

let isOpen = true;
process.stdin.resume();
process.stdin.on("end", () => {
  isOpen = false;
});
process.stdout.write("reading\n");
while (isOpen) {
  readAll();
  await new Promise(setImmediate);
}
process.stdout.write(`${JSON.stringify(outcome)}\n`);
