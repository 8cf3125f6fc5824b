/** Reads books as programs for books do, and says what is wrong with one. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import sax from "sax";
import { parseXml, type XmlElement } from "./xml.js";

export interface ReadBook {
  /** Text of a file below EPUB/. */
  text(path: string): string;
  /** A file below EPUB/, parsed. */
  xml(path: string): XmlElement;
  /** Paths of all files, in their order. */
  paths: string[];
  /** Paths of the pages in reading order, below EPUB/. */
  pages: string[];
  problems: string[];
}

/** What a document may not be, if a program for books is to show it. */
export function xmlProblems(xml: string): string[] {
  const problems: string[] = [];
  const parser = sax.parser(true, { xmlns: true });
  parser.onerror = (error) => {
    problems.push(error.message.replaceAll("\n", " "));
    parser.resume();
  };
  const ids = new Set<string>();
  parser.onattribute = ({ name, value }) => {
    if (/^on|^style$|^src(?:set|doc)$/i.test(name)) problems.push(`attribute ${name}`);
    if (name === "id" && ids.has(value)) problems.push(`two of #${value}`);
    if (name === "id") ids.add(value);
    if (/^(?:href|cite)$/.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value))
      problems.push(`${name} ${value}`);
  };
  const open: string[] = [];
  parser.onopentag = ({ name }) => {
    if (/script|iframe|object|embed|form|^style$/i.test(name)) problems.push(`element ${name}`);
    if (name === "a" && open.includes("a")) problems.push("a link in a link");
    open.push(name);
  };
  parser.onclosetag = () => open.pop();
  parser.write(xml).close();
  return problems;
}

export function readBook(bytes: Uint8Array): ReadBook {
  const files = unzipSync(bytes);
  const paths = Object.keys(files);
  const text = (path: string) => strFromU8(files[`EPUB/${path}`] ?? new Uint8Array());
  const xml = (path: string) => parseXml(text(path));
  const opf = xml("package.opf");
  const items = opf.all("item").map(({ attributes }) => attributes);
  const pages = opf.all("itemref").map(({ attributes: { idref } }) => items.find(({ id }) => id === idref)?.href ?? "");
  const problems: string[] = [];
  // At its place, uncompressed, it tells programs what the file is.
  if (strFromU8(bytes.subarray(30, 58)) !== "mimetypeapplication/epub+zip") problems.push("mimetype is not first");
  const listed = ["package.opf", ...items.map(({ href }) => href)].map((href) => `EPUB/${href}`);
  const others = ["mimetype", "META-INF/container.xml"];
  const missing = [...listed, ...others].filter((path) => !files[path]);
  for (const path of missing) problems.push(`${path} is missing`);
  for (const path of paths) if (![...listed, ...others].includes(path)) problems.push(`${path} is not in the manifest`);
  const idsOf = (path: string) => new Set([...text(path).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const known = new Map(pages.map((path) => [path, idsOf(path)]));
  for (const path of ["package.opf", ...pages]) {
    for (const problem of xmlProblems(text(path))) problems.push(`${path}: ${problem}`);
    const links = [...text(path).matchAll(/ (href|src)="([^"]*)"/g)];
    for (const [, kind, address = ""] of links) {
      if (kind === "href" && /^[a-z][a-z0-9+.-]*:/.test(address)) continue;
      const [target = "", id] = address.split("#");
      const file = posix.join(posix.dirname(path), target);
      if (!files[`EPUB/${file}`]) problems.push(`${path}: no file ${address}`);
      else if (id !== undefined && !known.get(file)?.has(id)) problems.push(`${path}: no place ${address}`);
    }
    for (const [name, mark] of [
      ["mathml", "<math"],
      ["svg", "<svg"],
    ] as const) {
      const item = items.find(({ href }) => href === path);
      if (item && (item.properties ?? "").split(" ").includes(name) !== text(path).includes(mark))
        problems.push(`${path}: wrong about ${name}`);
    }
  }
  return { text, xml, paths, pages, problems };
}

const jar = "/usr/share/java/epubcheck.jar";

/** Whether the checker of the W3C is installed, as Debian's package has it. */
export const hasEpubcheck = existsSync(jar);

/** @param file a book. @returns errors and warnings of epubcheck. */
export function epubcheck(file: string): string[] {
  let report: string;
  try {
    report = execFileSync("java", ["-jar", jar, file], { encoding: "utf8", stdio: "pipe", maxBuffer: 1e8 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    report = stdout + stderr;
  }
  if (!report.includes("EPUBCheck completed")) return [report];
  return report.split("\n").filter((line) => /^(?:FATAL|ERROR|WARNING)\(/.test(line));
}
