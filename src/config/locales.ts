/** Defaults of locales: for those that cipgen has strings for, a configuration needs their codes only. */
import type { Locale } from "./schema.js";

const locales: Record<string, Pick<Locale, "label" | "htmlLang">> = {
  "en-US": { label: "English", htmlLang: "en-US" },
  "de-DE": { label: "Deutsch", htmlLang: "de-DE" },
  "ja-JP": { label: "日本語", htmlLang: "ja-JP" },
  "es-ES": { label: "Español", htmlLang: "es-ES" },
  "pt-BR": { label: "Português (Brasil)", htmlLang: "pt-BR" },
  "zh-CN": { label: "中文（简体）", htmlLang: "zh-CN" },
  "sk-SK": { label: "Slovenčina", htmlLang: "sk-SK" },
};

/** The locale of a site whose configuration names none. */
export const usualLocale = "en-US";

/** Completes a locale of a config. */
export function completeLocale(code: string, input: Partial<Locale>): Locale {
  const { htmlLang = code } = { ...locales[code], ...input };
  const direction = input.direction ?? directionOf(htmlLang);
  return {
    label: code,
    calendar: "gregory",
    untranslated: "canonical",
    path: code,
    ...locales[code],
    ...input,
    htmlLang,
    direction,
  };
}

type TextInfo = { direction?: Locale["direction"] };

/** The direction of a language's script. Newer versions of Node.js have a method in place of the property. */
function directionOf(tag: string): Locale["direction"] {
  const locale = new Intl.Locale(tag) as Intl.Locale & { textInfo?: TextInfo; getTextInfo?(): TextInfo };
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
}

/** The locale with strings that has the language of a code: `de-DE` for `de`, `de-de` and `de-AT`. */
export function localeOfLanguage(code: string): string | undefined {
  const languageOf = (tag: string) => tag.split(/[-_]/)[0]?.toLowerCase();
  return Object.keys(locales).find((candidate) => languageOf(candidate) === languageOf(code));
}
