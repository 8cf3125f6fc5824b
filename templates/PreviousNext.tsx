/** Links to the previous and the next page. */
import type { Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";
import Title from "./Title.js";

export interface Neighbour {
  href: string;
  /** The small line above the title: a proposal's label, or "Previous" and "Next". */
  caption: string;
  title: string;
  /** Language of the title, if it is not the page's. */
  lang?: string;
}

export interface PreviousNextProps {
  previous?: Neighbour;
  next?: Neighbour;
  t: Translate;
}

export default function PreviousNext({ previous, next, t }: PreviousNextProps) {
  if (!previous && !next) return null;
  return (
    <nav className="turn" aria-label={t("turn.label")}>
      {previous && (
        <a className="turn-previous" href={previous.href} rel="prev">
          <span className="caption">
            <Icon name="left" /> {previous.caption}
          </span>{" "}
          <span lang={previous.lang}>
            <Title text={previous.title} />
          </span>
        </a>
      )}
      {next && (
        <a className="turn-next" href={next.href} rel="next">
          <span className="caption">
            {next.caption} <Icon name="right" />
          </span>{" "}
          <span lang={next.lang}>
            <Title text={next.title} />
          </span>
        </a>
      )}
    </nav>
  );
}
