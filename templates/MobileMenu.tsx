/**
 * The menu of narrow screens. If the page has a sidebar, the menu links to it as a second level. The fragment of that link
 * shows the sidebar over this menu (styles/shell-narrow.css), so that no script is needed.
 */
import type { NavbarView, Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";
import { menuId, sidebarId } from "./ids.js";
import SiteLink from "./SiteLink.js";

export interface MobileMenuProps {
  navbar: NavbarView;
  /** Name of the page's sidebar, if it has one. */
  sidebarLabel?: string;
  t: Translate;
}

export default function MobileMenu({ navbar, sidebarLabel, t }: MobileMenuProps) {
  return (
    <details className="menu" id={menuId} name="navbar">
      <summary className="icon-button" aria-label={t("nav.menu")}>
        <Icon name="menu" />
        <Icon name="close" />
      </summary>
      <nav className="menu-panel" aria-label={t("nav.menu")}>
        <ul>
          {sidebarLabel && (
            <li>
              <a className="menu-more" href={`#${sidebarId}`}>
                {sidebarLabel} <Icon name="right" />
              </a>
            </li>
          )}
          {[...navbar.left, ...navbar.right].map((link) => (
            <li key={link.href}>
              <SiteLink link={link} t={t} />
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
