/**
 * The last stage: writes the site into a new folder beside the output and swaps it in at the end, so that a reader, a failed build, a full
 * disk or a kill leave the old site or the new one and never a mixture. Files that did not change are hard-linked from the old site.
 */
import { existsSync, rmSync } from "node:fs";
import { lstat, mkdir, readdir, readlink, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import { startWriter, type Writer } from "./writer.js";

export interface Emitted {
  files: number;
  bytes: number;
}

/** Writes a site that is complete in memory. */
export async function emit(files: readonly OutputFile[], out: string): Promise<Emitted> {
  const emission = await Emission.start(out);
  try {
    emission.add(files);
    return await emission.finish();
  } finally {
    await emission.close();
  }
}

/** A site on its way to disk: files are written while others are still rendered, and nobody sees any of them before the end. */
export class Emission {
  private writer: Writer | undefined;
  private files = 0;

  private constructor(
    private readonly out: string,
    private readonly isLink: boolean,
    private readonly staging: string,
  ) {}

  /** @param out absolute path of the output folder, or of a symbolic link to it. */
  static async start(out: string): Promise<Emission> {
    await recover(out);
    const isLink = (await lstat(out).catch(() => undefined))?.isSymbolicLink() ?? false;
    const name = `.${basename(out)}.cipgen-${isLink ? "site" : "new"}-${process.pid}-${Date.now().toString(36)}`;
    return new Emission(out, isLink, join(dirname(out), name));
  }

  add(files: readonly OutputFile[]): void {
    this.writer ??= startWriter(this.staging, existsSync(this.out) ? this.out : undefined);
    this.writer.add(files);
    this.files += files.length;
  }

  /** Waits for the last file and puts the new site in the old one's place. A fault leaves the old site as it was. */
  async finish(): Promise<Emitted> {
    const bytes = (await this.writer?.finish()) ?? 0;
    await (this.isLink ? swapLink(this.staging, this.out) : swapFolder(this.staging, this.out));
    this.writer = undefined;
    return { files: this.files, bytes };
  }

  /** Forgets what was written and not put in place. */
  async close(): Promise<void> {
    if (!this.writer) return;
    await this.writer.stop();
    rmSync(this.staging, { recursive: true, force: true });
  }
}

/**
 * Says why a folder must not be replaced: it holds the sources, or something that no site generator wrote.
 * @param inputs absolute paths of everything that the build reads: the output must not cover them.
 * @param sources those among them that hold nothing but sources: the output must not lie in them either.
 */
export async function checkOutput(
  out: string,
  inputs: readonly string[],
  sources: readonly string[] = [],
): Promise<Diagnostic[]> {
  const refuse = (message: string, help: string) => [diagnose("output-unsafe", message, { help })];
  const covers = (folder: string, input: string) => {
    const path = relative(folder, input);
    return path === "" || !(path.startsWith("..") || isAbsolute(path));
  };
  // A symbolic link on the way to either must not hide that they are one place.
  const real = (path: string) => realpath(path).catch(() => path);
  const [realOut, realInputs] = [await real(out), await Promise.all(inputs.map(real))];
  const covered = inputs.find((input, index) => covers(out, input) || covers(realOut, realInputs[index] ?? input));
  if (covered) return refuse(`the output folder ${out} would replace ${covered}`, "Choose another folder with --out.");
  const holder = sources.find((folder) => covers(folder, out));
  if (holder)
    return refuse(
      `the output folder ${out} lies in ${holder}, which the build reads`,
      "Choose another folder with --out.",
    );
  const info = await stat(out).catch(() => undefined);
  if (!info) return [];
  if (!info.isDirectory()) return refuse(`${out} is not a folder`, "Choose another path with --out.");
  const names = await readdir(out);
  const isSite = names.length === 0 || ["index.html", "404.html", "sitemap.xml"].some((name) => names.includes(name));
  return isSite
    ? []
    : refuse(`${out} holds files that are no website`, "Empty it, or choose another folder with --out.");
}

/** Where the former site stands between the two renames. */
const asideOf = (out: string) => join(dirname(out), `.${basename(out)}.cipgen-old`);

async function swapFolder(staging: string, out: string): Promise<void> {
  const aside = asideOf(out);
  if (!existsSync(out)) return rename(staging, out);
  rmSync(aside, { recursive: true, force: true });
  await rename(out, aside);
  try {
    await rename(staging, out);
  } catch (error) {
    await rename(aside, out);
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** A link is replaced in one step: no reader ever finds nothing. The folder it led to is removed if this program made it. */
async function swapLink(staging: string, out: string): Promise<void> {
  const former = resolve(dirname(out), await readlink(out));
  const temporary = `${staging}.link`;
  await symlink(basename(staging), temporary);
  await rename(temporary, out);
  if (basename(former).startsWith(`.${basename(out)}.cipgen-site-`)) await rm(former, { recursive: true, force: true });
}

/** After a kill: puts the former site back if it was aside, and removes what builds that are no longer running have left. */
async function recover(out: string): Promise<void> {
  await mkdir(dirname(out), { recursive: true });
  const aside = asideOf(out);
  if (existsSync(aside)) await (existsSync(out) ? rm(aside, { recursive: true, force: true }) : rename(aside, out));
  const current = basename(await readlink(out).catch(() => ""));
  for (const name of await readdir(dirname(out))) {
    const rest =
      name.startsWith(`.${basename(out)}.cipgen-`) && name !== current ? name.slice(basename(out).length + 2) : "";
    const pid = Number(/^cipgen-(?:new|site)-(\d+)-/.exec(rest)?.[1]);
    if (pid && pid !== process.pid && !isRunning(pid))
      await rm(join(dirname(out), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
