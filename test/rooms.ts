/** The rooms of src/ and the arrows between them: `npm run rooms` prints them. test/unit/architecture.test.ts checks their order. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Tests and scripts of npm run in the folder of the repository. */
const root = process.cwd();

/** A room imports only from those before it, and so does a folder of a room; "." stands for the files beside its folders. */
export const rooms: Record<string, readonly string[]> = {
  shared: ["."],
  platform: [".", "http", "diagnostics"],
  config: [],
  content: ["metadata", "formats", "parse", "read"],
  site: ["history", "model", "."],
  output: ["views", "pages", "files", "assets", "search", "emit", "."],
  build: ["."],
  tools: ["lint", "links", "scaffold", "review", "switch", "."],
  cli: ["serve", "api", "lsp", "mcp", "commands", "."],
};

export interface Import {
  file: string;
  specifier: string;
  /** Whether only types are imported. */
  isType: boolean;
}

/** What a file imports, types included: to know the types of a folder is to know the folder. */
export function importsOf(file: string, source = readFileSync(join(root, file), "utf8")): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)\s*import\s+["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    specifier: match[1] ?? match[2] ?? match[3] ?? "",
    isType: /^\s*import\s+type\b/.test(match[0]),
  }));
}

/** Path of what is imported, relative to the repository; undefined for a package. */
export function targetOf({ file, specifier }: Import): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** The room of a path in src/, and its folder there. */
export function roomOf(path: string): { room: string; folder: string } {
  const [, room = "", folder = "", file] = path.split("/");
  return { room, folder: file === undefined ? "." : folder };
}

/** Whether an import leads to a room or a folder that comes later or is not listed. The package's entry, src/index.ts, is above all rooms. */
export function isAgainstOrder(from: string, to: string): boolean {
  const [a, b] = [roomOf(from), roomOf(to)];
  const order = Object.keys(rooms);
  if (a.room === "index.ts") return false;
  if (a.room !== b.room) return !order.includes(b.room) || order.indexOf(b.room) > order.indexOf(a.room);
  const folders = rooms[a.room] ?? [];
  return a.folder !== b.folder && folders.length > 0 && folders.indexOf(b.folder) > folders.indexOf(a.folder);
}

/** Paths of the scripts below a folder of the repository. */
export function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => posix.join(folder, path.replaceAll("\\", "/")))
    .sort();
}

function printRooms(): void {
  const files = filesOf("src");
  const arrows = files
    .flatMap((file) => importsOf(file))
    .map((imported) => ({ from: imported.file, to: targetOf(imported) ?? "" }))
    .filter(({ to }) => to.startsWith("src/"));
  for (const room of Object.keys(rooms)) {
    const inside = files.filter((file) => roomOf(file).room === room);
    const lines = inside.reduce((sum, file) => sum + readFileSync(join(root, file), "utf8").split("\n").length - 1, 0);
    const counts = new Map<string, number>();
    for (const { from, to } of arrows) {
      const target = roomOf(to).room;
      if (roomOf(from).room === room && target !== room) counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    const uses = [...counts].map(([target, count]) => ` ${target} ${count}`);
    console.log(`${room}: ${inside.length} files, ${lines} lines${uses.length > 0 ? `; imports${uses}` : ""}`);
  }
  const wrong = arrows.filter(({ from, to }) => isAgainstOrder(from, to));
  console.log(`Imports against the order: ${wrong.length}`, ...wrong.map(({ from, to }) => `\n  ${from} -> ${to}`));
}

if (process.env.npm_lifecycle_event === "rooms") printRooms();
