/** All tools, in the order in which clients list them. */
import { compare } from "./compare.js";
import { getHistory } from "./get-history.js";
import { getProposal } from "./get-proposal.js";
import { lint } from "./lint.js";
import { listProposals } from "./list-proposals.js";
import { newNumber } from "./new-number.js";
import { relations } from "./relations.js";
import { search } from "./search.js";
import type { Tool } from "./tool.js";

export const tools: readonly Tool[] = [
  search,
  getProposal,
  listProposals,
  getHistory,
  compare,
  relations,
  lint,
  newNumber,
];
