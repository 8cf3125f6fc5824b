/** The document around every page: head, skip link, announcement, navbar, sidebar, main and footer. */
import type { ReactNode } from "react";
import type { Once, Translate, View } from "../src/shared/view.js";
import Announcement from "./Announcement.js";
import Document from "./Document.js";
import Footer from "./Footer.js";
import { mainId } from "./ids.js";
import Navbar from "./Navbar.js";
import Sidebar from "./Sidebar.js";
import TransientStates from "./TransientStates.js";

export interface LayoutProps {
  view: View<string>;
  t: Translate;
  once: Once;
  /** The sidebar beside the content, and its name. */
  sidebar?: false | { label: string; content: ReactNode };
  children: ReactNode;
}

export default function Layout({ view, t, once, sidebar, children }: LayoutProps) {
  const { announcement } = view;
  return (
    <Document view={view} once={once}>
      <body className={`page-${view.kind}`}>
        <a className="skip-link" href={`#${mainId}`}>
          {t("nav.skip")}
        </a>
        {announcement && once(announcement, "announcement", () => <Announcement announcement={announcement} t={t} />)}
        <Navbar view={view} sidebarLabel={sidebar ? sidebar.label : undefined} t={t} once={once} />
        <div className={sidebar ? "shell with-sidebar" : "shell"}>
          {sidebar && (
            <Sidebar once={once} label={sidebar.label} t={t}>
              {sidebar.content}
            </Sidebar>
          )}
          <main id={mainId} tabIndex={-1}>
            {children}
          </main>
        </div>
        {once(view.footer, "footer", () => (
          <Footer footer={view.footer} t={t} />
        ))}
        {once(t, "states", () => (
          <TransientStates t={t} />
        ))}
      </body>
    </Document>
  );
}
