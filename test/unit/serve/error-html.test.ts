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
  expect(page.querySelector("h2")?.textContent).toContain("there is no day <img src=x onerror=alert(1)>");
  expect(page.querySelector(".place")?.textContent).toBe("content/cip/<b>.md:2:7");
  expect(page.querySelector("pre")?.textContent).toBe("2 | date: <x>!");
  expect(page.querySelector("mark")?.textContent).toBe("<x>!");
  expect(page.body.textContent).toContain("Write YYYY-MM-DD & nothing else.");
  expect(page.querySelector("img, b, x")).toBeNull();
});

test("warnings stay out of the way", () => {
  expect(errorsToHtml([{ ...error, severity: "warning" }], () => undefined)).toBe("");
});

test("characters that turn text around do not get through", () => {
  expect(errorsToHtml([{ ...error, message: "a\u202eb" }], () => undefined)).not.toContain("\u202e");
});
