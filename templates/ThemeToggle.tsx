/** The button that switches between the colour modes. The script sets the label of the current mode; the style sheet shows its icon. */
import type { Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface ThemeToggleProps {
  t: Translate;
}

export default function ThemeToggle({ t }: ThemeToggleProps) {
  return (
    <button
      className="icon-button theme-toggle"
      type="button"
      aria-label={t("theme.label")}
      data-light={t("theme.light")}
      data-dark={t("theme.dark")}
      data-system={t("theme.system")}
    >
      <Icon name="light" />
      <Icon name="dark" />
      <Icon name="system" />
    </button>
  );
}
