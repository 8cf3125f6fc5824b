/** Before the browser's tests: finds a Chromium, builds this repository's site, and a small one with what that does not have. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWithProgram } from "../support/built-site.js";
import { findChromium } from "../support/chromium.js";
import { repositoryRoot } from "../support/folders.js";

declare module "vitest" {
  interface ProvidedContext {
    chromium: string;
    /** Folder of this repository's built site. */
    site: string;
    /** Folder of a small built site with an announcement, two versions of docs, and colours that do not follow the system. */
    smallSite: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "cipgen-browser-"));
  provide("chromium", findChromium());
  const small = join(folder, "small");
  writeSmallSite(small);
  const [site, smallSite] = await Promise.all([
    buildWithProgram(repositoryRoot, join(folder, "site")),
    buildWithProgram(small, join(folder, "small-site")),
  ]);
  provide("site", site);
  provide("smallSite", smallSite);
  return () => rmSync(folder, { recursive: true, force: true });
}

function writeSmallSite(root: string): void {
  const docs = (name: string) => `---\ntitle: Start\n---\nThis is the start of ${name}.\n\n## First\n\nText.\n`;
  const files = {
    "cipgen.config.json": JSON.stringify({
      title: "Small",
      url: "https://small.example",
      series: [{ profile: "cip" }],
      search: { provider: "none" },
      colorMode: { default: "dark", respectSystem: false },
      announcement: { id: "june", text: 'Comments are open: <a href="/cip">read on</a>' },
      navbar: {
        items: [
          { type: "link", label: "CIPs", to: "/cip" },
          { type: "docSidebar", sidebarId: "docs", label: "Guide" },
        ],
      },
      docs: {
        mainDocId: "start",
        versions: [
          { name: "2.0", label: "2.0", isLast: true },
          { name: "1.0", label: "1.0", path: "1.0", source: "content/old" },
        ],
      },
    }),
    "content/cip/cbc/cip-1.md": "---\ncip: 1\ntitle: One\nstatus: draft\n---\nText.\n",
    "content/docs/start.md": docs("2.0"),
    "content/old/start.md": docs("1.0"),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
