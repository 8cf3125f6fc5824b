/** The sites that are built to be timed: real registers from ../shared, and generated ones of any size. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const corpora = join(repository, "../shared/corpora");

export const hasCorpora = existsSync(corpora);

/** This repository's register in its seven languages. */
export function coreCip(root) {
  cpSync(join(corpora, "core-cip"), join(root, "content"), { recursive: true });
  cpSync(join(repository, "cipgen.config.ts"), join(root, "cipgen.config.ts"));
  return { root, edit: join(root, "content/cip/cbc/cip-20.md"), config: join(root, "cipgen.config.ts") };
}

/** A register of one locale from a corpus. @param hub name of a text that many others link to. */
export function corpus(root, name, profile, folder, edit, hub) {
  const source = `content/${name}/${folder}`;
  cpSync(join(corpora, name), join(root, "content", name), { recursive: true });
  const inFolder = (text) => join(root, source, text);
  return { root, edit: inFolder(edit), hub: hub && inFolder(hub), config: writeConfig(root, profile, source) };
}

function writeConfig(root, profile, source) {
  const config = join(root, "cipgen.config.json");
  const checks = { brokenLinks: "warn" };
  write(
    config,
    `${JSON.stringify({ title: "Register", url: "https://example.org", checks, series: [{ profile, source }] }, null, 2)}\n`,
  );
  return config;
}

/** A register of `count` proposals of some 6 kB each, in the manner of the EIPs: the same for the same count. */
export function generated(root, count) {
  const source = "content/eip";
  for (let number = 1; number <= count; number++)
    write(join(root, source, `eip-${number}.md`), proposal(number, count));
  return { root, edit: join(root, source, "eip-7.md"), config: writeConfig(root, "eip", source) };
}

const words =
  `account address balance block bytes call chain client code contract data event fee field fork function gas hash interface key
  limit list log message method node number order owner peer proof protocol range receipt root rule signature size slot stake state storage
  string time token transaction transfer tree type update upgrade user validator value version wallet word`.split(
    /\s+/,
  );
const statuses = ["Draft", "Review", "Last Call", "Final", "Stagnant", "Withdrawn"];
const categories = ["Core", "Networking", "Interface", "ERC"];

/** Numbers from a seed, always the same ones (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function proposal(number, count) {
  const random = randomNumbers(number);
  const text = (length) => Array.from({ length }, () => words[random(words.length)]).join(" ");
  const other = () => 1 + random(Math.max(1, number - 1));
  const date = `${2015 + Math.floor((10 * (number - 1)) / count)}-${String(1 + random(12)).padStart(2, "0")}-15`;
  const section = (title) =>
    `## ${title}\n\n${text(90)}, see [EIP-${other()}](./eip-${other()}.md).\n\n- ${text(9)}\n- \`${text(1)}\` ${text(8)}\n`;
  const code = `function ${text(1)}(address to, uint256 value) external returns (bool) {\n    require(to != address(0), "${text(4)}");\n    return value > ${random(999)};\n}`;
  return `---
eip: ${number}
title: ${text(5)} ${number}
description: ${text(14)}
author: Author ${random(400)} (@author${random(400)})
discussions-to: https://example.org/t/${number}
status: ${statuses[random(statuses.length)]}
type: Standards Track
category: ${categories[random(categories.length)]}
created: ${date}
${number > 1 && random(3) === 0 ? `requires: ${other()}\n` : ""}---

${["Abstract", "Motivation"].map(section).join("\n")}
## Specification

\`\`\`solidity
${code}
\`\`\`

| Name | Value |
|---|---|
${Array.from({ length: 5 }, () => `| \`${text(1)}\` | ${random(100000)} |`).join("\n")}

${["Rationale", "Backwards Compatibility", "Test Cases", "Security Considerations"].map(section).join("\n")}
## Copyright

Copyright and related rights waived via [CC0](../LICENSE.md).
`;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
