/**
 * The style sheets that a site has in its static folder. Their addresses have no digest, so tabs would not notice that one changed: after a change its
 * address gets a version.
 */
export class OwnSheets {
  /** Those that changed since the start, by address. */
  private readonly versions = new Map<string, number>();

  /** @param path of a changed file. @param folder of the site's static files. Both are relative to the root. */
  note(path: string, folder: string): void {
    if (!path.endsWith(".css") || !path.startsWith(`${folder}/`)) return;
    const address = path.slice(folder.length);
    this.versions.set(address, (this.versions.get(address) ?? 0) + 1);
  }

  addresses(): string[] {
    return [...this.versions].map(([address, version]) => `${address}?v=${version}`);
  }
}
