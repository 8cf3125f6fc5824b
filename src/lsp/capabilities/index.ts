/** The one list of what the language server can do. */
import type { Capability } from "../capability.js";
import { actions } from "./actions.js";
import { calls } from "./calls.js";
import { completion } from "./completion.js";
import { diagnostics } from "./diagnostics.js";
import { hints } from "./hints.js";
import { hover } from "./hover.js";
import { links } from "./links.js";
import { preview } from "./preview.js";
import { rename } from "./rename.js";
import { symbols } from "./symbols.js";
import { tokens } from "./tokens.js";

export const capabilities: readonly Capability[] = [
  diagnostics,
  completion,
  hover,
  links,
  symbols,
  calls,
  actions,
  rename,
  hints,
  tokens,
  preview,
];
