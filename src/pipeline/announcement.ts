/** The announcement above all pages: HTML of the configuration, which may contain no more than the HTML of texts. */

import { relativeLink } from "../config/index.js";
import { type Code, diagnose } from "../diagnostics/codes.js";
import type { ConfiguredLink } from "../model/configured-links.js";
import type { LocaleContext } from "../model/context.js";
import { renderHtml } from "../parse/markdown/render.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import { brokenConfigured } from "../site/index.js";
import { markdownOptions } from "./documents.js";

const key = "announcement.text";

/**
 * @param isWhole whether no page is missing because of an error.
 * @returns its HTML by locale, and what is wrong with it.
 */
export function announcements(
  contexts: readonly LocaleContext[],
  configFile: string,
  isWhole: boolean,
): Result<Map<string, string>> {
  const value = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { site, locale, translator, urls } of contexts) {
    const { announcement } = site.config;
    if (!announcement) continue;
    const links: ConfiguredLink[] = [];
    const html = renderHtml(translator.label(announcement.text), markdownOptions(site.config), (to) => {
      links.push({ key, to });
      return urls.configured(to, (route) => site.routes.has(route));
    });
    value.set(locale, html.value);
    for (const { code, severity, message, help } of html.diagnostics)
      diagnostics.push(diagnose(code as Code, `${key}: ${message}`, { severity, file: configFile, help }));
    addAll(
      diagnostics,
      links.flatMap(({ to }) => relativeLink(key, to, configFile)),
    );
    if (isWhole) addAll(diagnostics, brokenConfigured(links, configFile, site));
  }
  return { value, diagnostics };
}
