/** The messages between a page and its search worker. */
import type { SearchAnswer, SearchRequest } from "../../../src/shared/search.js";

export interface Question {
  id: number;
  /** Address of the folder of the index, from `/`, with a slash at its end. */
  base: string;
  /** Without one the index is only opened, and there is no reply. */
  request?: SearchRequest;
}

export type Reply = { id: number; answer: SearchAnswer } | { id: number; error: string };
