/** Files at the old addresses of others: programs that ask for a file, such as feed readers, do not follow a page that leads on. */
import { createHash } from "node:crypto";
import type { Site, Texts } from "../model/site.js";
import type { AnyFile, OutputFile, PlannedFiles } from "../shared/output.js";

/**
 * @param planned all files that the program makes.
 * @param published the site's own files.
 * @returns the copies of both.
 */
export function planCopies(
  { redirects }: Site,
  planned: readonly PlannedFiles<Texts>[],
  published: readonly OutputFile[],
): { planned: PlannedFiles<Texts>[]; ready: OutputFile[] } {
  const copies = redirects.flatMap(({ path, copyOf }) =>
    path === undefined || copyOf === undefined ? [] : [{ path, copyOf }],
  );
  if (copies.length === 0) return { planned: [], ready: [] };
  const own = new Map(published.map((file) => [file.path, file]));
  const makers = new Map(planned.flatMap((one) => one.paths.map((path) => [path, one] as const)));
  const makerOf = (path: string) =>
    makers.get(path) ?? planned.find(({ paths }) => paths.some((one) => one.endsWith("/") && path.startsWith(one)));
  return {
    ready: copies.flatMap(({ path, copyOf }) => {
      const file = own.get(copyOf);
      return file ? [{ ...file, path }] : [];
    }),
    planned: copies.flatMap(({ path, copyOf }) => {
      const maker = own.has(copyOf) ? undefined : makerOf(copyOf);
      return maker ? [copyOfPlanned(maker, copyOf, path)] : [];
    }),
  };
}

function copyOfPlanned(maker: PlannedFiles<Texts>, from: string, path: string): PlannedFiles<Texts> {
  const keyOf = (key: string) => createHash("sha256").update(`${key} ${path}`).digest("base64url");
  const renamed = (files: readonly AnyFile[]): AnyFile[] =>
    files.flatMap((file) => {
      if (file.path !== from) return [];
      return [{ ...file, path, ...(file.key !== undefined && { key: keyOf(file.key) }) }];
    });
  const { key } = maker;
  return {
    paths: [path],
    ...(key && { key: (texts: Texts) => keyOf(key(texts)) }),
    make(texts) {
      const made = maker.make(texts);
      return "then" in made ? made.then(renamed) : renamed(made);
    },
  };
}
