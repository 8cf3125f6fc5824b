/** The list of all capabilities of the language server. */
import type { Capability } from "../capability.js";
import { actions } from "./actions.js";
import { completion } from "./completion.js";
import { diagnostics } from "./diagnostics.js";
import { hover } from "./hover.js";
import { links } from "./links.js";
import { rename } from "./rename.js";
import { symbols } from "./symbols.js";

export const capabilities: readonly Capability[] = [diagnostics, completion, hover, links, symbols, actions, rename];
