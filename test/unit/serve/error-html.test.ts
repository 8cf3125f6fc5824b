/** What the overlay shows: errors with their place, and nothing of a hostile file as markup. */
import { expect, test } from "vitest";
import { errorsToHtml } from "../../../src/cli/serve/live.js";
import type { Diagnostic } from "../../../src/shared/diagnostic.js";
import { parseHtml } from "../../support/site.js";

const error: Diagnostic = {
  code: "date-invalid",
  severity: "error",
  message: "there is no day <img src=x onerror=alert(1)>",
  file: "content/cip/<b>.md",
  line: 2,
  column: 7,
  length: 4,
  help: "Write YYYY-MM-DD & nothing else.",
};

test("an error has its message, place, source line with the problem marked, and what to do", () => {
  const page = parseHtml(errorsToHtml([error], () => "---\ndate: <x>!\n---\n"));
  const text = page.querySelector("pre")?.textContent ?? "";
  for (const part of [error.message, "content/cip/<b>.md:2:7", "2 | date: <x>!\n", "^^^^", error.help])
    expect(text).toContain(part);
  expect(page.querySelector("img, b, x")).toBeNull();
});

test("warnings stay out of the way", () => {
  expect(errorsToHtml([{ ...error, severity: "warning" }], () => undefined)).toBe("");
});

test("characters that turn text around do not get through", () => {
  expect(errorsToHtml([{ ...error, message: "a\u202eb" }], () => undefined)).not.toContain("\u202e");
});
