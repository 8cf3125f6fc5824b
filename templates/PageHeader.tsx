/** The title of a page and the sentence below it. */
import type { ReactNode } from "react";
import Title from "./Title.js";

export interface PageHeaderProps {
  title: string;
  /** Language of the title when it is not the page's. */
  lang?: string;
  /** The anchor of the heading in the text that is the title. */
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
