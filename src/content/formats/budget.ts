/**
 * What a text may make is bounded by what it is. A name can stand for a long text, a row for many cells: a few lines could make a page that fills memory.
 * Whatever multiplies a text charges what it makes to the budget of the text, before it makes it; a text that goes beyond gets one error. What is counted
 * is the text, never the time, so the same text always gives the same page.
 */
import type { Position } from "../../shared/document.js";
import { type MarkdownEnv, report } from "./markdown/env.js";

/** Limits by a text's length. Texts of real registers use less than a tenth of each. */
const limits = {
  /** Characters of the page. */
  html: { least: 500_000, each: 48, unit: "characters of HTML" },
  /** Cells of tables, as wide and high as they are. */
  cells: { least: 10_000, each: 1, unit: "cells of tables" },
  /** Characters that stand where a name of them is written. */
  expansions: { least: 100_000, each: 10, unit: "characters that names stand for" },
} as const;

export const limitHelp = "Write less of it, or divide the text.";

type Made = keyof typeof limits;

export class Budget {
  readonly spent: Record<Made, number> = { html: 0, cells: 0, expansions: 0 };
  isReported = false;

  /** @param length of the text. */
  constructor(private length: number) {}

  /** A text may make more for what it is joined from. */
  grow(length: number): void {
    this.length += length;
  }

  limit(kind: Made): number {
    const { least, each } = limits[kind];
    return least + each * this.length;
  }

  /** @returns whether the text may make so much more. */
  spend(kind: Made, amount: number): boolean {
    this.spent[kind] += amount;
    return this.spent[kind] <= this.limit(kind);
  }

  isSpent(kind: Made): boolean {
    return this.spent[kind] > this.limit(kind);
  }

  /** @param construct what goes beyond. */
  message(kind: Made, construct: string): string {
    return `a text of this length may make ${this.limit(kind)} ${limits[kind].unit}: ${construct} would go beyond, so it is not shown`;
  }
}

/**
 * Charges what a construct of a text makes; the first that goes beyond is reported.
 * @param location in the file, or a line of the text from 0. @returns false if the construct must not make it.
 */
export function charge(
  env: MarkdownEnv,
  kind: Made,
  amount: number,
  construct: string | (() => string),
  location: number | (() => Position | number),
): boolean {
  const { budget } = env;
  if (budget.spend(kind, amount)) return true;
  if (!budget.isReported) {
    const position = typeof location === "number" ? location : location();
    const name = typeof construct === "string" ? construct : construct();
    report(env, "text-limit", budget.message(kind, name), position, { help: limitHelp });
    budget.isReported = true;
  }
  return false;
}
