/** The bar above the navbar. Its button is hidden without the script, which stores that the reader closed the bar. */
import type { ShellView, Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

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
      {announcement.closable && (
        <button className="icon-button announcement-close" type="button" aria-label={t("announcement.close")}>
          <Icon name="close" />
        </button>
      )}
    </aside>
  );
}
