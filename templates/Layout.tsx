/** The document around every page: head, skip link, announcement, navbar, sidebar, main and footer. */
import type { ReactNode } from "react";
import type { PageView, Translate } from "../src/shared/view.js";
import Announcement from "./Announcement.js";
import Document from "./Document.js";
import Footer from "./Footer.js";
import { mainId } from "./ids.js";
import Navbar from "./Navbar.js";
import Sidebar from "./Sidebar.js";
import StatusGlyphs from "./StatusGlyphs.js";
import TransientStates from "./TransientStates.js";

export interface LayoutProps {
  view: PageView;
  t: Translate;
  /** What stands beside the content, and its name. */
  sidebar?: false | { label: string; content: ReactNode };
  children: ReactNode;
}

export default function Layout({ view, t, sidebar, children }: LayoutProps) {
  return (
    <Document view={view}>
      <body className={`page-${view.kind}`}>
        <a className="skip-link" href={`#${mainId}`}>
          {t("nav.skip")}
        </a>
        {view.announcement && <Announcement announcement={view.announcement} t={t} />}
        <Navbar view={view} sidebarLabel={sidebar ? sidebar.label : undefined} t={t} />
        <div className={sidebar ? "shell with-sidebar" : "shell"}>
          {sidebar && (
            <Sidebar label={sidebar.label} t={t}>
              {sidebar.content}
            </Sidebar>
          )}
          <main id={mainId} tabIndex={-1}>
            {children}
          </main>
        </div>
        <Footer footer={view.footer} t={t} />
        <StatusGlyphs />
        <TransientStates t={t} />
      </body>
    </Document>
  );
}
