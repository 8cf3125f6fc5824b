/** Live reload in the page: which styles are exchanged, and what the overlay shows. */
import { Window } from "happy-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { hideErrors, showErrors } from "../../../client/live/error-overlay.js";

beforeEach(() => {
  const window = new Window({ url: "http://127.0.0.1:3000/cip" });
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("CSSStyleSheet", window.CSSStyleSheet);
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/main-0123456789.css"><link rel="stylesheet" href="/own.css">';
});

describe("the overlay", () => {
  const errors = (html: string, isOfPage = false) => ({ title: "Wrong", html, isOfPage });
  const overlays = () => document.querySelectorAll("cipgen-errors");

  test("shows the latest errors only, beside the body, and announces them", () => {
    showErrors(errors("<p>one</p>"));
    showErrors(errors("<p>two</p>", true));
    expect(overlays()).toHaveLength(1);
    const [overlay] = overlays();
    expect(overlay?.parentElement).toBe(document.documentElement);
    expect(overlay?.getAttribute("role")).toBe("alert");
    expect(overlay?.shadowRoot?.textContent).toContain("two");
    expect(overlay?.shadowRoot?.textContent).not.toContain("one");
    expect(overlay?.hasAttribute("data-of-page")).toBe(true);
    expect(overlay?.nextElementSibling).toBe(document.body);
  });

  test("goes when all is well, and when it is closed", () => {
    showErrors(errors(""));
    hideErrors();
    expect(overlays()).toHaveLength(0);
    hideErrors();
    showErrors(errors(""));
    overlays()[0]?.shadowRoot?.querySelector("button")?.click();
    expect(overlays()).toHaveLength(0);
  });

  test("that was closed comes back for other errors, and for the same ones after all was well", () => {
    showErrors(errors("<p>one</p>"));
    overlays()[0]?.shadowRoot?.querySelector("button")?.click();
    showErrors(errors("<p>one</p>"));
    expect(overlays()).toHaveLength(0);
    showErrors(errors("<p>two</p>"));
    expect(overlays()).toHaveLength(1);
    hideErrors();
    showErrors(errors("<p>two</p>"));
    expect(overlays()).toHaveLength(1);
  });
});
