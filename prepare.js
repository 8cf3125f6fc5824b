/** Builds what a clone lacks: npm calls it in every command that installs, packs or runs the package of this folder. */
const { npm_command: command } = process.env;

// `npx cipgen` here would build before each first use. bin/cipgen.js says what to do where there is no program.
if (command !== "exec") await import("./esbuild.config.js");
// Tests and editors read the sources, so only a package needs declarations.
if (command !== "exec" && command !== "ci") await import("./types.config.js");
