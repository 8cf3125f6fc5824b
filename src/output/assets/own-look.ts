/**
 * A site's own look: its style sheets with the fonts and pictures that they name, the files that its head loads, and its
 * colour in the program's style sheets and icons. All files are published below `assets/`, with a digest in each name.
 */

import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import type { BuildFailure, Message } from "esbuild";
import type { SiteConfig } from "../../config/index.js";
import { bundle, noteFiles } from "../../platform/bundler.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { OutputFile } from "../../shared/output.js";
import type { ClientBundle, SiteLook } from "../../site/model/bundle.js";
import { type Rgb, rgb, type ThemeColors, themeColors, themes } from "../../site/model/theme-colors.js";
import { withDigest } from "./client.js";

/** A look, or undefined with diagnostics. */
export interface BundledLook extends Result<SiteLook | undefined> {
  /** Absolute paths of the files that were read, even if bundling failed. */
  files: readonly string[];
}

const fonts = [".woff2", ".woff", ".ttf", ".otf"];
const pictures = [".avif", ".gif", ".jpg", ".jpeg", ".png", ".svg", ".webp"];

/** Bundles the look of a site. @param root absolute. @param configFile name of the configuration, for messages. */
export async function bundleLook(
  root: string,
  config: Pick<SiteConfig, "styles" | "head" | "navbar">,
  configFile: string,
): Promise<BundledLook> {
  const read = new Set<string>();
  try {
    const styles = await bundleStyles(root, config, configFile, read);
    const { files, addresses, diagnostics } = await headFiles(root, config, configFile, styles, read);
    return { value: { files, stylesheet: styles.stylesheet, addresses }, diagnostics, files: [...read] };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors) throw error;
    return {
      value: undefined,
      diagnostics: errors.map((message) => problem(message, "error", configFile)),
      files: [...read],
    };
  }
}

/** Adds the files of a site's look to those of the browser. */
export function withLook(client: ClientBundle, look: SiteLook | undefined): ClientBundle {
  if (!look) return client;
  const { files, stylesheet } = look;
  const stylesheets = stylesheet === undefined ? client.stylesheets : [...client.stylesheets, stylesheet];
  return { ...client, files: [...client.files, ...files], stylesheets, look };
}

/** @returns a finding for each script of another site in the head: it costs readers time, and can do all that this site can. */
export function outsideScripts({ head, url }: Pick<SiteConfig, "head" | "url">, file: string): Diagnostic[] {
  return head.flatMap(({ tag, src }, index) => {
    if (tag !== "script" || src === undefined || !/^https?:/i.test(src) || new URL(src).origin === new URL(url).origin)
      return [];
    const { host } = new URL(src);
    const message = `head[${index}].src: every page loads a script from ${host}, which can then do all that this site can`;
    const help = `${host} learns the address of each reader, which may need consent. Pages wait for one more connection. Without \`integrity\` the script may change at any time.`;
    return [diagnose("head-outside", message, { file, help })];
  });
}

interface BundledStyles {
  /** Address from `/`; undefined without styles. */
  stylesheet?: string;
  files: OutputFile[];
  /** The addresses of the fonts and pictures that they load, by their absolute paths. */
  addresses: Map<string, string>;
  diagnostics: Diagnostic[];
}

/** Rules that a site needs only for what it configures. */
function configuredRules({ navbar }: Pick<SiteConfig, "navbar">): string {
  return navbar.logo.srcDark === undefined
    ? ""
    : ".logo-dark{display:none}[data-theme=dark] .logo-dark{display:inline}[data-theme=dark] .logo-light{display:none}@media (prefers-color-scheme:dark){:root:not([data-theme=light]) .logo-dark{display:inline}:root:not([data-theme=light]) .logo-light{display:none}}\n";
}

/** Whether a URL is that of a picture, which pages may load from anywhere. */
const isPicture = (url: string) =>
  /^(?:https:)?\/\//i.test(url) && pictures.includes(extname(url.replace(/[?#].*/, "")).toLowerCase());

async function bundleStyles(
  root: string,
  config: Pick<SiteConfig, "styles" | "navbar">,
  configFile: string,
  read: Set<string>,
): Promise<BundledStyles> {
  const rules = configuredRules(config);
  if (config.styles.length === 0 && rules === "") return { files: [], addresses: new Map(), diagnostics: [] };
  const paths = config.styles.map((path) => absolutePath(root, path));
  for (const path of paths) read.add(path);
  const { outputFiles, metafile, warnings } = await bundle({
    stdin: {
      contents: paths.map((path) => `@import ${JSON.stringify(path)};\n`).join("") + rules,
      resolveDir: root,
      loader: "css",
      sourcefile: listName,
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: join(root, "assets"),
    assetNames: "[name]-[hash]",
    loader: Object.fromEntries([...fonts, ...pictures].map((end) => [end, "file" as const])),
    plugins: [noteFiles(read)],
    absWorkingDir: root,
    tsconfigRaw: {},
    legalComments: "inline",
    logLevel: "silent",
  });
  const files: OutputFile[] = [];
  const addresses = new Map<string, string>();
  let stylesheet: string | undefined;
  for (const { path, contents } of outputFiles) {
    const isSheet = path.endsWith(".css");
    const file = isSheet ? withDigest("site.css", contents) : { path: `assets/${basename(path)}`, content: contents };
    files.push(file);
    if (isSheet) stylesheet = `/${file.path}`;
    for (const input of isSheet ? [] : Object.keys(metafile.outputs[pathBelow(root, path)]?.inputs ?? {}))
      addresses.set(join(root, input), `/${file.path}`);
  }
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) =>
      external && /^(https?:)?\/\//.test(path) && !isPicture(path) ? [path] : [],
    ),
  );
  const diagnostics = [
    ...warnings.map((warning) => problem(warning, "warning", configFile)),
    ...outside.map((url) =>
      diagnose("style-outside", `a style sheet of the site loads ${url}, which the policy of its pages forbids`, {
        help: "Copy the file into the site's folder, and write its path there. Then no other host learns the addresses of readers.",
      }),
    ),
  ];
  return { ...(stylesheet !== undefined && { stylesheet }), files, addresses, diagnostics };
}

/** Reads the files that the configured head names. */
async function headFiles(
  root: string,
  { head }: Pick<SiteConfig, "head">,
  configFile: string,
  styles: BundledStyles,
  read: Set<string>,
): Promise<Pick<SiteLook, "files"> & { addresses: Record<string, string>; diagnostics: Diagnostic[] }> {
  const files = [...styles.files];
  const diagnostics = [...styles.diagnostics];
  const addresses: Record<string, string> = {};
  for (const [index, { src, href }] of head.entries()) {
    const written = src ?? href;
    if (written === undefined || !isFileOfSite(written)) continue;
    const path = absolutePath(root, written);
    read.add(path);
    const address = styles.addresses.get(path);
    if (address !== undefined) addresses[written] = address;
    else if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      const message = `head[${index}]: there is no file ${written}`;
      const help =
        "Write its path from the root of the site, an address of the site that begins with /, or a whole URL.";
      diagnostics.push(diagnose("config-reference", message, { file: configFile, help }));
    } else {
      const content = await readFile(path);
      const file = withDigest(basename(path), content);
      if (files.every((former) => former.path !== file.path)) files.push(file);
      addresses[written] = `/${file.path}`;
    }
  }
  return { files, addresses, diagnostics };
}

/** Whether the head names a file, and not an address of this or of another site. */
function isFileOfSite(written: string): boolean {
  return written.startsWith("file:") || !/^(\/|[a-z][a-z0-9+.-]*:)/i.test(written);
}

/** @param written a path relative to the root, or a file URL, as extensions write for their own files. */
function absolutePath(root: string, written: string): string {
  return written.startsWith("file:") ? fileURLToPath(written) : join(root, written);
}

/** Name of the sheet that imports the configured `styles`, each on its own line. */
const listName = "styles";

function problem({ text, location }: Message, severity: Diagnostic["severity"], configFile: string): Diagnostic {
  if (location?.file === listName) {
    const message = `styles[${location.line - 1}]: ${text}`;
    return diagnose("style-invalid", message, { severity, file: configFile });
  }
  return diagnose("style-invalid", text, {
    severity,
    ...(location && {
      file: location.file.replaceAll("\\", "/"),
      line: location.line,
      column: location.column + 1,
      length: location.length,
    }),
  });
}

/** The program's colour, in client/styles/tokens.css and in the files of client/brand/. */
const markColor = "#3b9a3e";

/** Rules that replace the program's colours. They are in the same layer as the program's, so that a site's own rules override both. */
function colorStyle(color: string): string {
  const [light, dark] = [themeColors(color, themes.light), themeColors(color, themes.dark)];
  const pair = (name: keyof ThemeColors) => `light-dark(${light[name]},${dark[name]})`;
  // The status "final" is green on every site.
  return `@layer tokens{:root{--green:light-dark(#1f6f27,#7bd67f);--brand:${pair("brand")};--link:${pair("link")};--link-ground:${pair("ground")}}}\n`;
}

/**
 * The browser's files in a site's colour: the style sheets, the icons, and the picture for shared links.
 * @param color `#rrggbb`.
 */
export function withColor(client: ClientBundle, color: string): ClientBundle {
  if (color.toLowerCase() === markColor) return client;
  const renamed = new Map<string, string>();
  const files = client.files.map((file) => {
    const content = recolored(file, client, color);
    if (!content) return file;
    const recoloredFile = withDigest(file.path.replace(/-[0-9a-f]+(\.\w+)$/, "$1"), content);
    renamed.set(`/${file.path}`, `/${recoloredFile.path}`);
    return recoloredFile;
  });
  const newAddress = (address: string) => renamed.get(address) ?? address;
  return {
    ...client,
    files,
    pageStylesheets: Object.fromEntries(
      Object.entries(client.pageStylesheets).map(([kind, address]) => [kind, newAddress(address)]),
    ) as ClientBundle["pageStylesheets"],
    icons: client.icons.map((icon) => ({ ...icon, href: newAddress(icon.href) })),
    socialImage: client.socialImage && newAddress(client.socialImage),
  };
}

/** @returns undefined for a file without the program's colour. */
function recolored({ path, content }: OutputFile, client: ClientBundle, color: string): Uint8Array | undefined {
  const address = `/${path}`;
  const bytes = content as Uint8Array;
  const text = () => Buffer.from(bytes).toString("utf8");
  if (Object.values(client.pageStylesheets).includes(address)) return Buffer.from(text() + colorStyle(color));
  if (address !== client.socialImage && !client.icons.some(({ href }) => href === address)) return undefined;
  if (path.endsWith(".svg")) return Buffer.from(text().replaceAll(markColor, color));
  return recolorPalette(bytes, recolorMixture(color));
}

/** The program's pictures consist of mixtures of white, black and its colour. @returns a function that replaces that colour in a mixture. */
function recolorMixture(color: string): (mixture: Rgb) => Rgb {
  const [markRgb, siteRgb] = [rgb(markColor), rgb(color)];
  return ([red, green]) => {
    const share = (green - red) / (markRgb[1] - markRgb[0]);
    const white = red - share * markRgb[0];
    const part = (index: 0 | 1 | 2) => Math.min(255, Math.max(0, Math.round(white + share * siteRgb[index])));
    return [part(0), part(1), part(2)];
  };
}

const signatureLength = 8;

/**
 * Changes the colours in the palette of a PNG. Its pixels are indexes into the palette, so no other chunk changes
 * (https://www.w3.org/TR/png-3/#11PLTE), and no library that decodes pictures is needed.
 * @returns a copy, which is unchanged if the picture has no palette.
 */
function recolorPalette(png: Uint8Array, recolor: (color: Rgb) => Rgb): Uint8Array {
  const bytes = Buffer.from(png);
  // A chunk has the length of its data, a type, the data, and a checksum of type and data.
  for (let index = signatureLength; index + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(index);
    const data = index + 8;
    if (bytes.toString("latin1", index + 4, data) === "PLTE") {
      for (let entry = data; entry < data + length; entry += 3) {
        const [red = 0, green = 0, blue = 0] = bytes.subarray(entry, entry + 3);
        bytes.set(recolor([red, green, blue]), entry);
      }
      bytes.writeUInt32BE(crc32(bytes.subarray(index + 4, data + length)), data + length);
      return bytes;
    }
    index = data + length + 4;
  }
  return bytes;
}
