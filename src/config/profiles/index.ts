/** The profiles: each is a file beside this one, with data only, in the keys of `series` in a config file. */
import type { ProfileInput } from "../schema.js";
import { adr } from "./adr.js";
import { bip } from "./bip.js";
import { cip } from "./cip.js";
import { eip } from "./eip.js";
import { erc } from "./erc.js";
import { pep } from "./pep.js";
import { rfc } from "./rfc.js";
import { simd } from "./simd.js";
import { swift } from "./swift.js";

export const profiles = { adr, bip, cip, eip, erc, pep, rfc, simd, swift } satisfies Record<string, ProfileInput>;

export type ProfileName = keyof typeof profiles;

export const profileNames = Object.keys(profiles) as ProfileName[];
