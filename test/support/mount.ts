/** Small disks, where the machine allows it. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const mounts: string[] = [];

/** Only root may mount. */
export function mount(place: string, options = "size=64m"): boolean {
  mkdirSync(place, { recursive: true });
  const hasMounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place]).status === 0;
  if (hasMounted) mounts.push(place);
  return hasMounted;
}

/** To be called after each test that mounts. */
export function unmount(): void {
  for (const place of mounts.splice(0)) spawnSync("umount", [place]);
}
