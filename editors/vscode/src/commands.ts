/** The commands: each runs a command of the site's own cipgen and shows its result. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { commands, Uri, window, workspace } from "vscode";
import { type Program, runtime, siteOf } from "./programs";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function run({ script }: Program, args: readonly string[], cwd: string): Promise<Outcome> {
  const { command, env } = runtime;
  const options = { cwd, env, maxBuffer: 64_000_000 };
  return new Promise((done) => {
    execFile(command, [script, ...args], options, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** The site of the text that is edited, or that of an open folder. */
function presentSite(): string | undefined {
  const { uri } = window.activeTextEditor?.document ?? {};
  const places = [
    ...(uri?.scheme === "file" ? [uri.fsPath] : []),
    ...(workspace.workspaceFolders ?? []).map(folderPath),
  ];
  return places.map(siteOf).find((root) => root !== undefined);
}

const folderPath = ({ uri }: { uri: Uri }) => uri.fsPath;

const fail = (message: string) => window.showErrorMessage(message.trim());

/** Asks for a title, and opens the new proposal. */
export async function newProposal(program: Program): Promise<void> {
  const root = presentSite();
  if (root === undefined) return void fail("No folder here has a cipgen.config file.");
  const title = await window.showInputBox({ title: "New proposal", prompt: "Its title" });
  if (!title) return;
  const { code, stdout, stderr } = await run(program, ["new", title, "--root", root], root);
  if (code !== 0) return void fail(stderr || stdout);
  const path = stdout.trim().split("\n").at(-1) ?? "";
  await window.showTextDocument(await workspace.openTextDocument(Uri.file(join(root, path))));
}

/** Shows what the change since a branch or commit does to the register. */
export async function review(program: Program): Promise<void> {
  const root = presentSite();
  if (root === undefined) return void fail("No folder here has a cipgen.config file.");
  const value = workspace.getConfiguration("cipgen").get<string>("reviewBase") ?? "origin/main";
  const base = await window.showInputBox({
    title: "Review this change",
    prompt: "Compare with this branch or commit",
    value,
  });
  if (!base) return;
  const { stdout, stderr } = await run(
    program,
    ["review", "--root", root, "--base", base, "--format", "markdown"],
    root,
  );
  if (stdout.trim() === "") return void fail(stderr);
  const report = await workspace.openTextDocument({ language: "markdown", content: stdout });
  await window.showTextDocument(report, { preview: true });
  await commands.executeCommand("markdown.showPreview", report.uri);
}
