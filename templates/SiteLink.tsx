/** A link from the configuration: handles links to other sites and links that open a new tab. */
import type { ReactNode } from "react";
import type { LinkView, Translate } from "../src/shared/view.js";

export interface SiteLinkProps {
  link: LinkView;
  t: Translate;
  className?: string;
  rel?: string;
  /** Instead of the link's label. */
  children?: ReactNode;
}

export default function SiteLink({ link, t, className, rel, children }: SiteLinkProps) {
  return (
    <a
      className={className}
      href={link.href}
      rel={[rel, link.external && "noopener"].filter(Boolean).join(" ") || undefined}
      target={link.newTab ? "_blank" : undefined}
      aria-current={link.current ? "page" : undefined}
      data-versions={link.versions && JSON.stringify(link.versions)}
    >
      {children ?? link.label}
      {link.newTab && <span className="visually-hidden"> {t("link.newTab")}</span>}
    </a>
  );
}
