/** A warning above the text of a proposal. */
import { Fragment } from "react";
import type { BannerView, ProposalLink, Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import Phrase from "./Phrase.js";
import SiteLink from "./SiteLink.js";
import Title from "./Title.js";

export interface BannerProps {
  banner: BannerView;
  t: Translate;
}

export default function Banner({ banner, t }: BannerProps) {
  return (
    <p className={`banner banner-${banner.kind}`} role="note" data-until={banner.deadline?.iso}>
      <Text banner={banner} t={t} />
      {banner.deadline && <span hidden> {t("banner.passed")}</span>}
    </p>
  );
}

/** The sentence of a banner. Some have a second form with a fact, if it is known. */
function Text({ banner: { kind, by, deadline, movedTo }, t }: BannerProps) {
  if (kind === "superseded" && by?.length) {
    return <Phrase t={t} id="banner.supersededBy" slots={{ proposals: names(by) }} />;
  }
  if (kind === "lastCall" && deadline) {
    return <Phrase t={t} id="banner.lastCallUntil" slots={{ date: <DateText date={deadline} /> }} />;
  }
  if (kind === "moved" && movedTo) {
    return <Phrase t={t} id="banner.movedTo" slots={{ place: <SiteLink link={movedTo} t={t} /> }} />;
  }
  return t(`banner.${kind}`);
}

const names = (proposals: ProposalLink[]) =>
  proposals.map(({ href, label, title, contentLang }, index) => (
    <Fragment key={href}>
      {index > 0 && ", "}
      <a href={href} lang={contentLang}>
        {label} <Title text={title} />
      </a>
    </Fragment>
  ));
