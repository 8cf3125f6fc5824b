/** `assertSame` finds what code of a site depends on besides its arguments, and passes what depends on nothing else. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assertSame } from "../../src/api/assert-same.js";
import type { Extension } from "../../src/index.js";
import { proposalText } from "../support/site.js";

const making = (content: () => string | Promise<string>): Extension => ({
  name: "acme",
  outputs: [{ name: "acme", paths: ["acme.txt"], files: async () => [{ path: "acme.txt", content: await content() }] }],
});

test("what depends on the register alone passes", async () => {
  const titles: Extension = {
    name: "acme",
    outputs: [
      {
        name: "titles",
        paths: ["titles.txt"],
        files: ({ registers: [register] }) => [
          {
            path: "titles.txt",
            content: `${register?.proposals.map(({ title, date }) => `${title} ${new Date(date ?? 0).getFullYear()}`)}`,
          },
        ],
      },
    ],
  };
  await expect(assertSame(titles)).resolves.toBeUndefined();
  const whole = {
    title: "A",
    url: "https://a.example",
    series: [{ profile: "cip" as const }],
    outputs: titles.outputs,
  };
  await expect(assertSame(whole, { "content/cip/core/cip-7.md": proposalText(7) })).resolves.toBeUndefined();
});

describe("what depends on something else is found:", () => {
  let calls = 0;
  test.each<[string, () => string | Promise<string>, string]>([
    ["the clock", () => `${Date.now()}`, "acme.txt differs when it is made again"],
    ["the clock, as a date", () => new Date().toISOString(), "- 2001-02-03T04:05:06.000Z\n+ 2031-11-12T13:14:15.000Z"],
    ["chance", () => `${Math.random()}`, "acme.txt differs"],
    ["the working directory", () => process.cwd(), "acme.txt differs"],
    ["what it did before", () => `${calls++}`, "- 0\n+ 2"],
    ["another folder's name", () => mkdtempSync(join(tmpdir(), "cipgen-test-")), "acme.txt differs"],
  ])("%s", async (_what, content, message) => {
    await expect(assertSame(making(content))).rejects.toThrow(message);
  });

  test("how many texts were read before, in a rule for Markdown", async () => {
    const counting = (): Extension => ({
      name: "acme",
      markdown: {
        rules: [
          (md) => {
            let count = 0;
            md.core.ruler.push("count", (state: { tokens: { type: string; content: string }[] }) => {
              for (const token of state.tokens) if (token.type === "fence") token.content += `${count++}`;
            });
          },
        ],
      },
    });
    const text = (number: number) => proposalText(number, {}, "## Abstract\n\n```\nlet x\n```\n");
    const files = { "content/cip/core/cip-1.md": text(1), "content/cip/core/cip-2.md": text(2) };
    await expect(assertSame(counting(), files)).rejects.toThrow(/extension "acme": .* differs when it is made again/);
  });

  test("the network", async () => {
    const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const reading = making(async () => (await fetch(`http://127.0.0.1:${port}`)).text());
    await expect(assertSame(reading)).rejects.toThrow('the output "acme" failed: fetch failed');
    server.close();
  });

  test("in what a check says", async () => {
    const check = (message: () => string): Extension => ({
      name: "acme",
      checks: [
        {
          id: "late",
          severity: "warn",
          summary: "Late",
          help: "Late.",
          scope: "proposals",
          check: () => [{ message: message(), line: 1, column: 1 }],
        },
      ],
    });
    await expect(assertSame(check(() => "late"))).resolves.toBeUndefined();
    await expect(assertSame(check(() => `since ${Date.now()}`))).rejects.toThrow("the report of lint differs");
  });

  test("and code that fails is named", async () => {
    const failing = making(() => {
      throw new Error("no luck");
    });
    await expect(assertSame(failing)).rejects.toThrow('the output "acme" failed: no luck');
    await expect(assertSame({ name: "acme", pageSize: "x" } as unknown as Extension)).rejects.toThrow(
      "extensions[0].pageSize",
    );
  });
});

test("the clock and the folder are afterwards as before", async () => {
  const [before, folder] = [Date.now(), process.cwd()];
  await assertSame(making(() => `${Date.now()}`)).catch(() => undefined);
  expect(Date.now()).toBeGreaterThanOrEqual(before);
  expect(new Date().getFullYear()).toBeGreaterThan(2025);
  expect(process.cwd()).toBe(folder);
});
