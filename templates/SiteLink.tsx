/** A link that may lead to another site, open a new tab, or have an address for each version of the docs. */
import type { LinkView, Translate } from "../src/shared/view.js";

export interface SiteLinkProps {
  link: LinkView;
  t: Translate;
  className?: string;
}

export default function SiteLink({ link, t, className }: SiteLinkProps) {
  return (
    <a
      className={className}
      href={link.href}
      rel={link.external ? "noopener" : undefined}
      target={link.newTab ? "_blank" : undefined}
      aria-current={link.current ? "page" : undefined}
      data-versions={link.versions && JSON.stringify(link.versions)}
    >
      {link.label}
      {link.newTab && <span className="visually-hidden"> {t("link.newTab")}</span>}
    </a>
  );
}
