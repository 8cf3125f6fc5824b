/** Keys of drafts: what a page shows decides its key, however its parts are shared between pages. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Texts } from "../../src/model/site.js";
import { draftKey, type PageDraft, plainContent, shared } from "../../src/view/content.js";

interface Shown {
  title: string;
  footer: string;
  site: string;
  cards: string[];
}

/** A view with its parts in the places of real ones; only those are read. */
function draftOf({ title, footer, site, cards }: Shown, share: <T extends object>(part: T) => T): PageDraft {
  return {
    kind: "list",
    title,
    footer: share({ text: footer }),
    head: { title, site: share({ csp: site }) },
    items: cards.map((card) => share({ card })),
    sidebar: share(cards.map((card) => share({ card, items: [] }))),
    content: plainContent(`<p>${title}</p>`),
  } as unknown as PageDraft;
}

/** None of these pages has a text. */
const noTexts = {} as Texts;

const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "]", "\\", "\0", "é"), maxLength: 4 });
const shown = fc.record({ title: text, footer: text, site: text, cards: fc.array(text, { maxLength: 3 }) });

test("two pages have the same key only if they show the same, in parts of their own or shared ones", () => {
  fc.assert(
    fc.property(shown, shown, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(draftKey(draftOf(one, shared), noTexts) === draftKey(draftOf(other, shared), noTexts)).toBe(isSame);
      const unshared = (part: object) => part as never;
      expect(draftKey(draftOf(one, unshared), noTexts) === draftKey(draftOf(other, unshared), noTexts)).toBe(isSame);
    }),
    { numRuns: 300 },
  );
});

test("a part that many pages share is written once", () => {
  let times = 0;
  const footer = shared({
    toJSON() {
      times++;
      return "footer";
    },
  });
  const page = (title: string) => draftKey({ kind: "search", title, footer } as unknown as PageDraft, noTexts);
  expect(page("a")).not.toBe(page("b"));
  expect(times).toBe(1);
});
