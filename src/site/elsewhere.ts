/** Proposals that are not on this site: their addresses by label, and the recognition of their file names. */
import type { SiteConfig } from "../config/index.js";

/** @returns the address of a proposal in a register on another site, or undefined if no such register is known. */
export function urlElsewhere({ elsewhere }: SiteConfig, label: string, number: number): string | undefined {
  const register = elsewhere.find((one) => one.label.toUpperCase() === label.toUpperCase());
  return register?.url.replaceAll("{number}", String(number).padStart(register.numberWidth, "0"));
}

/** The proposal in a path's name: `./eip-20.md`, `../CIP-0005/README.md`; the last folder counts. */
export function namedByPath(path: string): { label: string; number: number } | undefined {
  const parts = path.split("/").filter((part) => !/^(?:readme|index)\.\w+$/i.test(part));
  const [, label, digits] = /^([a-z]{2,12})[-_]?0*(\d{1,9})(?:[-_.][\w.-]*)?$/i.exec(parts.at(-1) ?? "") ?? [];
  return label && digits ? { label: label.toUpperCase(), number: Number(digits) } : undefined;
}
