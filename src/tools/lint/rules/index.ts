/** All rules, in the order of docs/lint.md: front matter, relations, text, characters. */
import type { Rule } from "../rule.js";
import { authorForm } from "./author-form.js";
import { authorHandle } from "./author-handle.js";
import { bidiControls } from "./bidi-controls.js";
import { brokenMarkup } from "./broken-markup.js";
import { category } from "./category.js";
import { citation } from "./citation.js";
import { conflictMarkers } from "./conflict-markers.js";
import { dateForm } from "./date-form.js";
import { descriptionLength } from "./description-length.js";
import { discussionsHost } from "./discussions-host.js";
import { fieldOrder } from "./field-order.js";
import { fieldSpacing } from "./field-spacing.js";
import { fieldValues } from "./field-values.js";
import { htmlComments } from "./html-comments.js";
import { linkHosts } from "./link-hosts.js";
import { mentionForm } from "./mention-form.js";
import { mentionsLinked } from "./mentions-linked.js";
import { mixedScriptTitle } from "./mixed-script-title.js";
import { number } from "./number.js";
import { requiredFields } from "./required-fields.js";
import { requiredSections } from "./required-sections.js";
import { requiresComplete } from "./requires-complete.js";
import { requiresCycle } from "./requires-cycle.js";
import { requiresKnown } from "./requires-known.js";
import { requiresOrder } from "./requires-order.js";
import { requiresStatus } from "./requires-status.js";
import { sectionOrder } from "./section-order.js";
import { smartQuotes } from "./smart-quotes.js";
import { status } from "./status.js";
import { surplusFields } from "./surplus-fields.js";
import { titleLength } from "./title-length.js";
import { titleWords } from "./title-words.js";
import { unfilled } from "./unfilled.js";
import { unknownFields } from "./unknown-fields.js";

export const rules: readonly Rule[] = [
  requiredFields,
  unknownFields,
  surplusFields,
  fieldOrder,
  fieldSpacing,
  number,
  unfilled,
  titleLength,
  titleWords,
  descriptionLength,
  authorForm,
  authorHandle,
  discussionsHost,
  dateForm,
  status,
  category,
  fieldValues,
  requiresKnown,
  requiresOrder,
  requiresComplete,
  requiresCycle,
  requiresStatus,
  mentionsLinked,
  mentionForm,
  requiredSections,
  sectionOrder,
  brokenMarkup,
  linkHosts,
  htmlComments,
  citation,
  smartQuotes,
  bidiControls,
  mixedScriptTitle,
  conflictMarkers,
];
