/** The bar above the navbar. Its button to dismiss it comes with the script, which is the only one that can remember it. */
import type { ShellView, Translate } from "../src/shared/view.js";

export interface AnnouncementProps {
  announcement: NonNullable<ShellView["announcement"]>;
  t: Translate;
}

export default function Announcement({ announcement, t }: AnnouncementProps) {
  return (
    <aside
      className="announcement"
      aria-label={t("announcement.label")}
      data-announcement={announcement.id}
      data-closable={announcement.closable ? "" : undefined}
    >
      <div dangerouslySetInnerHTML={{ __html: announcement.html }} />
    </aside>
  );
}
