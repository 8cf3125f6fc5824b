/** All rules, in the order of docs/lint.md: front matter, relations, text, characters. */
import type { Rule } from "../rule.js";
import { authorForm } from "./author-form.js";
import { authorHandle } from "./author-handle.js";
import { bidiControls } from "./bidi-controls.js";
import { category } from "./category.js";
import { codeLanguage } from "./code-language.js";
import { conflictMarkers } from "./conflict-markers.js";
import { dateForm } from "./date-form.js";
import { descriptionLength } from "./description-length.js";
import { discussionsHost } from "./discussions-host.js";
import { fieldOrder } from "./field-order.js";
import { finalNewline } from "./final-newline.js";
import { headingLevels } from "./heading-levels.js";
import { htmlComments } from "./html-comments.js";
import { linkHosts } from "./link-hosts.js";
import { linkText } from "./link-text.js";
import { mentionForm } from "./mention-form.js";
import { mentionsLinked } from "./mentions-linked.js";
import { mixedScriptTitle } from "./mixed-script-title.js";
import { number } from "./number.js";
import { requiredFields } from "./required-fields.js";
import { requiredSections } from "./required-sections.js";
import { requiresCycle } from "./requires-cycle.js";
import { requiresKnown } from "./requires-known.js";
import { requiresStatus } from "./requires-status.js";
import { sectionOrder } from "./section-order.js";
import { smartQuotes } from "./smart-quotes.js";
import { status } from "./status.js";
import { titleLength } from "./title-length.js";
import { titleWords } from "./title-words.js";
import { trailingSpace } from "./trailing-space.js";
import { undefinedReference } from "./undefined-reference.js";
import { unfilled } from "./unfilled.js";
import { unknownFields } from "./unknown-fields.js";

export const rules: readonly Rule[] = [
  requiredFields,
  unknownFields,
  fieldOrder,
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
  requiresKnown,
  requiresCycle,
  requiresStatus,
  mentionsLinked,
  mentionForm,
  requiredSections,
  sectionOrder,
  headingLevels,
  linkText,
  linkHosts,
  undefinedReference,
  htmlComments,
  codeLanguage,
  smartQuotes,
  bidiControls,
  mixedScriptTitle,
  conflictMarkers,
  trailingSpace,
  finalNewline,
];
