/**
 * Loads a script of dist/ with V8's code cache, so that code is compiled only once. The cache is code, so it is read only from
 * the program's own folder, under a name with the script's digest, the version of Node.js and the processor.
 */
"use strict";
const { isAscii } = require("node:buffer");
const { readFileSync, renameSync, rmSync, writeFileSync, readdirSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const vm = require("node:vm");
const { crc32 } = require("node:zlib");

const folder = join(__dirname, "..", "dist");
/** The purpose of this process. Each purpose has its own cache: a command that only reads texts needs little of a build's code. */
let purpose = "build";
/** Sets the purpose. Call it before a script is loaded. */
function setCachePurpose(name) {
  purpose = name;
}

/**
 * Puts a function around code, which makes it a script of dist/. The build does this (esbuild.config.js), because adding the function at each
 * start would copy millions of characters.
 */
function asFunction(code) {
  return `(function (exports, require, module, __filename, __dirname, hostImport) {${code}\n})`;
}

/** The scripts that this process has loaded, by name. */
const loadedScripts = new Map();

/**
 * Runs a CommonJS script of dist/ (see `asFunction`), once a process.
 * @param name without extension: `program`, `templates`.
 * @returns its exports.
 * @throws ENOENT if there is no such script.
 */
function loadScript(name) {
  const loadedScript = loadedScripts.get(name);
  if (loadedScript) return loadedScript.module.exports;
  const digest = readFileSync(join(folder, `${name}.digest`), "latin1").trim();
  const path = join(folder, `${name}.cjs`);
  const bytes = readFileSync(path);
  // A source in ASCII takes half the memory.
  const source = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  const cachePath = join(folder, `${name}-${digest}-${process.version}-${process.arch}-${purpose}.cache`);
  const cachedData = readCodeCache(cachePath);
  const script = new vm.Script(source, { filename: path, cachedData });
  const module = { exports: {} };
  loadedScripts.set(name, {
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

/** Saves the code that this process compiled, unless it is saved already. A folder that is not writable costs only time. */
function saveCodeCaches() {
  for (const [name, { script, digest, cachePath, isCached }] of loadedScripts) {
    if (isCached) continue;
    const temporary = `${cachePath}.${process.pid}`;
    // Caches of other versions of the program, and files that killed processes left.
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

/** Adds a checksum, because V8 crashes on a damaged cache. It is at the end, because V8 would copy data that is not aligned. */
function withChecksum(data) {
  const checksum = Buffer.alloc(checksumLength);
  checksum.writeUInt32LE(crc32(data));
  return Buffer.concat([data, checksum]);
}

/** @returns undefined if there is no cache, or it is damaged. */
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

module.exports = { asFunction, loadScript, saveCodeCaches, setCachePurpose };
