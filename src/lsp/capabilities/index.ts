/** The one list of what the language server can do. */
import type { Capability } from "../capability.js";
import { diagnostics } from "./diagnostics.js";

export const capabilities: readonly Capability[] = [diagnostics];
