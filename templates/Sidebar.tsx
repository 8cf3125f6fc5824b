/**
 * The frame of a sidebar: a column on wide screens, the second level of the menu on narrow ones (see MobileMenu). Its
 * content is YearSidebar or DocsSidebar.
 */
import type { ReactNode } from "react";
import type { Once, Translate } from "../src/shared/view.js";
import { menuId, sidebarId } from "./ids.js";

export interface SidebarProps {
  label: string;
  t: Translate;
  once: Once;
  children: ReactNode;
}

export default function Sidebar({ label, t, once, children }: SidebarProps) {
  return (
    <nav className="sidebar" id={sidebarId} aria-label={label}>
      {once(t, "sidebar-back", () => (
        <a className="sidebar-back" href={`#${menuId}`}>
          {t("nav.back")}
        </a>
      ))}
      {children}
    </nav>
  );
}
