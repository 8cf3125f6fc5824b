/** Hugo beside cipgen, with pages that hold about the same: highlighted code, a table of contents, lists, tags, feeds. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { measure } from "./measure.js";

const pagefind = resolve(import.meta.dirname, "node_modules/.bin/pagefind");

export const hasHugo = spawnSync("hugo", ["version"]).status === 0;

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} | {{ .Site.Title }}</title>
<meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}">
{{ with .OutputFormats.Get "rss" }}<link rel="alternate" type="application/rss+xml" href="{{ .Permalink }}">{{ end }}</head>
<body><nav><a href="/">{{ .Site.Title }}</a> <a href="/tags">Tags</a></nav><main>`;
const foot = "</main><footer>{{ .Site.Title }}</footer></body></html>";

const layouts = {
  "single.html": `${head}<h1>{{ .Title }}</h1><p>{{ .Params.status }} {{ .Params.author }} {{ .Params.created }}</p>
{{ .TableOfContents }}{{ .Content }}{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}${foot}`,
  "list.html": `${head}<h1>{{ .Title }}</h1>{{ range .Paginator.Pages }}<article><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p>{{ .Params.status }}</p>{{ .Summary }}</article>{{ end }}{{ template "_internal/pagination.html" . }}${foot}`,
  "terms.html": `${head}<h1>{{ .Title }}</h1><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ len .Pages }}</li>{{ end }}</ul>${foot}`,
};

const config = `baseURL = "https://example.org/"
title = "Register"
paginate = 10
[taxonomies]
tag = "tags"
category = "category"
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
noClasses = false
`;

/** @param texts folder of Markdown files. @returns the root of a Hugo site that shows them. */
export function hugoSite(root, texts) {
  for (const [name, text] of Object.entries(layouts)) write(join(root, "layouts/_default", name), text);
  write(join(root, "layouts/index.html"), layouts["list.html"]);
  write(join(root, "config.toml"), config);
  cpSync(texts, join(root, "content/register"), { recursive: true });
  return root;
}

/**
 * What Hugo costs, and then Pagefind over its pages, which makes the search that Hugo has not.
 * @returns Hugo alone, and both: times one after the other, the memory of the larger one.
 */
export function measureHugo(site, out) {
  const alone = measure(["hugo", "--quiet", "--destination", out], site);
  const index = measure([pagefind, "--site", out], site);
  const both = {
    wall: alone.wall + index.wall,
    cpu: alone.cpu + index.cpu,
    memory: Math.max(alone.memory, index.memory),
  };
  return { alone, both };
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
