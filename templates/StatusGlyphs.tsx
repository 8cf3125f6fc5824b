/**
 * The shapes that distinguish statuses without colour, one for each tone. They are in a page once, and every chip
 * refers to them, because an archive has a chip in each of its rows.
 */
import type { ReactNode } from "react";
import type { StatusTone } from "../src/shared/view.js";
import { glyphId } from "./ids.js";

const ring = <circle cx="8" cy="8" r="6.2" />;

/** `client/styles/archive.css` has the same shapes as masks. */
const shapes: Record<StatusTone, ReactNode> = {
  draft: <circle cx="8" cy="8" r="6.2" strokeDasharray="2.6 2.27" />,
  review: (
    <>
      {ring}
      <path d="M8 4.6V8l2.3 1.6" />
    </>
  ),
  accepted: (
    <>
      {ring}
      <path d="m5.2 8.2 2 2 3.7-4.2" />
    </>
  ),
  final: (
    <path
      d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.4-4.2 4.8a.8.8 0 0 1-1.2 0L4.3 9.2l1.1-1.1 1.4 1.4 3.7-4.2Z"
      fill="currentColor"
      stroke="none"
    />
  ),
  living: (
    <>
      <path d="M13.8 6.1A6.2 6.2 0 0 0 2.7 5M2.2 9.9A6.2 6.2 0 0 0 13.3 11" />
      <path d="M2.4 1.9V5.2h3.3M13.6 14.1v-3.3h-3.3" />
    </>
  ),
  stopped: (
    <>
      <path d="M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4L1.8 10.6V5.4Z" />
      <path d="M5 8h6" />
    </>
  ),
  moved: <path d="M8 2.2H2.2v11.6h11.6V8M7.6 8.4l6.2-6.2M10 2.2h3.8V6" />,
  reserved: (
    <>
      <path d="M2.2 4.6V2.2h2.4M11.4 2.2h2.4v2.4M13.8 11.4v2.4h-2.4M4.6 13.8H2.2v-2.4" />
      <circle cx="8" cy="8" r="1.6" fill="currentColor" stroke="none" />
    </>
  ),
};

export default function StatusGlyphs() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true">
      {Object.entries(shapes).map(([tone, shape]) => (
        <symbol key={tone} id={glyphId(tone as StatusTone)} viewBox="0 0 16 16">
          {shape}
        </symbol>
      ))}
    </svg>
  );
}
