/**
 * What an author waits for in an editor: from the start of `cipgen lsp` to the first problems of an open text of the 949 EIPs and to those of all,
 * without and with a cache, also in processor time, which other work on the machine changes less; from a key press to the problems of the text, and of others where the key press changes what these show; completion; and the memory of the
 * server for the EIPs and for 10,000 generated proposals. In turn with a plain `lint` of the same text. `npm run bench:lsp [-- runs]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { corpus, generated, hasCorpora } from "./registers.js";

const rpc = createRequire(import.meta.url)("vscode-languageserver-protocol/node.js");
const bin = resolve(import.meta.dirname, "../../bin/cipgen.js");
const runs = Number(process.argv[2] ?? 10);

if (!hasCorpora) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}

const work = mkdtempSync(join(tmpdir(), "cipgen-bench-"));
try {
  const eips = corpus(join(work, "eips"), "eips", "eip", "EIPS", "eip-1559.md");
  await start("949 EIPs, no cache", eips, async () => undefined);
  await start("949 EIPs, cache", eips, type);
  const lint = Array.from({ length: Math.min(runs, 5) }, () => {
    const begin = performance.now();
    spawnSync(process.execPath, [bin, "lint", eips.edit], { cwd: eips.root });
    return performance.now() - begin;
  });
  report("lint of one EIP", lint);
  await start("10,000, no cache", generated(join(work, "generated"), 10_000), type);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function report(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (time) => `${time.toFixed(0)} ms`.padStart(8);
  console.log(
    `  ${name.padEnd(32)} median ${ms(sorted[sorted.length >> 1])}  best ${ms(sorted[0])}  worst ${ms(sorted.at(-1))}`,
  );
}

/** Time in ms that the system has given a process; it counts in steps of 10. */
function processorTime(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ").slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

/** Opens a register and a text of it in a server, and lets an author write there. */
async function start(name, { root, edit }, author) {
  console.log(name);
  const begin = performance.now();
  const child = spawn(process.execPath, [bin, "lsp"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createProtocolConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const listeners = new Set();
  const uri = pathToFileURL(join(root, relative(root, edit))).href;
  const spent = () => `${(performance.now() - begin).toFixed(0)} ms (${processorTime(child.pid)} ms of a processor)`;
  let first = "";
  connection.onNotification("textDocument/publishDiagnostics", (found) => {
    if (found.uri === uri) first ||= spent();
    for (const listen of listeners) listen(found);
  });
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "register" }],
    capabilities: {},
    initializationOptions: { trusted: true },
  });
  await connection.sendNotification("initialized", {});
  const text = readFileSync(edit, "utf8");
  const opened = { uri, languageId: "markdown", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument: opened });
  const settled = () => connection.sendRequest("cipgen/settled", { links: false });
  await settled();
  console.log(`  first problems ${first}, all ${spent()}`);
  await author({ connection, listeners, uri, text, settled });
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  const [, most] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  console.log(`  memory ${Math.round(kilobytes / 1024)} MiB, at most ${Math.round(most / 1024)} MiB`);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
}

async function type({ connection, listeners, uri, text, settled }) {
  let version = 1;
  const press = async (next) => {
    const begin = performance.now();
    const shown = new Promise((done) => {
      const listen = (found) => {
        if (found.uri !== uri) return;
        listeners.delete(listen);
        done(performance.now() - begin);
      };
      listeners.add(listen);
    });
    version++;
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text: next }],
    });
    return shown;
  };
  const [own, shared, offers] = [[], [], []];
  for (let run = 0; run < runs; run++) {
    // Each adds a problem or takes it away, so that there is something to show.
    own.push(await press(run % 2 === 0 ? `${text}\n<b>${run}\n \n` : text));
    await settled();
  }
  for (let run = 0; run < runs; run++) {
    const title = text.replace(/^title: .*/m, (line) => (run % 2 === 0 ? `${line} a standard eip ${run}` : line));
    shared.push(await press(title));
    await settled();
    const begin = performance.now();
    await connection.sendRequest("textDocument/completion", {
      textDocument: { uri },
      position: { line: 2, character: 0 },
    });
    offers.push(performance.now() - begin);
  }
  report("key press in the text", own);
  report("key press in the title", shared);
  report("completion", offers);
}
