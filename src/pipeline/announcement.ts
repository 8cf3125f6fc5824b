/** The announcement above all pages: HTML of the configuration, which may contain no more than the HTML of texts. */
import { type Code, diagnose } from "../diagnostics/codes.js";
import type { LocaleContext } from "../model/context.js";
import { renderHtml } from "../parse/markdown/render.js";
import type { Result } from "../shared/diagnostic.js";
import { markdownOptions } from "./documents.js";

/** @returns its HTML by locale, and what is wrong with it. */
export function announcements(contexts: readonly LocaleContext[], configFile: string): Result<Map<string, string>> {
  const texts = contexts.flatMap(({ site: { config }, locale, translator }): [string, Result<string>][] =>
    config.announcement
      ? [[locale, renderHtml(translator.label(config.announcement.text), markdownOptions(config))]]
      : [],
  );
  const diagnostics = texts.flatMap(([, { diagnostics }]) =>
    diagnostics.map(({ code, severity, message, help }) =>
      diagnose(code as Code, `announcement.text: ${message}`, { severity, file: configFile, help }),
    ),
  );
  return { value: new Map(texts.map(([locale, { value }]) => [locale, value])), diagnostics };
}
