/** Makes a kind of output from an entry of `outputs` in a site's configuration. */

import { callSite, SiteCodeError } from "../../config/index.js";
import type { Output } from "../../shared/extension.js";
import type { OutputFile } from "../../shared/output.js";
import { siteData } from "../views/site-data.js";
import type { OutputKind } from "./kind.js";

export function siteOutput(output: Output): OutputKind {
  const origin = `the output "${output.name}"`;
  const { each = "site", paths } = output;
  return {
    name: output.name,
    madeBy: origin,
    each,
    urls: () => paths.map((path) => `/${path}`),
    async make({ context }) {
      const outputContents = await callSite(origin, output.files, async () => output.files(siteData(context)));
      return filesOf(outputContents, output, each === "locale" ? context.urls.prefix : "");
    },
  };
}

/** Checks the result of a site's function, whose code may not be type-checked. @throws SiteCodeError */
function filesOf(contents: unknown, { name, paths }: Output, prefix: string): OutputFile[] {
  const outputError = (problem: string) => new SiteCodeError(`the output "${name}" ${problem}`);
  if (!Array.isArray(contents)) throw outputError("must return a list of { path, content }");
  const seen = new Set<string>();
  return contents.map((file: { path?: unknown; content?: unknown } | undefined): OutputFile => {
    const { path, content } = file ?? {};
    if (typeof path !== "string" || !(typeof content === "string" || content instanceof Uint8Array))
      throw outputError("must return files with a path, and a content that is a string or bytes");
    const isAllowed = paths.some(
      (allowed) => path === allowed || (allowed.endsWith("/") && path.startsWith(allowed) && path !== allowed),
    );
    const isClean = path.split("/").every((part) => !/^\.{0,2}$/.test(part)) && !path.includes("\\");
    if (!isAllowed || !isClean) throw outputError(`made ${path}, which is not one of its paths: ${paths.join(", ")}`);
    if (seen.has(path)) throw outputError(`made ${path} twice`);
    seen.add(path);
    return { path: `${prefix}/${path}`.slice(1), content };
  });
}
