/** The type of a tool, which is a file of this folder and a line in `index.ts`, and the arguments that several tools have. */
import { z } from "zod";
import type { Register } from "../register.js";

export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  input: Input;
  /** @returns the answer. Rejects with a `Problem` if the caller can correct the call. */
  run(args: z.output<z.ZodObject<Input>>, register: Register): Promise<string>;
}

/** Gives an entry of the list its types. */
export function tool<Input extends z.ZodRawShape>(entry: Tool<Input>): Tool {
  return entry as unknown as Tool;
}

const textOrNumber = (description: string) => z.union([z.string().min(1).max(500), z.int()]).describe(description);

export const reference = textOrNumber(
  "A proposal: its number (20), its label (EIP-20, or a name where there are no numbers), its address on this site, or the path of its text",
);

export const size = z
  .int()
  .min(500)
  .max(400_000)
  .default(20_000)
  .describe("Longest answer, in characters; a longer one is cut, and says how to get the rest");

export const values = (description: string) =>
  z
    .union([textOrNumber(description), z.array(textOrNumber(description)).max(20)])
    .optional()
    .describe(description);

/** One value or several, as a list of texts. */
export const listOf = (value: string | number | readonly (string | number)[]): readonly string[] =>
  [value].flat().map(String);
