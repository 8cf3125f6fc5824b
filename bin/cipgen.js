#!/usr/bin/env node
// The executable. It imports nothing before it has checked the version of Node.js, and its own syntax works in every
// version that has modules.
const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `cipgen needs Node.js ${oldest.join(".")} or newer, and this is ${process.versions.node}: https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  const [, , command] = process.argv;
  import(command === "lsp" || command === "mcp" ? "./apart.js" : "./main.js");
}
