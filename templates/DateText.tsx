/** A date that is also machine-readable. */

import type { DateView } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export interface DateTextProps {
  date: DateView;
}

export default function DateText({ date }: DateTextProps) {
  return <time {...attributes({ datetime: date.iso })}>{date.text}</time>;
}
