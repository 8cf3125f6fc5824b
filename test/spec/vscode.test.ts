/** The extension for VS Code, in a fake of it, with the real server: which program starts, and what runs before a folder is trusted. */
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, expect, test } from "vitest";
import { bundleExtension } from "../../editors/vscode/bundle.mjs";
import { FakeVsCode } from "../support/fake-vscode.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

interface Extension {
  activate(context: { extensionPath: string; subscriptions: unknown[] }): Promise<void>;
  deactivate(): Promise<void>;
}

const twenty = "content/cip/cbc/cip-20.md";
const body = "First.\n\n## Abstract\n\nShort.\n\n## Motivation\n\nLong.\n";
const wrong = proposalText(20, { date: "2021-02-30" }, body);

let own: string;
let editor: FakeVsCode;
let extension: Extension;

beforeAll(async () => {
  own = makeFolder();
  await bundleExtension(join(own, "dist"));
  symlinkSync(repositoryRoot, join(own, "dist/cipgen"));
});
afterEach(() => extension.deactivate());

/** @param program of the site, if it has one: `own` is this one, `spy` leaves a file when it runs. */
async function start(
  isTrusted: boolean,
  program?: "own" | "spy",
  text = proposalText(20, {}, body),
  settings = {},
): Promise<string> {
  const root = makeSite({ [twenty]: text });
  const installed = join(root, "node_modules/cipgen");
  mkdirSync(join(root, "node_modules"), { recursive: true });
  if (program === "own") symlinkSync(repositoryRoot, installed);
  if (program === "spy")
    cpSync(
      makeFolder({ "bin/cipgen.js": `require("node:fs").writeFileSync(${JSON.stringify(join(root, "ran"))}, "");\n` }),
      installed,
      { recursive: true },
    );
  editor = new FakeVsCode(root);
  editor.isTrusted = isTrusted;
  Object.assign(editor.settings, settings);
  extension = editor.load<Extension>(join(own, "dist/extension.js"));
  await extension.activate({ extensionPath: own, subscriptions: [] });
  return root;
}

const problemsOf = (path: string) =>
  (editor.diagnostics.get(pathToFileURL(path).href) ?? []).map(
    ({ message, range }) => `${range.start.line} ${message}`,
  );

const run = (command: string) => editor.commands.get(command)?.();

test("until a folder is trusted, only the extension's own server runs: it shows problems, and preview and commands are refused", async () => {
  const root = await start(false, "spy", wrong, { trusted: true });
  await expect.poll(() => problemsOf(join(root, twenty)).join()).toContain("3 ");
  // The settings of a folder, which may be a stranger's, do not make it trusted.
  for (const command of ["cipgen.preview", "cipgen.new", "cipgen.review"]) await run(command);
  expect(editor.shown).toEqual(Array(3).fill("Trust this folder first: the command runs its code."));
  expect([editor.panels, editor.opened]).toEqual([[], []]);
  expect(existsSync(join(root, "ran"))).toBe(false);
});

test("a trusted folder without cipgen has the extension's own server, and is told what the preview needs", async () => {
  const root = await start(true, undefined, wrong);
  await expect.poll(() => problemsOf(join(root, twenty)).join()).toContain("3 ");
  editor.open(join(root, twenty), wrong);
  await run("cipgen.preview");
  expect(editor.shown.join()).toContain("npm install cipgen");
});

test("when the folder is trusted, the site's own cipgen takes over", async () => {
  const root = await start(false, "own");
  await run("cipgen.preview");
  expect(editor.panels).toEqual([]);
  editor.isTrusted = true;
  editor.trustGranted.fire();
  editor.open(join(root, twenty), proposalText(20, {}, body), 12);
  await run("cipgen.preview");
  expect(editor.panels).toHaveLength(1);
});

test("the preview shows what is not saved, follows the cursor, and is the only frame that its page allows", async () => {
  const root = await start(true, "own");
  editor.open(join(root, twenty), proposalText(20, {}, body.replace("First", "Not saved")), 0);
  await run("cipgen.preview");
  const [panel] = editor.panels;
  const address = /<iframe title="Preview" src="([^"]+)"/.exec(panel?.html ?? "")?.[1] ?? "";
  expect(panel?.html).toContain(`frame-src ${new URL(address).origin};`);
  await expect.poll(async () => (await fetch(address)).text()).toContain("Not saved");
  editor.open(join(root, twenty), proposalText(20, {}, body), 11);
  editor.selectionChanged.fire({ textEditor: editor.editor });
  await expect.poll(() => panel?.messages).toEqual([{ url: `${address}#motivation` }]);
});

test("commands write a new proposal and open it, and report what a change does", async () => {
  const root = await start(true, "own");
  editor.open(join(root, twenty), proposalText(20, {}, body));
  editor.input = "A new idea";
  await run("cipgen.new");
  expect(editor.opened).toHaveLength(1);
  expect(existsSync(editor.opened[0] ?? "")).toBe(true);
  editor.input = "main";
  await run("cipgen.review");
  expect(editor.opened.at(-1)).toContain("cipgen review");
  editor.input = undefined;
  await run("cipgen.new");
  expect(editor.opened).toHaveLength(2);
});
