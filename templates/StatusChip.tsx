/** A status with its name, and a shape and a colour from the style sheet. */
import type { StatusView } from "../src/shared/view.js";

export default function StatusChip({ status }: { status: StatusView }) {
  return (
    <span className="chip" data-tone={status.tone}>
      {status.label}
    </span>
  );
}
