/** The `_headers` file, as Netlify and Cloudflare Pages read it. */
import { expect, test } from "vitest";
import { headersFor, parseHeaderRules } from "../../../src/cli/serve/host.js";

const rules = parseHeaderRules(
  [
    "# comment",
    "/*",
    "  X-Frame-Options: DENY",
    "  Content-Length: 7",
    "",
    "/assets/*",
    "  Cache-Control: public, max-age=31536000, immutable",
    "/cip/:category/x.json",
    "  X-Frame-Options: SAMEORIGIN",
    "  X-Kind: data",
    "  X-Bad: a\u0001b",
  ].join("\r\n"),
);

test("every rule that matches a path is in force", () => {
  expect(headersFor("/", rules)).toEqual({ "x-frame-options": "DENY" });
  expect(headersFor("/assets/main.css", rules)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "x-frame-options": "DENY",
  });
});

test("a part of a path is a part, not several", () => {
  expect(headersFor("/cip/cbc/x.json", rules)["x-kind"]).toBe("data");
  expect(headersFor("/cip/a/b/x.json", rules)["x-kind"]).toBeUndefined();
});

test("values of one header are joined, as hosts do", () => {
  expect(headersFor("/cip/cbc/x.json", rules)["x-frame-options"]).toBe("DENY, SAMEORIGIN");
});

test("what only the server can know, and what is no header's value, is left out", () => {
  const names = Object.keys(headersFor("/cip/cbc/x.json", rules));
  expect(names).not.toContain("content-length");
  expect(names).not.toContain("x-bad");
});

test("a path is no pattern of another kind", () => {
  const [rule] = parseHeaderRules("/a.b(c)+\n  X-A: 1\n");
  expect(rule?.matches("/a.b(c)+")).toBe(true);
  expect(rule?.matches("/aXbcc")).toBe(false);
});
