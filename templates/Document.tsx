/**
 * The root element of every page. Its attributes tell the script in the head, which runs before the first paint, the
 * default colour mode and the current announcement.
 */
import type { ReactNode } from "react";
import type { Once, ShellView } from "../src/shared/view.js";
import Head from "./Head.js";

export interface DocumentProps {
  view: ShellView;
  once: Once;
  children: ReactNode;
}

export default function Document({ view, once, children }: DocumentProps) {
  const { locale, head, colorMode, announcement } = view;
  return (
    <html
      lang={locale.htmlLang}
      dir={locale.dir}
      data-theme={colorMode.respectSystem ? undefined : colorMode.default}
      data-color-mode-default={colorMode.default}
      data-respect-system={colorMode.respectSystem ? "" : undefined}
      data-announcement={announcement?.id}
    >
      <Head head={head} colorMode={colorMode} once={once} />
      {children}
    </html>
  );
}
