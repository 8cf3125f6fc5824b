/**
 * Limits the size of a page by the length of its text. A macro can expand to a long text and a table row to many cells, so a few lines could make
 * a page that fills memory. Code that multiplies a text charges the result to the text's budget before it creates it; the first construct beyond
 * the limit is reported. Sizes are counted and time is not measured, so the same text always gives the same page.
 */
import type { Position } from "../../shared/document.js";
import { type MarkdownEnv, report } from "./markdown/env.js";

/** Each limit is a fixed amount, and more for each character of the text. Texts of real registers use less than a tenth of each. */
const limits = {
  /** Characters of the page. */
  html: { fixed: 500_000, perCharacter: 48, unit: "characters of HTML" },
  /** Cells of tables; a cell with `colspan` or `rowspan` counts once for each position of the grid that it fills. */
  cells: { fixed: 10_000, perCharacter: 1, unit: "cells of tables" },
  /** Characters that replace the name of a macro, a substitution or a link reference. */
  expansions: { fixed: 100_000, perCharacter: 10, unit: "characters that names stand for" },
} as const;

export const limitHelp = "Write less of it, or divide the text.";

type LimitName = keyof typeof limits;

export class Budget {
  readonly spent: Record<LimitName, number> = { html: 0, cells: 0, expansions: 0 };
  isReported = false;

  /** @param length of the text. */
  constructor(private length: number) {}

  /** Raises the limits when another text of this length is included in the text. */
  grow(length: number): void {
    this.length += length;
  }

  private limitOf(name: LimitName): number {
    const { fixed, perCharacter } = limits[name];
    return fixed + perCharacter * this.length;
  }

  /** @returns whether the amount is still within the limit. */
  spend(name: LimitName, amount: number): boolean {
    this.spent[name] += amount;
    return !this.isSpent(name);
  }

  isSpent(name: LimitName): boolean {
    return this.spent[name] > this.limitOf(name);
  }

  /** @param construct the part of the text that exceeds the limit. */
  message(name: LimitName, construct: string): string {
    return `a text of this length may make ${this.limitOf(name)} ${limits[name].unit}: ${construct} would exceed that, so it is not shown`;
  }
}

/**
 * Charges a part of the page to the text's budget, and reports the first construct that exceeds it.
 * @param location in the file, or a line of the text from 0. @returns false if the part must be left out.
 */
export function charge(
  env: MarkdownEnv,
  limitName: LimitName,
  amount: number,
  construct: string | (() => string),
  location: number | (() => Position | number),
): boolean {
  const { budget } = env;
  if (budget.spend(limitName, amount)) return true;
  if (!budget.isReported) {
    const position = typeof location === "number" ? location : location();
    const name = typeof construct === "string" ? construct : construct();
    report(env, "text-limit", budget.message(limitName, name), position, { help: limitHelp });
    budget.isReported = true;
  }
  return false;
}
