/** The title of a page and the sentence below it. */
import type { ReactNode } from "react";
import Title from "./Title.js";

export interface PageHeaderProps {
  title: string;
  /** Language of the title when it is not the page's. */
  lang?: string;
  children?: ReactNode;
}

export default function PageHeader({ title, lang, children }: PageHeaderProps) {
  return (
    <header className="page-header">
      <h1 lang={lang}>
        <Title text={title} />
      </h1>
      {children}
    </header>
  );
}
