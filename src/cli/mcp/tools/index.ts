/** All tools, in the order in which clients list them. */
import { getHistory } from "./get-history.js";
import { getProposal } from "./get-proposal.js";
import { listProposals } from "./list-proposals.js";
import { relations } from "./relations.js";
import { search } from "./search.js";
import type { Tool } from "./tool.js";

export const tools: readonly Tool[] = [search, getProposal, listProposals, getHistory, relations];
