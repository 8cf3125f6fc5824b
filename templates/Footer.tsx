/** Columns of links and the copyright line. */
import type { FooterView, Translate } from "../src/shared/view.js";
import SiteLink from "./SiteLink.js";

export interface FooterProps {
  footer: FooterView;
  t: Translate;
}

export default function Footer({ footer, t }: FooterProps) {
  if (!footer.columns.length && !footer.copyright) return null;
  return (
    <footer className="footer">
      <div className="footer-inner">
        {footer.columns.map((column) => (
          <section key={column.title}>
            <h2>{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.href}>
                  <SiteLink link={link} t={t} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {footer.copyright && <p>{footer.copyright}</p>}
      </div>
    </footer>
  );
}
