/** The command line: names, options and help. What each command does stands in src/commands. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { packageRoot } from "./assets/package-root.js";
import { ExitCode, type Output } from "./commands/output.js";

/** @returns the exit code; see the README for what each means. */
export async function main(argv: readonly string[]): Promise<number> {
  const output: Output = { result: (text) => process.stdout.write(text), talk: (text) => process.stderr.write(text) };
  let code: number = ExitCode.ok;
  const program = new Command("cipgen")
    .description("Turns a folder of improvement proposals into a website.")
    .version(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version)
    .exitOverride()
    .showHelpAfterError("(cipgen --help lists the commands)");
  program
    .command("build")
    .description("build the site")
    .option("--root <dir>", "folder of the site", ".")
    .option("--out <dir>", "folder of the output (default: <root>/build)")
    .option("--locale <code...>", "build only these locales")
    .option("--no-cache", "parse everything anew")
    .option("--json", "print one JSON document")
    .action(async (options) => {
      const { buildCommand } = await import("./commands/build.js");
      code = await buildCommand(options, output);
    });
  program
    .command("index")
    .description("push the search records to Algolia")
    .option("--root <dir>", "folder of the site", ".")
    .option("--dry-run", "ask nobody, only tell what would be pushed")
    .option("--full", "send every record, not only what changed")
    .option("--force", "push an empty or much smaller set of records too")
    .option("--json", "print one JSON document")
    .action(async (options) => {
      const { indexCommand } = await import("./commands/index.js");
      code = await indexCommand(options, output);
    });
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    output.talk(`cipgen: ${error instanceof Error ? (process.env.DEBUG ? error.stack : error.message) : error}\n`);
    return ExitCode.failure;
  }
}
