/** `cipgen index` when Algolia does not do what is asked: exit 4, what to do about it, and readers find what they found before. */
import { expect, test } from "vitest";
import { pushRecords } from "../../src/search/hosted/push.js";
import { faults } from "../support/algolia-calls.js";
import { AlgoliaStandIn } from "../support/algolia-server.js";
import { cipgenProcess } from "../support/cli.js";
import { VirtualClock } from "../support/clock.js";
import { makeRecords } from "../support/records.js";
import { makeSite, proposalText } from "../support/site.js";

const once = { full: false, force: false, onProgress: () => undefined };

/** A push of one proposal to an index that holds something else. */
async function push(algolia: AlgoliaStandIn, host: string) {
  algolia.seed("cip", [{ objectID: "old" }]);
  const { appId, adminKey, searchKey } = algolia;
  const search = { provider: "algolia", appId, apiKey: searchKey, indexName: "cip" } as const;
  const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { search });
  const env = { CIPGEN_ALGOLIA_APP_ID: appId, CIPGEN_ALGOLIA_ADMIN_KEY: adminKey, CIPGEN_ALGOLIA_HOST: host };
  const run = await cipgenProcess(["index", "--root", root], { env });
  algolia.store.settle();
  return run;
}

// What is said of other failures: test/unit/search/hosted/failures.test.ts.
test("a refusal is exit 4, and the live index is as it was", async () => {
  const algolia = new AlgoliaStandIn();
  const host = await algolia.listen();
  algolia.fault = ({ call }) => (call === "batch" ? faults.forbidden : undefined);
  const { code, stdout, stderr } = await push(algolia, host).finally(() => algolia.close());
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain("refuses the key (403)");
  expect(stderr).toMatch(/→ .*The index cip is unchanged\./);
  expect(algolia.records("cip")).toEqual([{ objectID: "old" }]);
  expect(algolia.indexNames).toEqual(["cip"]);
});

test("no answer at all is a failure of the provider, with the system's error code", async () => {
  const algolia = new AlgoliaStandIn();
  const origin = await algolia.listen();
  await algolia.close();
  const { appId, adminKey } = algolia;
  const provider = { appId, adminKey, origin, clock: new VirtualClock() };
  const { diagnostics } = await pushRecords({ records: makeRecords(1), index: "cip", provider, ...once });
  expect(diagnostics).toMatchObject([
    {
      code: "search-provider",
      message: expect.stringContaining("no host of Algolia can be reached: ECONNREFUSED"),
    },
  ]);
});
