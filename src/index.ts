/** The package's entry: what a site's files and other programs import from "cipgen". A function loads the bundled program when it is called. */
import type { Extension } from "./config/extensions.js";
import type { ConfigInput } from "./config/schema.js";
import type {
  BuildRequest,
  BuildResult,
  CheckLinksRequest,
  CheckLinksResult,
  InitFromRequest,
  InitFromResult,
  InitRequest,
  InitResult,
  LintRequest,
  LintResult,
  NewProposalRequest,
  NewProposalResult,
  PushIndexRequest,
  PushIndexResult,
  ReviewRequest,
  ReviewResult,
  ServeRequest,
  ServeResult,
  SwitchRequest,
  SwitchResult,
} from "./shared/api.js";

import type { Check, CheckOptions, OwnFields } from "./shared/extension.js";

export type { Extension } from "./config/extensions.js";
export type {
  FieldInput,
  Format,
  FormattedText,
  ReadText,
  TextFile,
  TextParts,
  TextPiece,
} from "./config/read-text.js";
export type { ConfigInput, SeriesInput } from "./config/schema.js";
export type * from "./shared/api.js";
export type * from "./shared/contract.js";
export type { Diagnostic, Severity } from "./shared/diagnostic.js";
export type * from "./shared/extension.js";
export type * from "./shared/review.js";
export type * from "./shared/view.js";

/** Gives a config file types and completion; the config itself is returned unchanged. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}

/** Gives an extension types and completion; the extension itself is returned unchanged. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

/** Gives a check types and completion, those of its options too; the check itself is returned unchanged. */
export function defineCheck<Options extends CheckOptions, Fields = OwnFields>(
  check: Check<Options, Fields>,
): Check<CheckOptions, Fields> {
  return check as Check<CheckOptions, Fields>;
}

/**
 * Builds a site into a folder, as `cipgen build` does. If there are errors, the output is unchanged.
 *
 * @example
 * const { ok, pages, out, diagnostics } = await build({ root: "register", out: "public" });
 * for (const { severity, message, file, line } of diagnostics) console.error(`${severity}: ${file}:${line}: ${message}`);
 * if (ok) console.log(`${pages} pages in ${out}`);
 */
export async function build(request: BuildRequest = {}): Promise<BuildResult> {
  return (await import("./api/build.js")).build(request);
}

/**
 * Builds a small site twice, at two times, in two folders and without a network, and throws an error with the first difference: so an extension, or
 * a configuration, proves that its code depends on its arguments alone. `files` are the texts of the site; without them it has a few of its own.
 *
 * @example
 * const extension = { name: "acme", outputs: [{ name: "ids", paths: ["ids.txt"], files: () => [{ path: "ids.txt", content: "1" }] }] };
 * await assertSame(extension, { "content/cip/core/cip-1.md": "---\ncip: 1\ntitle: First\n---\n\nText.\n" });
 */
export async function assertSame(
  part: Extension | ConfigInput,
  files?: Readonly<Record<string, string>>,
): Promise<void> {
  return (await import("./api/assert-same.js")).assertSame(part, files);
}

/**
 * Checks every link of a site, as `cipgen check-links` does: of a site that it builds in memory, or of a built one in a folder.
 *
 * @example
 * const { ok, links, diagnostics } = await checkLinks({ site: "public", external: true });
 * console.log(ok ? `${links} links are fine` : diagnostics.map(({ message }) => message).join("\n"));
 */
export async function checkLinks(request: CheckLinksRequest = {}): Promise<CheckLinksResult> {
  return (await import("./api/check-links.js")).checkLinks(request);
}

/**
 * Compares the addresses that a register has today with those of its new site, as `cipgen switch` does.
 *
 * @example
 * const { ok, lost } = await switchSite({ root: "register", from: "https://register.example/sitemap.xml" });
 * if (!ok) for (const { address, redirect } of lost) console.log(address, redirect ?? "has no equal");
 */
export async function switchSite(request: SwitchRequest): Promise<SwitchResult> {
  return (await import("./api/switch.js")).switchSite(request);
}

/**
 * Checks the texts of a site against its rules, as `cipgen lint` does.
 *
 * @example
 * const { diagnostics } = await lint({ root: "register", files: ["register/content/cip/core/cip-20.md"] });
 * const errors = diagnostics.filter(({ severity }) => severity === "error");
 */
export async function lint(request: LintRequest = {}): Promise<LintResult> {
  return (await import("./api/lint.js")).lint(request);
}

/**
 * Reports what a change does to a register, as `cipgen review` does. Everything is read from git, and no code of the change runs.
 *
 * @example
 * const { proposals, diagnostics } = await review({ root: "register", base: "origin/main", actor: "@ada" });
 * for (const { label, change, status } of proposals) console.log(label, change, status.from, "->", status.to);
 */
export async function review(request: ReviewRequest): Promise<ReviewResult> {
  return (await import("./api/review.js")).review(request);
}

/**
 * Serves a site on this machine, as `cipgen serve` does, until `close` is called.
 *
 * @example
 * const { server, diagnostics } = await serve({ root: "register", watch: true, port: 0 });
 * if (!server) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
 * const home = await fetch(server.url);
 * await server.close();
 */
export async function serve(request: ServeRequest = {}): Promise<ServeResult> {
  return (await import("./api/serve.js")).serve(request);
}

/**
 * Pushes the search records of a site to Algolia, as `cipgen index` does. The keys come from `environment`.
 *
 * @example
 * const { ok, records, diagnostics } = await pushIndex({ root: "register", environment: process.env });
 * console.log(ok ? `${records} records are there` : diagnostics.map(({ message }) => message).join("\n"));
 */
export async function pushIndex(request: PushIndexRequest = {}): Promise<PushIndexResult> {
  return (await import("./api/push-index.js")).pushIndex(request);
}

/**
 * Writes a new proposal with the next free number, as `cipgen new` does. It never replaces a file.
 *
 * @example
 * const { path, diagnostics } = await newProposal({ root: "register", title: "Fungible tokens", author: "Ada (@ada)" });
 * console.log(path ?? diagnostics.map(({ message }) => message).join("\n"));
 */
export async function newProposal(request: NewProposalRequest): Promise<NewProposalResult> {
  return (await import("./api/new-proposal.js")).newProposal(request);
}

/**
 * Creates a register with sample proposals in an empty folder, as `cipgen init` does.
 *
 * @example
 * const { ok, files, diagnostics } = await init({ folder: "my-register" });
 * console.log(ok ? files.join("\n") : diagnostics.map(({ message }) => message).join("\n"));
 */
export async function init(request: InitRequest = {}): Promise<InitResult> {
  return (await import("./api/init.js")).init(request);
}

/**
 * Writes a configuration for a repository that already has proposals, as `cipgen init --from` does.
 *
 * @example
 * const { config, series } = await initFrom({ folder: "EIPs" });
 * for (const { id, proposals, read } of series) console.log(`${config}: ${id}, ${read.status} of ${proposals} have a status`);
 */
export async function initFrom(request: InitFromRequest = {}): Promise<InitFromResult> {
  return (await import("./api/init.js")).initFrom(request);
}
