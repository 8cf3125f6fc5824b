/** The extension for VS Code, in a fake of it, with the real server: which program starts, and what runs before a folder is trusted. */
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, expect, test } from "vitest";
import { bundleExtension } from "../../editors/vscode/bundle.mjs";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";
import { FakeVsCode } from "./fake-vscode.js";

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

test("until a folder is trusted, only the extension's own server runs, and shows problems", async () => {
  // The settings of a folder, which may be a stranger's, do not make it trusted.
  const root = await start(false, "spy", wrong, { trusted: true });
  await expect.poll(() => problemsOf(join(root, twenty)).join()).toContain("3 ");
  expect(existsSync(join(root, "ran"))).toBe(false);
});

test("a trusted folder without cipgen has the extension's own server", async () => {
  const root = await start(true, undefined, wrong);
  await expect.poll(() => problemsOf(join(root, twenty)).join()).toContain("3 ");
});

test("when the folder is trusted, the site's own cipgen takes over", async () => {
  const root = await start(false, "own", wrong);
  editor.isTrusted = true;
  editor.trustGranted.fire();
  await expect.poll(() => problemsOf(join(root, twenty)).join()).toContain("3 ");
});
