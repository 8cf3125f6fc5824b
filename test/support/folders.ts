/** Small sites in temporary folders. The program is not imported: it takes seconds to load, and browsers look at what it wrote when it was run. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ConfigInput } from "../../src/index.js";

/** The folder of this repository, which is a site as well. */
export const repositoryRoot = resolve(import.meta.dirname, "../..");

/** What a test's site has unless the test says otherwise. */
export const usualConfig: ConfigInput = {
  title: "Register",
  url: "https://register.example",
  series: [{ profile: "cip" }],
  search: { provider: "none" },
};

const folders: string[] = [];
const cleaners: (() => void)[] = [];

/** Has something done after every test file. */
export function whenDone(clean: () => void): void {
  cleaners.push(clean);
}

/** Removes what a test file made: its folders, and what other helpers keep of it. */
export function cleanUp(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const clean of cleaners) clean();
}

/**
 * A temporary folder that is removed when the test file is done: to be made in tests and hooks, not while tests are collected. Its path is the real
 * one, which messages have: macOS has its temporary folder behind a link, Windows has a short name for it (test/spec/linked-roots.test.ts is about
 * sites behind links).
 */
export function makeFolder(
  files: Record<string, string | Uint8Array> = {},
  root = mkdtempSync(join(realpathSync.native(tmpdir()), "cipgen-test-")),
): string {
  mkdirSync(root, { recursive: true });
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Puts a file in the place of another in one step: a program that reads it meanwhile has the old text or the new one. @param prepare sets its owner or the like. */
export function replaceFile(path: string, text: string, prepare: (fresh: string) => void = () => undefined): void {
  const fresh = join(makeFolder(), "fresh");
  writeFileSync(fresh, text);
  prepare(fresh);
  renameSync(fresh, path);
}

/** A site's folder: the given files, the usual folder of proposals, and a config file unless there is one among the files. @returns its root. */
export function makeSite(files: Record<string, string | Uint8Array>, config: Partial<ConfigInput> = {}): string {
  const hasConfig = Object.keys(files).some((name) => name.startsWith("cipgen.config."));
  const json = JSON.stringify({ ...usualConfig, ...config }, null, 2);
  const root = makeFolder(hasConfig ? files : { ...files, "cipgen.config.json": `${json}\n` });
  mkdirSync(join(root, "content/cip"), { recursive: true });
  return root;
}

/** Text of a proposal file. A field that is undefined is left out. */
export function proposalText(
  number: number,
  fields: Record<string, string | number | undefined> = {},
  body = "Text.\n",
): string {
  const lines = Object.entries({ cip: number, title: `Proposal ${number}`, ...fields }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return `---\n${lines.join("\n")}\n---\n${body}`;
}
