/** The title of a page and the sentence below it. */
import type { ReactNode } from "react";
import Title from "./Title.js";

export interface PageHeaderProps {
  title: string;
  /** Language of the title, if it is not the page's. */
  lang?: string;
  /** Anchor of the title, if it is a heading of the text. */
  id?: string;
  children?: ReactNode;
}

export default function PageHeader({ title, lang, id, children }: PageHeaderProps) {
  return (
    <header className="page-header">
      <h1 id={id} lang={lang}>
        <Title text={title} />
      </h1>
      {children}
    </header>
  );
}
