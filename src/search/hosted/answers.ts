/**
 * The shape of every answer that a push relies on. Algolia's client passes on any JSON, and proxies, sign-in pages and
 * other programs may answer in Algolia's place: an answer of another shape is an error, and nothing is read from it.
 */
import { z } from "zod";
import { ProviderError } from "./failure.js";

export const taskAnswer = z.object({ taskID: z.int() });

export const taskStatus = z.object({ status: z.string() });

export const settingsAnswer = z.record(z.string(), z.unknown());

export const browseAnswer = z.object({
  hits: z.array(z.looseObject({ objectID: z.string() })),
  cursor: z.string().optional(),
});

export const namesAnswer = z.object({ items: z.array(z.object({ name: z.string() })) });

/** Records of other programs may have neither field. */
export const queryAnswer = z.object({
  hits: z.array(z.object({ language: z.unknown().optional(), docusaurus_tag: z.unknown().optional() })),
  nbHits: z.int().nonnegative().default(0),
});

export type QueryAnswer = z.output<typeof queryAnswer>;

/** @throws ProviderError if the answer has another shape. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderError("not-json");
}
