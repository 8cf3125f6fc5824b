/** `cipgen index` when Algolia does not do what is asked: exit 4, what to do about it, and readers find what they found before. */
import { expect, test } from "vitest";
import { type Fault, faults } from "../support/algolia-calls.js";
import { AlgoliaStandIn } from "../support/algolia-server.js";
import { cipgen } from "../support/cli.js";
import { makeSite, proposalText } from "../support/site.js";

/** A push of one proposal to an index that holds something else. */
async function push(algolia: AlgoliaStandIn, host: string) {
  algolia.seed("cip", [{ objectID: "old" }]);
  const { appId, adminKey, searchKey } = algolia;
  const search = { provider: "algolia", appId, apiKey: searchKey, indexName: "cip" } as const;
  const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { search });
  const env = { CIPGEN_ALGOLIA_APP_ID: appId, CIPGEN_ALGOLIA_ADMIN_KEY: adminKey, CIPGEN_ALGOLIA_HOST: host };
  const run = await cipgen(["index", "--root", root], { env });
  algolia.store.settle();
  return run;
}

test.concurrent.each<[string, Fault, message: string]>([
  ["403", faults.forbidden, "refuses the key (403)"],
  ["429", faults.rateLimited(), "takes no more requests for now (429)"],
  ["500", faults.broken, "Algolia failed (500)"],
  ["a reset", faults.reset, "no host of Algolia can be reached"],
  ["HTML instead of JSON", faults.html, "the answer is not Algolia's JSON"],
])("%s is exit 4, and the live index is as it was", async (_name, fault, message) => {
  const algolia = new AlgoliaStandIn();
  const host = await algolia.listen();
  algolia.fault = ({ call }) => (call === "batch" ? fault : undefined);
  const { code, stdout, stderr } = await push(algolia, host).finally(() => algolia.close());
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/→ .*The index cip is unchanged\./);
  expect(algolia.records("cip")).toEqual([{ objectID: "old" }]);
  expect(algolia.indexNames).toEqual(["cip"]);
});

test.concurrent("no answer at all is exit 4, with the system's error code", async () => {
  const algolia = new AlgoliaStandIn();
  const host = await algolia.listen();
  await algolia.close();
  const { code, stderr } = await push(algolia, host);
  expect(code).toBe(4);
  expect(stderr).toContain("no host of Algolia can be reached: ECONNREFUSED");
});
