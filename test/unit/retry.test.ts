/** Asking other machines again: as often and as late as was said, and no more. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { retry, retryAfter } from "../../src/net/retry.js";
import { VirtualClock } from "../support/clock.js";

const outcomes = fc.array(fc.oneof(fc.constant("busy"), fc.constant("ok"), fc.constant(new Error("reset"))), {
  minLength: 1,
  maxLength: 12,
});

describe("retry", () => {
  test("ends with the first outcome that needs no other, or the last one that patience allows, after pauses that double", async () => {
    await fc.assert(
      fc.asyncProperty(
        outcomes,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 1000 }),
        async (all, attempts, pause) => {
          const clock = new VirtualClock();
          let count = 0;
          const attempt = async () => {
            const outcome = all[count++] ?? "ok";
            if (outcome instanceof Error) throw outcome;
            return outcome;
          };
          const again = (outcome: string | Error, usual: number) => (outcome === "ok" ? undefined : usual);
          const result = await retry(attempt, again, { attempts, pause }, clock).catch((error: Error) => error);
          const first = all.indexOf("ok");
          const last = Math.min(first < 0 ? all.length : first, attempts - 1);
          expect(count).toBe(last + 1);
          expect(result).toBe(all[last] ?? "ok");
          expect(clock.waits).toEqual(Array.from({ length: last }, (_, index) => pause * 2 ** index));
        },
      ),
    );
  });
});

describe("the pause that an answer asks for", () => {
  test("is seconds or a date, and nothing where it says neither", () => {
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfter(" 7 ", now)).toBe(7000);
    expect(retryAfter(new Date(now + 5000).toUTCString(), now)).toBe(5000);
    expect(retryAfter(new Date(now - 5000).toUTCString(), now)).toBe(0);
    expect(retryAfter("1.5", now)).toBe(1500);
    for (const none of [undefined, null, "", "soon", "-1x", "-3", "1/2"]) expect(retryAfter(none, now)).toBeUndefined();
  });
});
