/**
 * Thirty questions that people ask about registers, answered by a scripted agent with nothing but the tools of `cipgen mcp`. What is right is read from
 * the texts and from git by hand, without the program. Without ../shared this says so and passes.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, agentProcess, built } from "../support/mcp.js";
import { makeSite, repositoryRoot } from "../support/site.js";

const corpora = join(repositoryRoot, "../shared/corpora");
const [eips, simds] = [join(corpora, "eips/EIPS"), join(corpora, "simds-history.bundle")];
const isThere = existsSync(eips) && existsSync(simds);

it.runIf(!isThere)("the corpora are not beside this clone, in ../shared/corpora: no agent asks about them", () => {
  expect(isThere).toBe(false);
});

interface Facts {
  number: number;
  status: string;
  type: string;
  category: string;
  created: string;
  author: string;
  requires: number[];
  title: string;
  text: string;
}

/** Front matter, read by hand. */
function factsOf(name: string): Facts {
  const text = readFileSync(join(eips, name), "utf8");
  const field = (key: string) =>
    new RegExp(`^${key}: *(.*)$`, "m").exec(text.slice(0, 3000).split(/\n---/)[0] ?? "")?.[1]?.trim() ?? "";
  return {
    number: Number(/\d+/.exec(name)?.[0]),
    status: field("status"),
    type: field("type"),
    category: field("category"),
    created: field("created"),
    author: field("author"),
    requires: field("requires")
      .split(",")
      .flatMap((one) => (one.trim() ? Number(one.trim()) : [])),
    title: field("title").replace(/^["']|["']$/g, ""),
    text,
  };
}

const all = isThere
  ? readdirSync(eips)
      .map(factsOf)
      .sort((one, other) => one.number - other.number)
  : [];
const eip = (number: number) => all.find((one) => one.number === number) as Facts;
const where = (fits: (facts: Facts) => boolean) => all.filter(fits).map(({ number }) => number);

/** Numbers of the proposals at the beginning of lines. */
const listed = (text: string) =>
  [...text.matchAll(/^(?:- )?(?:EIP|SIMD)-0*(\d+) \|/gm)].map(([, number]) => Number(number));
/** Numbers of the hits of a search, in order. */
const hits = (text: string) => [...text.matchAll(/^EIP-(\d+): /gm)].map(([, number]) => Number(number));
const fact = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
const numbersIn = (text: string) => [...text.matchAll(/EIP-(\d+)/g)].map(([, number]) => Number(number));
const between = (text: string, title: string) => new RegExp(`^${title}:\\n((?:- .*\\n?)+)`, "m").exec(text)?.[1] ?? "";

function closure(number: number): number[] {
  const found = new Set<number>();
  for (let ring = [number]; ring.length > 0; ) {
    ring = ring.flatMap((one) => eip(one)?.requires ?? []).filter((one) => !found.has(one) && one !== number);
    for (const one of ring) found.add(one);
  }
  return [...found].sort((one, other) => one - other);
}
const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other);

type Ask = Agent["ask"];
const large = { max_chars: 400_000 };
const list = async (ask: Ask, args: object) => listed((await ask("list_proposals", { ...args, ...large })).text);
const search = async (ask: Ask, query: string, args: object = {}) =>
  hits((await ask("search", { query, ...args })).text);
const facts = async (ask: Ask, proposal: string) => (await ask("get_proposal", { proposal, facts_only: true })).text;

type Question = [question: string, answer: (ask: Ask) => Promise<unknown>, right: () => unknown];

const aboutEips: Question[] = [
  [
    "Which core EIPs require 2718 and are final?",
    (ask) => list(ask, { requires: "2718", status: "final", category: "core" }),
    () => where((one) => one.requires.includes(2718) && one.status === "Final" && one.category === "Core"),
  ],
  [
    "How many EIPs are stagnant?",
    async (ask) => Number(/^(\d+) of/.exec((await ask("list_proposals", { status: "stagnant" })).text)?.[1]),
    () => where(({ status }) => status === "Stagnant").length,
  ],
  [
    "Which EIPs are in last call?",
    (ask) => list(ask, { status: "last call" }),
    () => where(({ status }) => status === "Last Call"),
  ],
  [
    "Which EIPs of 2023 were withdrawn?",
    (ask) => list(ask, { status: "withdrawn", year: "2023" }),
    () => where(({ status, created }) => status === "Withdrawn" && created.startsWith("2023")),
  ],
  [
    "Which final EIPs has Vitalik Buterin written?",
    (ask) => list(ask, { status: "final", author: "Vitalik Buterin" }),
    () => where(({ status, author }) => status === "Final" && author.includes("Vitalik Buterin")),
  ],
  [
    "Which EIPs has @timbeiko written?",
    (ask) => list(ask, { author: "@timbeiko" }),
    () => where(({ author }) => /@timbeiko\)/i.test(author)),
  ],
  [
    "What is the newest EIP?",
    async (ask) => fact(await facts(ask, String((await list(ask, { sort: "newest" }))[0])), "Created"),
    () =>
      all
        .map(({ created }) => created)
        .sort()
        .at(-1),
  ],
  [
    "Which networking EIPs are final?",
    (ask) => list(ask, { category: "networking", status: "final" }),
    () => where(({ category, status }) => category === "Networking" && status === "Final"),
  ],
  [
    "What is the status of EIP-3074?",
    async (ask) => fact(await facts(ask, "EIP-3074"), "Status"),
    () => eip(3074).status.toLowerCase(),
  ],
  [
    "When was EIP-1559 created?",
    async (ask) => fact(await facts(ask, "https://eips.example/eip/eip-1559"), "Created"),
    () => eip(1559).created,
  ],
  [
    "What does EIP-4844 require?",
    async (ask) => numbersIn(fact(await facts(ask, "4844"), "Requires")),
    () => eip(4844).requires,
  ],
  [
    "Who wrote EIP-2930?",
    async (ask) =>
      fact(await facts(ask, "eip 2930"), "Authors")
        .split("; ")
        .map((one) => one.replace(/ @.*/, "")),
    () =>
      eip(2930)
        .author.split(", ")
        .map((one) => one.replace(/ [(<].*/, "")),
  ],
  [
    "Where did EIP-20 go?",
    async (ask) => fact(await facts(ask, "EIP-20"), "Moved to"),
    () => /https:\S+/.exec(eip(20).text)?.[0],
  ],
  [
    "What does EIP-7702 require, also through others?",
    async (ask) => {
      const { text } = await ask("relations", { proposal: "7702", ...large });
      return sorted(listed(between(text, "Requires directly") + between(text, "Requires through others")));
    },
    () => closure(7702),
  ],
  [
    "What would be touched if EIP-2718 were withdrawn?",
    async (ask) =>
      listed(between((await ask("relations", { proposal: "2718", ...large })).text, "Is required directly by")),
    () => where(({ requires }) => requires.includes(2718)),
  ],
  [
    "Is everything that EIP-7600 requires final?",
    async (ask) =>
      /Everything that it requires is "final"/.test(
        (await ask("relations", { proposal: "7600", status: "final" })).text,
      ),
    () => closure(7600).every((one) => eip(one)?.status === "Final"),
  ],
  [
    "Which EIP changed the fee market?",
    async (ask) => (await search(ask, "fee market change", { status: "final" }))[0],
    () => where(({ title }) => title.startsWith("Fee market change"))[0],
  ],
  [
    "Which EIP has transient storage, misspelt?",
    async (ask) => (await search(ask, "trasient storge opcodes"))[0],
    () => where(({ title }) => /^Transient storage opcodes$/i.test(title))[0],
  ],
  [
    "Which EIP has the instruction PUSH0?",
    async (ask) => (await search(ask, "PUSH0 instruction"))[0],
    () => where(({ title }) => title === "PUSH0 instruction")[0],
  ],
  [
    "Is there a proposal with the fork identifier 0x8bde40dd?",
    (ask) => search(ask, "0x8bde40dd"),
    () => where(({ text }) => text.includes("0x8bde40dd")),
  ],
  [
    "Is there a proposal with the function selector 0xdeadbee1?",
    async (ask) => /^0 pages found/.test((await ask("search", { query: '"0xdeadbee1"' })).text),
    () => !all.some(({ text }) => text.includes("0xdeadbee1")),
  ],
  [
    "Which proposals have the phrase “replay attack protection”?",
    async (ask) => {
      const found = await search(ask, '"simple replay attack protection"', { per_page: 100 });
      return found.every((one) => /simple replay attack protection/i.test(eip(one).text)) && found.includes(155);
    },
    () => true,
  ],
  [
    "What is MAGIC in EIP-7702?",
    async (ask) =>
      /`MAGIC`\s*\|\s*`(0x\w+)`/.exec(
        (await ask("get_proposal", { proposal: "7702", section: "parameters" })).text,
      )?.[1],
    () => /`MAGIC`\s*\|\s*`(0x\w+)`/.exec(eip(7702).text)?.[1],
  ],
  [
    "Which security considerations has EIP-1153?",
    async (ask) =>
      /<register-content[^>]*>\n## Security Considerations\n([\s\S]*?)\n<\/register-content>/
        .exec((await ask("get_proposal", { proposal: "1153", section: "security-considerations" })).text)?.[1]
        ?.trim(),
    () => /## Security Considerations\n([\s\S]*?)\n## /.exec(eip(1153).text)?.[1]?.trim(),
  ],
  [
    "What is the whole text of EIP-1, in parts?",
    async (ask) => {
      let text = "";
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const answer: string = (await ask("get_proposal", { proposal: "1", offset })).text;
        const parts = [...answer.matchAll(/<register-content[^>]*>\n([\s\S]*?)<\/register-content>/g)];
        text += parts.at(-1)?.[1] ?? "";
        const next: string | undefined = /Ask with offset (\d+)/.exec(answer)?.[1];
        offset = next === undefined ? undefined : Number(next);
      }
      return text.trim();
    },
    () => eip(1).text.trim(),
  ],
  [
    "What number would a new EIP get?",
    async (ask) => Number(/the next is EIP-(\d+)/.exec((await ask("new_number")).text)?.[1]),
    () => Math.max(0, ...all.slice(-5).map(({ number }) => number)) + 1,
  ],
];

const proposal = "SIMD-0096";
let git = (_: string[]) => "";
const file = () => git(["ls-files", "proposals/0096-*"]).trim();
const days = (args: string[] = []) =>
  git(["log", "--first-parent", "-m", "--date=format-local:%Y-%m-%d", "--format=%cd", ...args, "--", file()])
    .trim()
    .split("\n")
    .filter(Boolean);

const firstCommit = () =>
  git(["log", "--first-parent", "-m", "--format=%H", "--", file()]).trim().split("\n").at(-1) ?? "";
const textAt = (commit: string) => git(["show", `${commit}:${file()}`]);

const aboutSimds: Question[] = [
  [
    `On which days did ${proposal} change?`,
    async (ask) =>
      [...(await ask("get_history", { proposal })).text.matchAll(/^- [0-9a-f]{10} \| (\d{4}-\d\d-\d\d)/gm)].map(
        ([, day]) => day,
      ),
    () => days(),
  ],
  [
    `Which versions of ${proposal} are of 2024?`,
    async (ask) =>
      [
        ...(await ask("get_history", { proposal, since: "2024", until: "2024" })).text.matchAll(
          /^- [0-9a-f]{10} \| (\d{4})/gm,
        ),
      ].length,
    () => days().filter((day) => day.startsWith("2024")).length,
  ],
  [
    `What was the first text of ${proposal}?`,
    async (ask) => {
      const [first = ""] = [...(await ask("get_history", { proposal })).text.matchAll(/^- ([0-9a-f]{10}) \|/gm)]
        .map(([, name]) => name ?? "")
        .slice(-1);
      return /<register-content[^>]*>\n([\s\S]*)<\/register-content>/
        .exec((await ask("get_proposal", { proposal, version: first, ...large })).text)?.[1]
        ?.trim();
    },
    () => textAt(firstCommit()).trim(),
  ],
  [
    `Which lines of ${proposal} are new since its first text?`,
    async (ask) => {
      const { text } = await ask("compare", { proposal, from: days().at(-1) ?? "", ...large });
      const old = new Set(textAt(firstCommit()).split("\n"));
      const come = [...text.matchAll(/^\+(.*)$/gm)].map(([, line = ""]) => line);
      return [...new Set(come)].filter((line) => !old.has(line)).sort();
    },
    () => {
      const old = new Set(textAt(firstCommit()).split("\n"));
      return [...new Set(textAt("HEAD").split("\n"))].filter((line) => !old.has(line)).sort();
    },
  ],
];

describe.runIf(isThere)("an agent", () => {
  const agents: Agent[] = [];
  let [overEips, overSimds]: [Agent | undefined, Agent | undefined] = [undefined, undefined];

  beforeAll(async () => {
    const root = makeSite(
      {},
      {
        url: "https://eips.example",
        series: [{ profile: "eip", source: "content/eips" }],
        checks: { brokenLinks: "warn" },
        search: { provider: "local" },
      },
    );
    cpSync(eips, join(root, "content/eips"), { recursive: true });
    const register = makeSite(
      {},
      { series: [{ profile: "simd", source: "register/proposals" }], checks: { brokenLinks: "warn" } },
    );
    execFileSync("git", ["clone", "--quiet", simds, join(register, "register")], { stdio: "ignore" });
    const env = { ...process.env, TZ: "UTC" };
    git = (args) =>
      execFileSync("git", args, { cwd: join(register, "register"), env, encoding: "utf8", maxBuffer: 1e8 });
    overEips = await agentProcess([await built(root)]);
    overSimds = await agentProcess([register]);
    agents.push(overEips, overSimds);
  });
  afterAll(() => Promise.all(agents.map((one) => one.close())));

  it("has thirty questions", () => {
    expect(aboutEips.length + aboutSimds.length).toBe(30);
  });

  it.each(aboutEips)("of the EIPs: %s", async (_, answer, right) => {
    const found = right();
    expect(found).not.toEqual([]);
    expect(found).not.toBeUndefined();
    expect(await answer((overEips as Agent).ask)).toEqual(found);
  });

  it.each(aboutSimds)("of the SIMDs: %s", async (_, answer, right) => {
    const found = right();
    expect(found).not.toEqual([]);
    expect(found).not.toBeUndefined();
    expect(await answer((overSimds as Agent).ask)).toEqual(found);
  });
});
