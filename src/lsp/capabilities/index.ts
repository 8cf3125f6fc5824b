/** The one list of what the language server can do. */
import type { Capability } from "../capability.js";
import { diagnostics } from "./diagnostics.js";
import { preview } from "./preview.js";

export const capabilities: readonly Capability[] = [diagnostics, preview];
