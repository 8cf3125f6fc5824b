/** A status by shape, colour and name. The style sheet draws the shape. */
import type { StatusView } from "../src/shared/view.js";

export default function StatusChip({ status }: { status: StatusView }) {
  return (
    <span className="chip" data-tone={status.tone}>
      {status.label}
    </span>
  );
}
