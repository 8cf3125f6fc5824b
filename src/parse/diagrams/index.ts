/**
 * Prepares Mermaid sources for the library that draws them without a browser. The library skips lines that it does not
 * understand, and guesses at others, so a source is parsed here first and written in the library's own forms. A diagram
 * that is not fully understood is not drawn: readers cannot see that a picture is wrong.
 */
import { readClassDiagram, readEntityDiagram } from "./class-and-er.js";
import { fitMessages } from "./fit.js";
import { readFlowchart } from "./flowchart.js";
import { Labels, NotDrawable } from "./labels.js";
import { finishSequence, readSequence } from "./sequence.js";
import { readLines } from "./source.js";
import { readStateDiagram } from "./state.js";

export { NotDrawable } from "./labels.js";

/**
 * @param draw the library.
 * @returns the drawing, with escaped texts. Throws NotDrawable with the line of the source that is the reason.
 */
export function drawDiagram(source: string, draw: (source: string) => string): string {
  const lines = readLines(source);
  const labels = new Labels();
  const first = lines[0];
  const kind = /^[\w-]+/.exec(first?.text ?? "")?.[0] ?? "";
  if (/^(?:graph|flowchart)$/.test(kind)) return labels.show(draw(readFlowchart(lines, labels)));
  if (/^stateDiagram(?:-v2)?$/.test(kind)) return labels.show(draw(readStateDiagram(lines, labels)));
  if (kind === "sequenceDiagram") {
    const { source: written, headless } = readSequence(lines, labels);
    return labels.show(fitMessages(finishSequence(draw(written), headless)));
  }
  if (kind === "classDiagram") return labels.show(draw(readClassDiagram(lines, labels)));
  if (kind === "erDiagram") return labels.show(draw(readEntityDiagram(lines, labels)));
  throw new NotDrawable(kind ? `a diagram of type ${kind} is not supported` : "it is empty", first?.number ?? 0);
}
