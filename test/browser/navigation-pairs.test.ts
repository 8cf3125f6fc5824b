/**
 * Any two things that a reader does, or that happen, one after the other while the network is slow: the page ends as the table in
 * client/navigation/router.ts says. The network is a gate, so nothing here waits for a time.
 */
import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawn } from "../support/runs.js";
import { browser, isSameDocument, markDocument, openPage, serveSites, site } from "./support.js";

serveSites();

/** Holds what scripts ask for until it is told what to do with it. */
class Gate {
  private held: Route[] = [];
  private isOpen = true;
  private arrived: () => void = () => undefined;

  readonly take = async (route: Route) => {
    if (this.isOpen || route.request().resourceType() !== "fetch") await route.continue();
    else {
      this.held.push(route);
      this.arrived();
    }
  };
  /** Resolves when a request for a path is held: the page's script has made it before the gate hears of it. */
  async request(path: string): Promise<void> {
    while (!this.held.some((route) => new URL(route.request().url()).pathname === path)) {
      await new Promise<void>((resolve) => {
        this.arrived = resolve;
      });
    }
  }
  close(): void {
    this.isOpen = false;
  }
  async open(): Promise<void> {
    this.isOpen = true;
    await Promise.allSettled(this.held.splice(0).map((route) => route.continue()));
  }
  async fail(): Promise<void> {
    await Promise.allSettled(this.held.splice(0).map((route) => route.abort()));
  }
}

/** What should be the case, by the table. */
interface Model {
  entries: string[];
  at: number;
  /** Where a visit that is under way leads, and whether it has an entry already. */
  visit?: { path: string; entry: "push" | "none" | "replace" };
  hasFailed: boolean;
}

interface Event {
  act(page: Page, gate: Gate, model: Model): Promise<unknown>;
  expect(model: Model): void;
}

const click = (path: string): Event => ({
  act: (page) =>
    page
      .locator(`.footer a[href='${path}']`)
      .first()
      .evaluate((link: HTMLElement) => link.click()),
  expect: (model) => {
    model.visit = { path, entry: "push" };
  },
});

const settle = (model: Model) => {
  const { visit } = model;
  if (!visit) return;
  if (visit.entry === "push") {
    model.entries.splice(model.at + 1, Number.POSITIVE_INFINITY, visit.path);
    model.at++;
  }
  model.visit = undefined;
};

const events: Record<string, Event> = {
  click: click("/cip/archive"),
  "click elsewhere": click("/cip/tags"),
  back: {
    act: async (page) => {
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            addEventListener("popstate", () => done(), { once: true });
            history.back();
          }),
      );
    },
    expect: (model) => {
      model.at--;
      model.visit = { path: model.entries[model.at] ?? "", entry: "none" };
    },
  },
  failure: {
    act: async (page, gate, { visit }) => {
      if (visit) await gate.request(visit.path);
      await gate.fail();
      if (visit) await page.locator(".failure-retry").waitFor();
    },
    expect: (model) => {
      if (!model.visit) return;
      settle(model);
      model.hasFailed = true;
    },
  },
  retry: {
    act: (page) =>
      page.evaluate(() => {
        document.querySelector<HTMLElement>("main .failure-retry")?.click();
      }),
    expect: (model) => {
      if (model.hasFailed) model.visit = { path: model.entries[model.at] ?? "", entry: "replace" };
    },
  },
  "language menu": {
    act: (page) =>
      page
        .locator(".language-menu summary")
        .first()
        .evaluate((item: HTMLElement) => item.click()),
    expect: () => undefined,
  },
  theme: {
    act: (page) =>
      page
        .locator(".theme-toggle")
        .first()
        .evaluate((item: HTMLElement) => item.click()),
    expect: () => undefined,
  },
};

/** A visit by a link that the page does not have. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.querySelector(".footer")?.append(link);
    link.click();
    link.remove();
  }, path);
  await page.waitForURL(`**${path}`);
}

/** What is visited before a pair: no pair of events goes back further than to the first of them. */
const before = ["/search", "/cip", "/docs/cip"];

describe("under a slow network, a page is what it should be after", () => {
  test.each(Object.keys(events))("%s and then whatever may follow", async (first) => {
    const gate = new Gate();
    const { page, complaints, close } = await openPage(browser, site, "/docs/cip-0", {
      prepare: (opened) => opened.route("**/*", gate.take),
    });
    await markDocument(page);
    for (const second of drawn(Object.keys(events), 0.4)) {
      const pair = `${first} and then ${second}`;
      for (const path of before) await visit(page, path);
      const model: Model = { entries: [...before], at: before.length - 1, hasFailed: false };
      // What was fetched before would be there at once.
      await page.evaluate(() => document.dispatchEvent(new Event("cipgen:stale")));
      gate.close();
      for (const name of [first, second]) {
        const event = events[name] as Event;
        await event.act(page, gate, model);
        event.expect(model);
      }
      await gate.open();
      const isStillFailed = model.hasFailed && !model.visit;
      settle(model);
      const path = model.entries[model.at] ?? "";
      await page.waitForURL(`**${path}`);
      await page
        .locator(isStillFailed ? "main .failure-retry" : `link[rel=canonical][href$='${path}']`)
        .waitFor({ state: "attached" });
      expect(await page.locator("main .failure-retry").count(), pair).toBe(isStillFailed ? 1 : 0);
      expect(await page.locator("main h1, main .failure-title").count(), pair).toBeGreaterThan(0);
      expect(await isSameDocument(page), pair).toBe(true);
      expect(
        complaints.splice(0).filter((text) => !/Failed to load resource|ERR_FAILED/.test(text)),
        pair,
      ).toEqual([]);
    }
    await close();
  });
});
