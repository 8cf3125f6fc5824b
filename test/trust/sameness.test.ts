/** The same input gives the same bytes: through the cache, over an old output, through `serve --watch`, and wherever and whenever it is built. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { apply, edit, makeEditedSite } from "../support/edits.js";
import { compareBuilds } from "../support/sameness.js";
import { note } from "../support/tried.js";
import { untilClean, watchSite } from "../support/watch.js";

test("builds after random edits are clean builds", async () => {
  note("builds after edits, beside a clean one elsewhere", await compareBuilds(12, 6));
});

test("a watched site after random edits is a clean build", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      async (rounds) => {
        const watched = await watchSite(makeEditedSite());
        try {
          for (const edits of rounds) {
            for (const one of edits) apply(watched.root, one);
            expect(await untilClean(watched)).toEqual([]);
            compared++;
          }
        } finally {
          await watched.close();
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
  note("rebuilds of a watched site after edits", compared);
});
