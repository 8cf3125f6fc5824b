/**
 * Finds what code of a site depends on besides its arguments: builds a small site twice, at two times, in two folders, and with texts parsed in another
 * order, and compares.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ConfigInput, Extension } from "../config/index.js";
import { resolveConfig } from "../config/loading.js";
import { hasErrors, toJson } from "../diagnostics/report.js";
import { lintSite } from "../lint/lint.js";
import { readSettings } from "../lint/settings.js";
import { buildFiles } from "../pipeline/build-files.js";
import { linkSite } from "../pipeline/link.js";
import { emptyState } from "../pipeline/state.js";
import { loadBundler } from "../runtime/bundler.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";

const configFile = "cipgen.config.ts";

/** For parts that need no texts of their own. */
const sample = {
  "content/cip/core/cip-1.md":
    "---\ncip: 1\ntitle: First\nauthor: Ada (@ada), Bo (@bo)\nstatus: last call\ndate: 2024-01-02\nlast-call-deadline: 2024-02-03\n---\n\n## Abstract\n\nA [link](cip-2.md), `code` and a table.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  "content/cip/core/cip-2.md":
    "---\ncip: 2\ntitle: Second\nauthor: Bo (@bo)\nstatus: draft\ndate: 2024-03-04\nrequires: 1\ntags: [one, two]\n---\n\n## Abstract\n\nCIP-1 comes first. $x^2$\n\n```js\nlet x = 1;\n```\n",
  "content/home.md": "Welcome.\n",
};

/** @throws an error that names the extension and the first difference, or the problems of a build. */
export async function assertSame(
  part: Extension | ConfigInput,
  files: Readonly<Record<string, string>> = sample,
): Promise<void> {
  const input = "name" in part ? { ...smallSite, extensions: [part] } : part;
  // Windows does not remove a folder that a program, which the bundler is, has as its working directory.
  await loadBundler();
  const first = await inWorld("2001-02-03T04:05:06Z", files, (root) => made(input, root));
  const second = await inWorld("2031-11-12T13:14:15Z", files, (root) => made(input, root, true));
  const named = "name" in part ? `extension "${part.name}": ` : "";
  for (const path of new Set([...first.keys(), ...second.keys()])) {
    const [one, other] = [first.get(path), second.get(path)];
    if (one === undefined || other === undefined)
      throw new Error(`${named}${path} is made only ${other === undefined ? "the first" : "the second"} time`);
    if (!one.equals(other)) throw new Error(`${named}${path} differs when it is made again, ${difference(one, other)}`);
  }
}

const smallSite = { title: "Sample", url: "https://sample.example", series: [{ profile: "cip" }] };

/**
 * The bytes of a site's files, by path, and what lint says.
 * @param isAgain whether it was built before in this process: then texts are parsed when their pages are made, and not in the order of their paths.
 */
async function made(input: unknown, root: string, isAgain = false): Promise<Map<string, Buffer>> {
  const { value: config, diagnostics } = resolveConfig(input, configFile);
  refuseErrors(diagnostics);
  if (!config) throw new Error("the configuration is not valid");
  const request = { root, config, configFile, state: emptyState() };
  if (isAgain) await buildFiles(request);
  const built = await buildFiles(request);
  refuseErrors(built.diagnostics);
  const settings = readSettings(config, configFile);
  refuseErrors(settings.diagnostics);
  const linked = await linkSite({ ...request, state: emptyState() });
  const findings = lintSite(linked.value, linked.diagnostics, settings.value);
  refuseErrors(findings.filter(({ code }) => code === "site-code-failed"));
  const bytes = built.value.files.map(({ path, content }): [string, Buffer] => [path, bytesOf(content, root)]);
  return new Map([
    ...bytes,
    ["the report of lint", Buffer.from(findings.map((one) => JSON.stringify(toJson(one))).join("\n"))],
  ]);
}

/** Files that are copied are those of the site, which are the same. */
function bytesOf(content: OutputFile["content"], root: string): Buffer {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(content.copyOf.replace(root, ""));
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  if (!hasErrors(diagnostics)) return;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new Error(errors.map(({ file, line, message }) => `${file ?? ""}:${line ?? ""} ${message}`).join("\n"));
}

/** Characters that are shown before and behind the first one that differs. */
const around = 80;

function difference(one: Buffer, other: Buffer): string {
  const [was, is] = [one.toString("utf8").split("\n"), other.toString("utf8").split("\n")];
  const line = was.findIndex((text, index) => text !== is[index]);
  const at = line === -1 ? was.length : line;
  const [before = "(nothing)", after = "(nothing)"] = [was[at], is[at]];
  const column = [...before].findIndex((character, index) => character !== after[index]);
  const from = Math.max(0, (column === -1 ? before.length : column) - around);
  const part = (text: string) => `${from > 0 ? "…" : ""}${text.slice(from, from + 2 * around)}`;
  return `at another time, in another folder, or when texts are read in another order. Line ${at + 1}:\n- ${part(before)}\n+ ${part(after)}`;
}

/** Runs with this clock, in a new folder with these files as working directory, and without a network. */
async function inWorld<T>(
  now: string,
  files: Readonly<Record<string, string>>,
  run: (root: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(realpathSync.native(tmpdir()), "cipgen-same-"));
  const RealDate = globalThis.Date;
  const { connect } = Socket.prototype;
  const fixed = RealDate.parse(now);
  const leave = enter(root);
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given, type) => Reflect.construct(target, given.length === 0 ? [fixed] : given, type),
      apply: () => new RealDate(fixed).toString(),
      get: (target, key, receiver) => (key === "now" ? () => fixed : Reflect.get(target, key, receiver)),
    });
    Socket.prototype.connect = () => {
      throw new Error("code of a site must not use the network");
    };
    return await run(root);
  } finally {
    globalThis.Date = RealDate;
    Socket.prototype.connect = connect;
    leave();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes a folder the working directory. @returns the way back. */
function enter(folder: string): () => void {
  const before = process.cwd();
  try {
    process.chdir(folder);
    return () => process.chdir(before);
  } catch {
    // Threads, in which some test runners run tests, have no working directory of their own.
    return () => undefined;
  }
}
