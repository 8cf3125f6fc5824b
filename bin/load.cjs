/**
 * Loads a script of dist/ with V8's code cache: what was compiled before is read instead of compiled again. The cache is code, so it is
 * only ever beside the program, under the name of the script's own digest, the version of Node.js and the processor.
 */
"use strict";
const { isAscii } = require("node:buffer");
const { readFileSync, renameSync, rmSync, writeFileSync, readdirSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const vm = require("node:vm");
const { crc32 } = require("node:zlib");

const folder = join(__dirname, "..", "dist");
/** Each purpose has a cache of its own: a command that only reads texts runs little of what a build runs, and need not load the rest. */
let use = "build";
/** Sets the purpose of this process, before it loads a script. */
function keepFor(name) {
  use = name;
}

/**
 * Code in the form of a script of dist/: one function. If the function were added when a script is loaded, each start would copy millions of characters.
 */
function asFunction(code) {
  return `(function (exports, require, module, __filename, __dirname, hostImport) {${code}\n})`;
}

/** The scripts that this process has loaded, for `saveCodeCaches`. */
const loaded = new Map();

/**
 * Runs a CommonJS script of dist/ (see `asFunction`), once a process.
 * @param name without extension: `program`, `templates`.
 * @returns its exports. Throws ENOENT if there is no such script.
 */
function loadScript(name) {
  const known = loaded.get(name);
  if (known) return known.module.exports;
  const digest = readFileSync(join(folder, `${name}.digest`), "latin1").trim();
  const path = join(folder, `${name}.cjs`);
  const bytes = readFileSync(path);
  // A source in ASCII takes half the memory.
  const source = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  const cachePath = join(folder, `${name}-${digest}-${process.version}-${process.arch}-${use}.cache`);
  const cachedData = readCodeCache(cachePath);
  const script = new vm.Script(source, { filename: path, cachedData });
  const module = { exports: {} };
  loaded.set(name, {
    module,
    script,
    digest,
    cachePath,
    isCached: cachedData !== undefined && !script.cachedDataRejected,
  });
  const hostImport = (specifier) => import(specifier);
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path), hostImport);
  return module.exports;
}

/** Saves the code that this process compiled, unless it is saved already. If the folder is not writable, only time is lost. */
function saveCodeCaches() {
  for (const [name, { script, digest, cachePath, isCached }] of loaded) {
    if (isCached) continue;
    const temporary = `${cachePath}.${process.pid}`;
    // Of other programs, and what killed processes left.
    const isOld = (file) => (file.endsWith(".cache") ? !file.includes(digest) : /\.cache\.\d+$/.test(file));
    try {
      for (const file of readdirSync(folder))
        if (file.startsWith(`${name}-`) && isOld(file)) rmSync(join(folder, file), { force: true });
      writeFileSync(temporary, withChecksum(script.createCachedData()));
      renameSync(temporary, cachePath);
    } catch {
      removeIfPossible(temporary);
      return;
    }
  }
}

const checksumLength = 4;

/** V8 does not check the content of a code cache, and crashes where it is damaged. The checksum is at the end, because V8 copies data that is not aligned. */
function withChecksum(data) {
  const checksum = Buffer.alloc(checksumLength);
  checksum.writeUInt32LE(crc32(data));
  return Buffer.concat([data, checksum]);
}

/** @returns undefined if there is none, or it is damaged. */
function readCodeCache(path) {
  try {
    const bytes = readFileSync(path);
    const data = bytes.subarray(0, -checksumLength);
    return data.length > 0 && crc32(data) === bytes.readUInt32LE(data.length) ? data : undefined;
  } catch {
    return undefined;
  }
}

function removeIfPossible(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

module.exports = { asFunction, keepFor, loadScript, saveCodeCaches };
