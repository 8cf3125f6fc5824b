/** The citation of a proposal as text and as BibTeX, folded. */
import type { ProposalView, Translate } from "../src/shared/view.js";

export interface CitationProps {
  citation: ProposalView["citation"];
  t: Translate;
}

export default function Citation({ citation, t }: CitationProps) {
  return (
    <details className="citation">
      <summary>{t("citation.title")}</summary>
      <p>{citation.plain}</p>
      <figure className="code" data-language="bibtex">
        <figcaption>
          <span>{t("citation.bibtex")}</span>
        </figcaption>
        <pre className="wrap">
          <code>{citation.bibtex}</code>
        </pre>
      </figure>
    </details>
  );
}
