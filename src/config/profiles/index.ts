/** The registers that cipgen knows by name. A profile is data: the same keys that `series` takes in a config file. */
import type { SeriesInput } from "../schema.js";
import { cip } from "./cip.js";
import { eip } from "./eip.js";
import { simd } from "./simd.js";

export const profiles: Readonly<Record<"cip" | "eip" | "simd", SeriesInput>> = { cip, eip, simd };
