/** A status by shape, colour and name. The shapes are in StatusGlyphs. */
import type { StatusView } from "../src/shared/view.js";
import { glyphId } from "./ids.js";

export interface StatusChipProps {
  status: StatusView;
  /** The style sheet of the page draws the shape. */
  isPlain?: boolean;
}

export default function StatusChip({ status, isPlain }: StatusChipProps) {
  return (
    <span className="chip" data-tone={status.tone}>
      {!isPlain && (
        <svg className="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <use href={`#${glyphId(status.tone)}`} />
        </svg>
      )}
      {status.label}
    </span>
  );
}
