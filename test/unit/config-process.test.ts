/** The process of a series: a profile's is taken key by key, and fits statuses and categories that a site has of its own. */
import { expect, test } from "vitest";
import { resolveConfig } from "../../src/config/loading.js";
import { profiles } from "../../src/config/profiles/index.js";
import { usualConfig } from "../support/site.js";

const resolve = (series: object) => resolveConfig({ ...usualConfig, series: [series] }, "cipgen.config.json");

test("a profile's process names only what the profile has", () => {
  for (const profile of Object.keys(profiles))
    expect(resolve({ profile, process: profiles[profile as "cip"].process }).diagnostics).toEqual([]);
});

test("a key that is given replaces the profile's key of that name and no other", () => {
  const { value } = resolve({
    profile: "cip",
    process: { editors: { core: ["@ada"] }, minimumDays: { "last-call": 7 } },
  });
  expect(value?.series[0]?.process).toMatchObject({
    editors: { core: ["@ada"] },
    minimumDays: { "last-call": 7 },
    terminal: ["final", "withdrawn"],
    errata: { fields: ["updated", "superseded-by", "discussions-to"] },
  });
});

test("a site with other statuses and categories keeps what fits of the profile's process", () => {
  const statuses = ["draft", "last-call", "done"].map((id) => ({ id, label: id, tone: "draft" }));
  const category = { from: "folder", values: [{ id: "tools", label: "Tools" }] };
  const { value, diagnostics } = resolve({ profile: "cip", statuses, category });
  expect(diagnostics).toEqual([]);
  expect(value?.series[0]?.process).toMatchObject({
    initial: ["draft"],
    terminal: [],
    requiresField: { "last-call": ["last-call-deadline"] },
  });
  expect(value?.series[0]?.process?.transitions).toEqual({ draft: ["last-call"], "last-call": ["draft"] });
});

test("a status, a category and a key that do not exist are named, with what was probably meant", () => {
  const process = {
    initial: ["draf"],
    editors: { cor: ["@ada"] },
    transitions: { draft: [{ to: "last-call", categories: ["cbd"] }] },
  };
  const { diagnostics } = resolve({ profile: "cip", process });
  expect(diagnostics.map(({ code, message, help }) => [code, message, help])).toEqual([
    ["config-reference", 'series[0].process.initial[0]: there is no status "draf"', 'Did you mean "draft"?'],
    [
      "config-reference",
      'series[0].process.transitions.draft[0].categories[0]: there is no category "cbd"',
      'Did you mean "cbc"?',
    ],
    ["config-reference", 'series[0].process.editors.cor: there is no category "cor"', 'Did you mean "core"?'],
  ]);
  expect(resolve({ profile: "cip", process: { aprovals: [] } }).diagnostics).toMatchObject([
    {
      code: "config-unknown-key",
      message: "series[0].process.aprovals: there is no such key",
      help: 'Did you mean "approvals"?',
    },
  ]);
});
