/** Links to the page in all languages. Each language has its native name. */

import type { ShellView, Translate } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import Icon from "./Icon.js";

export interface LanguageMenuProps {
  locale: ShellView["locale"];
  locales: ShellView["locales"];
  t: Translate;
}

export default function LanguageMenu({ locale, locales, t }: LanguageMenuProps) {
  return (
    <details className="dropdown language-menu" name="navbar">
      <summary className="icon-button" aria-label={t("nav.language", { language: locale.label })}>
        <Icon name="language" />
      </summary>
      <ul>
        {locales.map(({ code, htmlLang, href, label, current }) => (
          <li key={code}>
            <a
              href={href}
              lang={htmlLang}
              {...attributes({ hreflang: htmlLang })}
              aria-current={current ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
