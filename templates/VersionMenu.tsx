/** Links to the same page in other versions of the docs. */
import type { Translate, VersionLink } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface VersionMenuProps {
  versions: VersionLink[];
  t: Translate;
}

export default function VersionMenu({ versions, t }: VersionMenuProps) {
  const version = versions.find(({ current }) => current) ?? versions[0];
  if (!version) return null;
  return (
    <details className="dropdown version-menu">
      <summary>
        {t("docs.version", { version: version.label })}
        <Icon name="down" />
      </summary>
      <ul>
        {versions.map(({ name, label, href, current }) => (
          <li key={href}>
            <a href={href} data-version={name} aria-current={current ? "true" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
