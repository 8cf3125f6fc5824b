/** Slots stand for what is known late; content must never be able to make one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fillSlots, slot, withoutSlots } from "../../src/shared/slots.js";

const fill = {
  url: (link: number) => `U${link}`,
  image: (link: number) => `I${link}`,
  mention: (link: number, text: string) => `M${link}(${text})`,
  string: (key: string, text: string) => `S${key}(${text})`,
};

test("every kind of slot is filled with its key and text, in place", () => {
  const html = `<a href="${slot("url", 3)}">${slot("mention", 0, "CIP-20")}</a>${slot("string", "prose.note", "1")}${slot("image", 12)}`;
  expect(fillSlots(html, fill)).toBe('<a href="U3">M0(CIP-20)</a>Sprose.note(1)I12');
});

test("text without slots is returned as it is", () => {
  expect(fillSlots("<p>nothing $1 $& here</p>", fill)).toBe("<p>nothing $1 $& here</p>");
});

test("what fills a slot is not read as a replacement pattern", () => {
  expect(fillSlots(slot("mention", 0, "x"), { ...fill, mention: () => "$& $1 $$" })).toBe("$& $1 $$");
});

test("no text can hold a slot once it was cleaned", () => {
  const nasty = fc.string({
    unit: fc.constantFrom("\uFDD0", "\uFDD1", "\uFDD2", "\uFDD3", "\uFDD4", "url", "0", "\0", "a"),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const clean = withoutSlots(text);
      expect(clean).not.toMatch(/[\uFDD0-\uFDEF\0]/);
      expect(fillSlots(clean, fill)).toBe(clean);
    }),
  );
});
