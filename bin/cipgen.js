#!/usr/bin/env node
// The executable. It imports nothing before it has checked the version of Node.js, and its own syntax works in every
// version with modules.
const wanted = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `cipgen needs Node.js ${wanted.join(".")} or newer, and this is ${process.versions.node}: https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  const [, , command] = process.argv;
  import(command === "lsp" || command === "mcp" ? "./apart.js" : "./main.js");
}
