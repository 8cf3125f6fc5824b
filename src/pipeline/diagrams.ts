/** Whether the diagrams of a site are drawn: the package that draws them is installed by sites that have some. */
import { diagnose } from "../diagnostics/codes.js";
import { diagramLibrary } from "../formats/diagrams/index.js";
import { installCommand, missingPackages } from "../runtime/optional-packages.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import type { LinkedSite } from "./link.js";

/** The texts of a site that have diagrams. */
export function textsWithDiagrams({ documents, bodies }: LinkedSite): Document[] {
  return documents.filter((document) => bodies.own(document).hasDiagram);
}

/** @returns one warning for the whole site if its diagrams are shown as their sources. */
export function checkDiagrams(linked: LinkedSite): Diagnostic[] {
  const texts = textsWithDiagrams(linked);
  const [first] = texts;
  if (!first || missingPackages([diagramLibrary]).length === 0) return [];
  const count = texts.length === 1 ? "1 text has" : `${texts.length} texts have`;
  const message = `${count} diagrams, which are shown as their source: the package ${diagramLibrary} is not installed`;
  const help = `Install it beside cipgen: ${installCommand([diagramLibrary])}`;
  return [diagnose("diagram-not-drawn", message, { file: first.path, help })];
}
