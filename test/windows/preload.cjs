// Loaded before every program under Wine, for what Wine 8 does in another way than Windows.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { Socket } = require("node:net");

// It says that it has made a symbolic link, and has made none: a test that needs one says so instead of failing in another way.
const refuse = () => {
  throw new Error("Wine has no symbolic links");
};
fs.symlinkSync = refuse;
fs.symlink = refuse;
fs.promises.symlink = async () => refuse();
syncBuiltinESMExports();

// No socket connects that was told before to keep its connection alive, as `fetch` tells each.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
