/** The pages of a docs version, nested by category, and its other versions when there are any. */
import type { SidebarItem, Translate, VersionLink } from "../src/shared/view.js";
import VersionMenu from "./VersionMenu.js";

export interface DocsSidebarProps {
  items: SidebarItem[];
  versions: VersionLink[];
  t: Translate;
}

export default function DocsSidebar({ items, versions, t }: DocsSidebarProps) {
  return (
    <>
      {versions.length > 1 && <VersionMenu versions={versions} t={t} />}
      <Items items={items} />
    </>
  );
}

function Items({ items }: { items: SidebarItem[] }) {
  return (
    <ul className="docs-list">
      {items.map((item) => (
        <li key={item.href ?? item.label}>
          {item.href ? (
            <a href={item.href} lang={item.lang} aria-current={item.current ? "page" : undefined}>
              {item.label}
            </a>
          ) : (
            <span className="docs-category">{item.label}</span>
          )}
          {item.items.length > 0 && <Items items={item.items} />}
        </li>
      ))}
    </ul>
  );
}
