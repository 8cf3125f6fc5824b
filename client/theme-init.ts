/** Stands in the head of every page and runs before the first paint: no flash of the wrong colours or of a dismissed bar. */
import { hideDismissed } from "./dismissal.js";
import { currentChoice, showChoice } from "./theme-choice.js";

const root = document.documentElement;
showChoice(root, currentChoice(root));
hideDismissed(root);
