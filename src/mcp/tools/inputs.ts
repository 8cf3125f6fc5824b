/** Arguments that several tools have. Their descriptions are for the model that calls them. */
import { z } from "zod";
import { largestSize, smallestSize, usualSize } from "../answer.js";

const short = (description: string) => z.string().min(1).max(500).describe(description);

export const reference = short(
  "A proposal: its label (EIP-20, or a name where there are no numbers), its number, its address on this site, or the path of its text",
);

export const size = z
  .int()
  .min(smallestSize)
  .max(largestSize)
  .default(usualSize)
  .describe("Longest answer, in characters; a longer one is cut, and says how to get the rest");

export const values = (description: string) =>
  z
    .union([short(description), z.array(short(description)).max(20)])
    .optional()
    .describe(description);

/** One value or several, as a list. */
export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

export const version = short(
  "A version: a commit or its beginning (as get_history lists them), a day, month or year (its last text), the id of a status (the text when it began), or today",
);

/** A name of a status, a category or the like, however it is written. */
export const folded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();
