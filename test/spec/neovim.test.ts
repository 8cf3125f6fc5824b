/** An author in a real editor: Neovim, headless, writes a proposal from nothing with `cipgen lsp`. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { makeSite, repositoryRoot } from "../support/site.js";

const { status, stdout } = spawnSync("nvim", ["--version"], { encoding: "utf8" });
const isThere = status === 0;

test.runIf(!isThere)("there is no Neovim here: its run passes without it", () => {
  expect(isThere).toBe(false);
});

test.runIf(isThere)(
  `writes a proposal that build, lint and check-links find clean (${stdout?.split("\n")[0]})`,
  async () => {
    const first = `---
cip: 1
title: First words
description: Says what words are, so that others can use them.
author: Ada (@ada)
status: draft
tags: [cbc]
date: 2024-01-01
---

Words of a proposal that is the first.

<!--truncate-->

## Abstract

The first words of a register.

## Motivation

A register needs a first one.

## Specification

Words are words.

## Rationale

They are short.

## Security Considerations

Words can be misread.

## Copyright

Copyright and related rights waived via [CC0](https://creativecommons.org/publicdomain/zero/1.0/).
`;
    const root = makeSite({ "content/cip/cbc/cip-1.md": first });
    const before = await cipgen(["lint", "--root", root]);
    expect(before.stdout + before.stderr).toContain("no findings");
    const script = join(repositoryRoot, "test/support/neovim.lua");
    const env = { ...process.env, SITE: root, BIN: join(repositoryRoot, "bin/cipgen.js"), NODE: process.execPath };
    const run = spawnSync("nvim", ["--headless", "--clean", "-n", "-c", `luafile ${script}`], {
      cwd: root,
      env,
      encoding: "utf8",
      timeout: 240_000,
    });
    const steps = run.stdout.trim().split(/\r?\n/);
    expect(steps.at(-1), steps.join("\n")).toBe("done");
    expect(steps.filter((line) => line.startsWith("fixed"))).toHaveLength(3);
    expect(existsSync(join(root, "content/cip/cbc/cip-7.md"))).toBe(true);
    expect(existsSync(join(root, "content/cip/cbc/cip-3.md"))).toBe(false);
    for (const command of ["lint", "check-links", "build"]) {
      const { code, stdout: result, stderr } = await cipgen([command, "--root", root]);
      expect(code, result + stderr).toBe(0);
      expect(result + stderr).not.toMatch(/cip-7\.md:\d+/);
    }
  },
);
