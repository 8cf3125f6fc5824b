// Loaded before every program under Wine, which says that it has made a symbolic link, and has made none: a test that
// needs one says so instead of failing in another way.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const refuse = () => {
  throw new Error("Wine has no symbolic links");
};
fs.symlinkSync = refuse;
fs.symlink = refuse;
fs.promises.symlink = async () => refuse();
syncBuiltinESMExports();
