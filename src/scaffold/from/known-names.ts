/** The names of statuses and categories in known registers: such a name counts even if a register uses it only once. */
import { idOf, profileNames, profiles } from "../../config/index.js";

type Named = string | { id: string; label: string; aliases?: string[] | undefined };

const idsOf = (names: readonly Named[]) =>
  names.flatMap((one) => (typeof one === "string" ? [one] : [one.id, one.label, ...(one.aliases ?? [])])).map(idOf);
const all = profileNames.map((name) => profiles[name]);

const statuses = new Set([...all.flatMap((profile) => idsOf(profile?.statuses ?? [])), "rejected", "abandoned"]);
const categories = new Set(all.flatMap((profile) => idsOf(profile?.category?.values ?? [])));

export const isKnownStatus = (label: string): boolean => statuses.has(idOf(label));
export const isKnownCategory = (label: string): boolean => categories.has(idOf(label));
