/** The title of a site that `init --from` describes: that of the README. */
import { expect, test } from "vitest";
import { readmeTitle } from "../../src/tools/scaffold/from/repository.js";

test.each([
  ["# The register\n\nText.\n", "The register"],
  ["The register\n===\n", "The register"],
  ["[![ci](a.svg)](b)\n\n# The **register** #\n", "The register"],
  ["# The register - [Book](https://x.example) - [List](https://x.example/2)\n", "The register"],
  ["# The register – [Active](a), [Final](b)\n", "The register"],
  ["# [The register](https://x.example)\n", "The register"],
  ["# The register [![chat][img]][url]\n", "The register"],
  ["# [![ci](a.svg)](b) The register\n", "The register"],
  ["# [The register][home]\n", "The register"],
  ["# C# Language Design\n", "C# Language Design"],
  ["# Layers 1 - 2 of the register\n", "Layers 1 - 2 of the register"],
  ["## The register\n\n### More\n", "The register"],
  ["\n<img src='a.png' />\n\n## The register ##\n", "The register"],
  ["<img src='a.png' />\n\n==The register==\n\nText.\n", "The register"],
  ["= The register =\n", "The register"],
  ["Text.\n\n## Contributing\n", undefined],
  ["```sh\n# install it\n```\n\nText.\n", undefined],
  ["", undefined],
  [undefined, undefined],
])("of %j is %j", (readme, title) => {
  expect(readmeTitle(readme)).toBe(title);
});

test("is found at once in a README of very many pictures or spaces", () => {
  for (const part of ["<img>\n", " ", "\n", "![a](b)\n", "= ", "#"])
    expect(readmeTitle(part.repeat(100_000))).toBeUndefined();
});
