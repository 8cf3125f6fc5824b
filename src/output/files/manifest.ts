/** The web app manifest: name, colours and icons of the site where a browser installs it. */

import type { OutputFile } from "../../shared/output.js";
import { siteFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { siteIcons } from "../views/head.js";
import type { OutputKind } from "./kind.js";

export const manifest: OutputKind = {
  name: "manifest",
  each: "site",
  urls: () => [siteFileUrl("manifest")],
  make: ({ context }) => [manifestOf(context)],
};

function manifestOf(context: RenderContext): OutputFile {
  const { site, urls } = context;
  const { config } = site;
  const content = {
    name: config.tagline ? `${config.title}: ${config.tagline}` : config.title,
    short_name: config.title,
    start_url: urls.page("/"),
    display: "minimal-ui",
    theme_color: config.themeColor,
    background_color: "#ffffff",
    icons: siteIcons(context).map(({ href, type, sizes }) => ({
      src: urls.file(href),
      ...(type && { type }),
      sizes: sizes ?? "any",
    })),
  };
  return { path: siteFileUrl("manifest").slice(1), content: `${JSON.stringify(content, null, 2)}\n` };
}
