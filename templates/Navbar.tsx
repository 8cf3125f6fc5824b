/** The bar on top of every page: logo, main links, search, languages, and the menu that replaces them on narrow screens. */
import type { LinkView, NavbarView, Once, ShellView, Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";
import LanguageMenu from "./LanguageMenu.js";
import LogoMark from "./LogoMark.js";
import MobileMenu from "./MobileMenu.js";
import SiteLink from "./SiteLink.js";
import ThemeToggle from "./ThemeToggle.js";

export interface NavbarProps {
  view: ShellView;
  /** Name of the page's sidebar, if it has one. */
  sidebarLabel?: string;
  t: Translate;
  once: Once;
}

export default function Navbar({ view, sidebarLabel, t, once }: NavbarProps) {
  const { navbar, locale, locales } = view;
  return (
    <header className="navbar">
      <div className="navbar-inner">
        {once(navbar, "links", () => (
          <Links navbar={navbar} t={t} />
        ))}
        {locales.length > 1 && <LanguageMenu locale={locale} locales={locales} t={t} />}
        {once(navbar, `menu ${sidebarLabel}`, () => (
          <>
            <ThemeToggle t={t} />
            <MobileMenu navbar={navbar} sidebarLabel={sidebarLabel} t={t} />
          </>
        ))}
      </div>
    </header>
  );
}

function LogoPicture({ logo: { src, srcDark } }: { logo: NavbarView["logo"] }) {
  return (
    <>
      <img src={src} alt="" height="28" className={srcDark && "logo-light"} />
      {srcDark && <img src={srcDark} alt="" height="28" loading="lazy" className="logo-dark" />}
    </>
  );
}

function Links({ navbar, t }: { navbar: NavbarView; t: Translate }) {
  const { logo, left, right, search } = navbar;
  const links = (items: LinkView[]) => (
    <ul>
      {items.map((link) => (
        <li key={link.href}>
          <SiteLink link={link} t={t} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <a className="logo" href={logo.href}>
        {logo.src ? <LogoPicture logo={logo} /> : <LogoMark />}
        {logo.label}
      </a>
      <nav className="navbar-links" aria-label={t("nav.main")}>
        {links(left)}
        {links(right)}
      </nav>
      {search && (
        <a className="find" href={search.href} data-ui={search.uiHref}>
          <Icon name="search" />
          <span>{t("nav.search")}</span>
          <span className="key" aria-hidden="true" data-apple="⌘K">
            Ctrl K
          </span>
        </a>
      )}
    </>
  );
}
