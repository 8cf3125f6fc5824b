/** Leads to the same docs in another version. */
import type { LinkView, Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface VersionMenuProps {
  versions: LinkView[];
  t: Translate;
}

export default function VersionMenu({ versions, t }: VersionMenuProps) {
  const current = versions.find((version) => version.current);
  return (
    <details className="dropdown version-menu">
      <summary>
        {current ? t("docs.version", { version: current.label }) : t("docs.versions")}
        <Icon name="down" />
      </summary>
      <ul>
        {versions.map(({ label, href, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? "true" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
