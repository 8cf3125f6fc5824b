/**
 * Is inline in the head of every page and runs before the first paint: no flash of the wrong colours, of a dismissed bar or of another
 * keyboard's keys.
 */
import { currentChoice, hideDismissed, showChoice } from "./choices.js";

const root = document.documentElement;
showChoice(root, currentChoice(root));
hideDismissed(root);
// Sets the key that the hint of the search control names.
if (/Mac|iP/.test(navigator.platform)) root.dataset.apple = "";
