/** The package's entry: what a site's files and other programs import from "cipgen". A function loads the bundled program when it is called. */
import type { Extension } from "./config/extensions.js";
import type { ConfigInput } from "./config/schema.js";
import type {
  BuildRequest,
  BuildResult,
  CheckLinksRequest,
  CheckLinksResult,
  LintRequest,
  LintResult,
  ReviewRequest,
  ReviewResult,
  ServeRequest,
  ServeResult,
} from "./shared/api.js";
import type { Check, CheckOptions, OwnFields } from "./shared/extension.js";

export type { Extension } from "./config/extensions.js";
export type {
  FieldInput,
  Format,
  FormattedText,
  TextFile,
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
  return (await import("./cli/api/build.js")).build(request);
}

/**
 * Checks every link of a site, as `cipgen check-links` does: of a site that it builds in memory, or of a built one in a folder.
 *
 * @example
 * const { ok, links, diagnostics } = await checkLinks({ site: "public", external: true });
 * console.log(ok ? `${links} links are fine` : diagnostics.map(({ message }) => message).join("\n"));
 */
export async function checkLinks(request: CheckLinksRequest = {}): Promise<CheckLinksResult> {
  return (await import("./cli/api/check-links.js")).checkLinks(request);
}

/**
 * Checks the texts of a site against its rules, as `cipgen lint` does.
 *
 * @example
 * const { diagnostics } = await lint({ root: "register", files: ["register/content/cip/core/cip-20.md"] });
 * const errors = diagnostics.filter(({ severity }) => severity === "error");
 */
export async function lint(request: LintRequest = {}): Promise<LintResult> {
  return (await import("./cli/api/lint.js")).lint(request);
}

/**
 * Reports what a change does to a register, as `cipgen review` does. Everything is read from git, and no code of the change runs.
 *
 * @example
 * const { proposals, diagnostics } = await review({ root: "register", base: "origin/main", actor: "@ada" });
 * for (const { label, change, status } of proposals) console.log(label, change, status.from, "->", status.to);
 */
export async function review(request: ReviewRequest): Promise<ReviewResult> {
  return (await import("./cli/api/review.js")).review(request);
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
  return (await import("./cli/api/serve.js")).serve(request);
}
