/** The browser that tests run in: one that is installed, or in a container of the tests' own, Debian's. */
import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** The shell first: the same browser without windows of its own, in which a page costs half as much to open. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = [
  ...names.map((name) => `/usr/bin/${name}`),
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns the path of the program. Throws where there is none, with what to do. */
export function findChromium(): string {
  const wanted = process.env.CHROME_PATH;
  if (wanted) {
    if (isExecutable(wanted)) return wanted;
    throw new Error(`CHROME_PATH is ${wanted}, which is no program that can be started.`);
  }
  const found = places.find(isExecutable) ?? installChromium();
  if (found) return found;
  throw new Error(
    "The browser's tests need Chromium or Chrome. Install it (Debian: apt-get install -y chromium-headless-shell) or set CHROME_PATH.",
  );
}

/** In a container that is Debian's and the tests' own, the browser can be had without anybody's help. It is said before it is done. */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return undefined;
  for (const name of ["chromium-headless-shell", "chromium"]) {
    console.warn(
      `There is no Chromium here. Because this is root on Debian, it is installed now: apt-get install -y ${name}. Set CHROME_PATH to use another.`,
    );
    try {
      execFileSync("apt-get", ["install", "-y", name], { stdio: "ignore", timeout: 300_000 });
    } catch {
      // Older systems have no package of the shell.
      continue;
    }
    const found = places.find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
