/** What a tool is: one file of this folder and one line in `index.ts`. */
import type { z } from "zod";
import type { AskedSite } from "../site.js";

/** What tools work on. */
export interface Context {
  site: AskedSite;
  /** Folder of the sources, relative to the working directory, if there is one. */
  root?: string;
}

export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  input: Input;
  /** @returns the answer. Rejects with a `Problem` that the caller can do something about. */
  run(args: z.output<z.ZodObject<Input>>, context: Context): Promise<string>;
}

/** Gives an entry of the list its types. */
export function tool<Input extends z.ZodRawShape>(entry: Tool<Input>): Tool {
  return entry as unknown as Tool;
}
