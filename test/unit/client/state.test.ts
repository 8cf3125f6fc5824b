/** What the client decides by itself: colours, dismissal, the navbar's hiding, and which rows of the archive are asked for. */
import { Window } from "happy-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { matchesQuery, queryOf, type RowFacts, textOf } from "../../../client/archive.js";
import { choices, currentChoice, dismissAnnouncement, hideDismissed } from "../../../client/choices.js";
import { isHiddenAt } from "../../../client/reading.js";

const blocked = () => {
  throw new DOMException("blocked", "SecurityError");
};

function rootWith(attributes: Record<string, string>): HTMLElement {
  const { document } = new Window();
  for (const [name, value] of Object.entries(attributes)) document.documentElement.setAttribute(name, value);
  return document.documentElement as unknown as HTMLElement;
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", new Window({ url: "https://site.example" }).localStorage);
});

describe("colour mode", () => {
  const following = { "data-color-mode-default": "light", "data-respect-system": "" };

  test("has three choices where the system is respected, two elsewhere", () => {
    expect(choices(rootWith(following))).toEqual(["system", "light", "dark"]);
    expect(choices(rootWith({}))).toEqual(["light", "dark"]);
  });

  test("is what was saved, or else the system's, or else the site's default, or else light", () => {
    expect(currentChoice(rootWith(following))).toBe("system");
    expect(currentChoice(rootWith({ "data-color-mode-default": "dark" }))).toBe("dark");
    expect(currentChoice(rootWith({}))).toBe("light");
    localStorage.setItem("theme", "dark");
    expect(currentChoice(rootWith(following))).toBe("dark");
  });

  test("does not need storage", () => {
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
    expect(currentChoice(rootWith(following))).toBe("system");
  });
});

describe("announcement", () => {
  const isClosed = (root: HTMLElement) => root.hasAttribute("data-announcement-closed");

  test("is closed once it is dismissed, and open again under another id", () => {
    const root = rootWith({ "data-announcement": "may" });
    hideDismissed(root);
    expect(isClosed(root)).toBe(false);
    dismissAnnouncement(root);
    expect(isClosed(root)).toBe(true);
    root.dataset.announcement = "june";
    hideDismissed(root);
    expect(isClosed(root)).toBe(false);
  });
});

describe("navbar", () => {
  const at = (y: number, before: number) => isHiddenAt({ y, before, viewport: 800, height: 5000, navbar: 56 });

  test.each([
    ["on the way down", 600, 500, true],
    ["on the way up", 500, 600, false],
    ["near the top", 30, 0, false],
    ["near the bottom", 4180, 4000, false],
    ["after a movement that is hardly one", 602, 600, undefined],
  ])("%s: hidden %s", (_, y, previousY, expected) => {
    expect(at(y, previousY)).toBe(expected);
  });
});

describe("filters of the archive", () => {
  const row: RowFacts = {
    status: "final",
    category: "cbc",
    authors: ["Ada Lovelace", "Jürgen Müller"],
    fields: ["field.version=2", "field.Upgrade=Prague", "field.Upgrade=Cancun"],
    updated: new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10),
    text: textOf(["rfc", "0761", "Token Standard", "Jürgen Müller|Łukasz Groß|Đorđe Işık", "soren-7 SørenB"], ["rfc"]),
    labels: ["rfc"],
  };

  test.each([
    [{}, true],
    [{ status: "final" }, true],
    [{ status: "draft" }, false],
    [{ category: "core" }, false],
    [{ changed: "30" }, true],
    [{ changed: "7" }, false],
    [{ author: "Ada Lovelace" }, true],
    [{ author: "Ada" }, false],
    [{ "field.Upgrade": "Cancun", sort: "-title" }, true],
    [{ "field.Upgrade": "2" }, false],
    [{ q: "TOKEN 76" }, true],
    [{ q: "61" }, false],
    [{ q: "muller" }, true],
    [{ q: "token vault" }, false],
    [{ q: "token", status: "final", category: "cbc", author: "Jürgen Müller" }, true],
    [{ q: "token", status: "final", category: "core" }, false],
  ])("%o matches: %s", (query, expected) => {
    expect(matchesQuery(row, query)).toBe(expected);
  });

  test.each([
    "0761",
    "RFC-761",
    "rfc761",
    "rfc 0761",
    "lukasz",
    "gross",
    "dorde isik",
    "@sorenb",
    "@soren-7",
  ])("the field reads names as search does: %s", (q) => {
    expect(matchesQuery(row, { q })).toBe(true);
  });

  test("only known names of an address's query count", () => {
    expect(queryOf("?q=a+b&status=&author=Ada&page=2", ["q", "status", "author"])).toEqual({ q: "a b", author: "Ada" });
  });
});
