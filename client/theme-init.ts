/**
 * Runs before the first paint, inline in the head of every page, so that the wrong colours, a closed announcement and the
 * keys of another keyboard are never visible.
 */
import { currentChoice, hideDismissed, showChoice } from "./choices.js";

const root = document.documentElement;
showChoice(root, currentChoice(root));
hideDismissed(root);
// The style sheet shows ⌘K instead of Ctrl K.
if (/Mac|iP/.test(navigator.platform)) root.dataset.apple = "";
