/** Before the tests in Firefox: finds one, and builds this repository's site for it. */
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWithProgram } from "../support/built-site.js";
import { repositoryRoot } from "../support/folders.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the program; empty where there is none. */
    firefox: string;
  }
}

const places = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

export default async function setup({ provide }: TestProject): Promise<(() => void) | undefined> {
  const wanted = process.env.FIREFOX_PATH;
  const firefox = wanted ?? places.find(isExecutable) ?? "";
  if (wanted && !isExecutable(wanted))
    throw new Error(`FIREFOX_PATH is ${wanted}, which is no program that can be started.`);
  provide("firefox", firefox);
  if (firefox === "") {
    console.warn(
      "There is no Firefox here, so nothing is tested in it. Debian, Ubuntu: apt-get install -y firefox-esr",
    );
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "cipgen-firefox-"));
  provide("site", await buildWithProgram(repositoryRoot, join(folder, "site")));
  return () => rmSync(folder, { recursive: true, force: true });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
