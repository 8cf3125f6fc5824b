/** Recorded pull requests: of each exactly the findings and the needs that an editor of the register would give, in every form. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Series } from "../../src/config/index.js";
import { permissiveProcess } from "../../src/config/loading.js";
import { reportFormats } from "../../src/platform/diagnostics/reporters/index.js";
import type { ProposalChange, ProposalSide } from "../../src/tools/review/changes.js";
import { needsOf } from "../../src/tools/review/needs.js";
import type { Edits } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { checkoutState, Register, type ReviewReport, register, reviewConfig, text, words } from "../support/review.js";
import { drawn } from "../support/runs.js";

interface PullRequest {
  name: string;
  edits: Edits | Edits[];
  actor?: string;
  branch?: string;
  /** `change label status → status` of each proposal. */
  proposals: string[];
  /** `severity code file` */
  findings: string[];
  /** `label who min handles` */
  needs: string[];
}

const paths = Object.keys(register);
const path = (number: number) => paths[number - 1] ?? "";
const textOf = (number: number) => Object.values(register)[number - 1] ?? "";
const cbc = "category editors 1 @lee,@eve";
const core = "category editors 1 @kim,@eve";
const all = "@eve,@kim,@lee";
const numberless = "content/cip/cbc/cip-subject.md";
const nine = "content/cip/cbc/cip-9.md";
const draft = { author: "Zoe (@zoe)", status: "draft" };

const pullRequests: PullRequest[] = [
  {
    name: "a new draft by its author",
    edits: { [nine]: text(9, draft) },
    actor: "@Zoe",
    proposals: ["new CIP-9 null → draft"],
    findings: [],
    needs: [`CIP-9 ${cbc}`],
  },
  {
    name: "a new draft that another person proposes",
    edits: { [nine]: text(9, draft) },
    actor: "zed",
    proposals: ["new CIP-9 null → draft"],
    findings: [],
    needs: ["CIP-9 author 1 @zoe", `CIP-9 ${cbc}`],
  },
  {
    name: "a new draft without a number",
    edits: { [numberless]: text(9, { ...draft, cip: undefined }) },
    proposals: ["new CIP null → draft"],
    findings: [`error field-missing ${numberless}`, `error review-number ${numberless}`],
    needs: [`CIP ${cbc}`, `CIP editor 1 ${all}`],
  },
  {
    name: "a new draft with a number that is taken",
    edits: { "content/cip/core/cip-1.md": text(1, draft) },
    actor: "@zoe",
    proposals: ["new CIP-1 null → draft"],
    findings: ["error number-taken content/cip/core/cip-1.md"],
    needs: [`CIP-1 ${core}`],
  },
  {
    name: "a new proposal that is final already",
    edits: { [nine]: text(9, { ...draft, status: "final" }) },
    actor: "@zoe",
    proposals: ["new CIP-9 null → final"],
    findings: [`error review-initial ${nine}`],
    needs: [`CIP-9 ${cbc}`],
  },
  {
    name: "a draft goes into last call with enough time",
    edits: { [path(7)]: textOf(7).replace("status: draft", "status: last call\nlast-call-deadline: 2020-01-24") },
    actor: "@ada",
    proposals: ["changed CIP-7 draft → last-call"],
    findings: [],
    needs: [`CIP-7 ${cbc}`],
  },
  {
    name: "a draft goes into last call with too little time",
    edits: { [path(7)]: textOf(7).replace("status: draft", "status: last call\nlast-call-deadline: 2020-01-23") },
    actor: "@bob",
    proposals: ["changed CIP-7 draft → last-call"],
    findings: [`error review-deadline ${path(7)}`],
    needs: [`CIP-7 ${cbc}`],
  },
  {
    name: "the status of a final one is misspelt",
    edits: { [path(1)]: textOf(1).replace("status: final", "status: fianl") },
    actor: "@ada",
    proposals: ["changed CIP-1 final → fianl"],
    findings: [`error review-terminal ${path(1)}`, `error status-unknown ${path(1)}`],
    needs: [`CIP-1 ${cbc}`],
  },
  {
    name: "a draft becomes final",
    edits: { [path(7)]: textOf(7).replace("draft", "final") },
    actor: "@ada",
    proposals: ["changed CIP-7 draft → final"],
    findings: [`error review-transition ${path(7)}`],
    needs: [`CIP-7 ${cbc}`],
  },
  {
    name: "last call ends before its deadline",
    edits: {
      [path(3)]: textOf(3)
        .replace("last call", "final")
        .replace(/last-call-deadline.*\n/, ""),
    },
    actor: "@ada",
    proposals: ["changed CIP-3 last-call → final"],
    findings: [`error review-deadline ${path(3)}`],
    needs: [`CIP-3 ${cbc}`],
  },
  {
    name: "last call goes back to draft before its deadline",
    edits: {
      [path(3)]: textOf(3)
        .replace("last call", "draft")
        .replace(/last-call-deadline.*\n/, ""),
    },
    actor: "@lee",
    proposals: ["changed CIP-3 last-call → draft"],
    findings: [],
    needs: ["CIP-3 author 1 @ada"],
  },
  {
    name: "a core proposal becomes accepted after its last call",
    edits: { [path(8)]: textOf(8).replace("last call", "accepted") },
    actor: "@bob",
    proposals: ["changed CIP-8 last-call → accepted"],
    findings: [],
    needs: [`CIP-8 ${core}`],
  },
  {
    name: "an author edits a draft",
    edits: { [path(7)]: textOf(7).replace("What Abstract says", "What the abstract says") },
    actor: "@bob",
    proposals: ["changed CIP-7 draft → draft"],
    findings: [],
    needs: [],
  },
  {
    name: "a stranger edits a draft",
    edits: { [path(7)]: textOf(7).replace("What Abstract says", "What the abstract says") },
    actor: "@zed",
    proposals: ["changed CIP-7 draft → draft"],
    findings: [],
    needs: ["CIP-7 author 1 @ada,@bob"],
  },
  {
    name: "a stranger makes himself an author of a draft and edits it",
    edits: { [path(2)]: textOf(2).replace("Bob (@bob)", "Zed (@zed)") },
    actor: "@zed",
    proposals: ["changed CIP-2 draft → draft"],
    findings: [`warning review-author ${path(2)}`],
    needs: ["CIP-2 author 1 @bob"],
  },
  {
    name: "a word of a final one is corrected by its author",
    edits: { [path(1)]: textOf(1).replace("What Abstract", "What the abstract") },
    actor: "@ada",
    proposals: ["changed CIP-1 final → final"],
    findings: [`warning review-terminal ${path(1)}`],
    needs: [`CIP-1 ${cbc}`],
  },
  {
    name: "a final one is rewritten by a stranger",
    edits: {
      [path(1)]: textOf(1).replace("What Specification says of 1.", `${words} and then ${words.toUpperCase()}.`),
    },
    actor: "@zed",
    proposals: ["changed CIP-1 final → final"],
    findings: [`error review-terminal ${path(1)}`],
    needs: ["CIP-1 author 1 @ada", `CIP-1 ${cbc}`],
  },
  {
    name: "errata are added to a final one",
    edits: { [path(1)]: `${textOf(1)}\n## Errata\n\n${words} ${words}.\n` },
    actor: "@ada",
    proposals: ["changed CIP-1 final → final"],
    findings: [],
    needs: [`CIP-1 ${cbc}`],
  },
  {
    name: "a draft is withdrawn, without a reason and with one",
    edits: {
      [path(7)]: textOf(7).replace("draft", "withdrawn"),
      [path(2)]: textOf(2).replace("status: draft", "status: withdrawn (superseded)"),
    },
    actor: "@bob",
    proposals: [`changed CIP-7 draft → withdrawn`, "changed CIP-2 draft → withdrawn"],
    findings: [`error review-field ${path(7)}`],
    needs: [`CIP-7 ${cbc}`, `CIP-2 ${core}`],
  },
  {
    name: "a proposal is removed",
    edits: { [path(6)]: undefined },
    actor: "@ed",
    proposals: ["removed CIP-6 deferred → null"],
    findings: [`error review-removed ${path(6)}`],
    needs: [`CIP-6 editor 2 ${all}`],
  },
  {
    name: "a proposal moves to another category and breaks the links to it",
    edits: { [path(1)]: undefined, "content/cip/informational/cip-1.md": textOf(1) },
    actor: "@ada",
    proposals: ["renamed CIP-1 final → final"],
    findings: [
      "error broken-link content/docs/start.md",
      `warning broken-markdown-link ${path(2)}`,
      "warning review-address content/cip/informational/cip-1.md",
    ],
    needs: [`CIP-1 ${cbc}`],
  },
  {
    name: "a number changes",
    edits: { [path(6)]: undefined, "content/cip/cbc/cip-9.md": textOf(6).replace("cip: 6", "cip: 9") },
    actor: "@ed",
    proposals: ["renamed CIP-9 deferred → deferred"],
    findings: [`error review-number ${nine}`, `warning review-address ${nine}`],
    needs: [],
  },
  {
    name: "a heading goes that others link to",
    edits: { [path(1)]: textOf(1).replace("## Motivation", "## Reasons") },
    actor: "@ada",
    proposals: ["changed CIP-1 final → final"],
    findings: [`warning broken-anchor ${path(2)}`, `warning review-terminal ${path(1)}`],
    needs: [`CIP-1 ${cbc}`],
  },
  {
    name: "a draft needs less final ones when it goes on",
    edits: { [path(8)]: textOf(8).replace("status: last call", "status: accepted\nrequires: 6") },
    actor: "@bob",
    proposals: ["changed CIP-8 last-call → accepted"],
    findings: [`warning requires-status ${path(8)}`, `warning field-order ${path(8)}`],
    needs: [`CIP-8 ${core}`],
  },
  {
    name: "a picture of another proposal is replaced beside an edit",
    edits: {
      [path(7)]: textOf(7).replace("What Abstract", "What the abstract"),
      "content/cip/cbc/cip-1/flow.png": "other",
    },
    actor: "@ada",
    proposals: ["changed CIP-7 draft → draft"],
    findings: ["warning review-foreign-assets content/cip/cbc/cip-1/flow.png"],
    needs: ["CIP-7 author 1 @ada"],
  },
  {
    name: "files that steer the build",
    edits: {
      "package.json": '{ "scripts": {} }\n',
      ".github/workflows/ci.yml": "on: [push]\n",
      "templates/Page.tsx": "export default 1;\n",
      "cipgen.config.json": "{}",
    },
    actor: "@zed",
    proposals: [],
    findings: [".github/workflows/ci.yml", "cipgen.config.json", "package.json", "templates/Page.tsx"].map(
      (file) => `warning review-process-file ${file}`,
    ),
    needs: [`- editor 1 ${all}`],
  },
  {
    name: "unresolved conflict markers",
    edits: {
      [path(7)]: textOf(7).replace(
        "What Abstract says",
        "<<<<<<< HEAD\nWhat Abstract says\n=======\nother\n>>>>>>> side\n",
      ),
    },
    actor: "@ada",
    proposals: ["changed CIP-7 draft → draft"],
    findings: [`error conflict-markers ${path(7)}`],
    needs: [],
  },
  {
    name: "a symbolic link out of the repository",
    edits: { "content/cip/cbc/cip-9.md": { link: "/etc/passwd" } },
    proposals: [],
    findings: [`error review-symlink ${nine}`],
    needs: [],
  },
  ...(isWindows ? [] : namesOfPosix()),
  { name: "nothing that concerns the register", edits: { "README.md": "x\n" }, proposals: [], findings: [], needs: [] },
];

/** Changes with names that no file of Windows can have. */
function namesOfPosix(): PullRequest[] {
  return [
    {
      name: "a name with a line break, which no build reads",
      edits: { "content/cip/cbc/cip-9\n.md": textOf(7) },
      proposals: [],
      findings: ["error file-link content/cip/cbc/cip-9\\u000a.md"],
      needs: [],
    },
    {
      name: "a branch with a hostile name, in three commits of which two take back each other",
      branch: "a;$(id)`x`|--output=x",
      edits: [{ [path(7)]: `${textOf(7)}\nx\n` }, { [path(6)]: `${textOf(6)}\nx\n` }, { [path(7)]: textOf(7) }],
      actor: "@ed",
      proposals: ["changed CIP-6 deferred → deferred"],
      findings: [],
      needs: [],
    },
  ];
}

function said(report: ReviewReport) {
  return {
    proposals: report.proposals
      .map(({ change, label, status }) => `${change} ${label} ${status.from} → ${status.to}`)
      .sort(),
    findings: report.diagnostics.map(({ severity, code, file }) => `${severity} ${code} ${file}`).sort(),
    needs: [
      ...report.proposals.flatMap(({ label, needs }) => needs.map((need) => ({ label, ...need }))),
      ...report.needs.map((need) => ({ label: "-", ...need })),
    ]
      .map(({ label, who, min, handles }) => `${label} ${who} ${min} ${handles.join(",")}`)
      .sort(),
  };
}

describe("a pull request", () => {
  let site: Register;
  beforeAll(() => {
    site = new Register();
  });

  test.each(drawn(pullRequests, 0.6))("$name", async ({ edits, actor, branch, proposals, findings, needs }) => {
    const head = site.branch(edits, branch);
    const outcome = await site.run(head, { actor });
    const report: ReviewReport = JSON.parse(site.print(outcome, "json"));
    expect(said(report)).toEqual({ proposals: proposals.sort(), findings: findings.sort(), needs: needs.sort() });
    expect(report.ok).toBe(!findings.some((finding) => finding.startsWith("error")));

    const count = findings.length + needs.length;
    for (const format of reportFormats) {
      const printed = site.print(outcome, format);
      for (const { code } of report.diagnostics) expect(printed, format).toContain(code);
      if (format === "github") expect(printed.trimEnd().split("\n").filter(Boolean)).toHaveLength(count);
      if (format === "sarif") expect(JSON.parse(printed).runs[0].results).toHaveLength(count);
      if (format === "junit") expect(printed.match(/<testcase /g)).toHaveLength(Math.max(1, count));
      const named = format === "text" || format === "markdown" ? report.proposals : [];
      for (const { label, change } of named)
        expect(printed).toMatch(new RegExp(`${label}[^]*${change}|${change} ${label}`));
    }
  });

  test("leaves the work tree as it was", () => expect(checkoutState(site.root)).toBe(""));

  test("that was merged long ago is judged by its own day, and one that is not by the present one", async () => {
    const own = new Register();
    const base = own.repository.git(["rev-parse", "main"]).toString().trim();
    // Its commit is of 2020-01-02: 14 days before.
    const draft = textOf(7).replace("status: draft", "status: last call\nlast-call-deadline: 2020-01-16");
    const head = own.branch({ [path(7)]: draft });
    const said = async () =>
      (await own.review(head, { base, today: undefined })).diagnostics.flatMap(({ code }) =>
        code === "review-deadline" ? [code] : [],
      );
    expect(await said()).toEqual(["review-deadline"]);
    own.repository.git(["merge", "--quiet", "--ff-only", head]);
    expect(await said()).toEqual(["review-deadline"]);
    own.repository.commit("2020-01-03T00:00:00Z", { "notes.txt": "later" });
    expect(await said()).toEqual([]);
    own.repository.git(["checkout", "--quiet", "--detach", head]);
    expect(await said()).toEqual([]);
  });

  test("is read with metadata in any form, as a build reads it", async () => {
    const list = (number: string, status: string) =>
      `# A subject\n\n- CIP: ${number}\n- Author: Ada (@ada)\n- Status: ${status}\n- Last-Call-Deadline: 2020-02-20\n\n## Abstract\n\nText.\n`;
    const own = new Register(
      { "content/cip/cbc/cip-1.md": list("1", "Draft"), "content/cip/cbc/cip-new.md": list("TBD", "Draft") },
      { ...reviewConfig, series: [{ profile: "cip", metadata: "list" }] },
    );
    const head = own.branch({
      "content/cip/cbc/cip-1.md": list("1", "Last call"),
      "content/cip/cbc/cip-new.md": undefined,
      "content/cip/cbc/cip-2.md": list("2", "Draft"),
    });
    const { proposals, diagnostics } = await own.review(head);
    const told = proposals.map(({ change, label, status, fields, sections, needs }) => ({
      said: `${change} ${label} ${status.from} → ${status.to}`,
      fields: fields.map(({ key, from, to }) => `${key}: ${from} → ${to}`),
      sections,
      handles: needs.flatMap(({ handles }) => handles),
    }));
    expect(told).toEqual([
      {
        said: "changed CIP-1 draft → last-call",
        fields: ["Status: Draft → Last call"],
        sections: [],
        handles: ["@ada"],
      },
      { said: "renamed CIP-2 draft → draft", fields: ["CIP: TBD → 2"], sections: [], handles: ["@ada"] },
    ]);
    expect(diagnostics.map(({ code }) => code)).not.toContain("review-field");
  });

  test("of a register that is a whole repository has the files of proposals apart from those that steer", async () => {
    const pair = { source: ".", category: { from: "none" } } as const;
    const own = new Register(
      { "aip-1.md": text(1, { aip: "1", author: "Ada (@ada)", status: "draft" }), "tool.sh": "true\n" },
      {
        ...reviewConfig,
        series: [
          { ...pair, profile: "cip", id: "aip", label: "AIP", files: "aip-{number}.md", assets: "files" },
          { ...pair, profile: "cip", id: "bip", label: "BIP", route: "/bip", files: "bip-{number}.md" },
        ],
      },
    );
    const steering = [
      "tool.sh",
      ".github/workflows/aip-1.yml",
      ".gitlab-ci.yml",
      "scripts/1-run.sh",
      "aip-1/package.json",
    ];
    const assets = ["aip-1/flow.png", "assets/aip-1/example.py"];
    const added = [...assets, ...steering, "bip-2/x.json", "README.png"];
    const head = own.branch(Object.fromEntries(added.map((file) => [file, `new ${file}`])));
    const { files, diagnostics } = await own.review(head);
    const found = (wanted: string) => diagnostics.flatMap(({ code, file }) => (code === wanted ? [file] : [])).sort();
    expect(found("review-process-file")).toEqual(steering.toSorted());
    expect(found("review-foreign-assets")).toEqual([...assets, "bip-2/x.json"]);
    const { message } = diagnostics.find(({ file }) => file === "bip-2/x.json") ?? {};
    expect(message).toBe("a file of BIP-2 is added, and there is no such proposal");
    expect(files.map(({ path }) => path).sort()).toEqual([...steering, "README.png"].sort());
  });

  test("of a picture asks for the proposal that it is named after, whichever of two registers has it", async () => {
    const member = (id: string, source: string) =>
      ({ profile: "cip", id, route: `/${id}`, label: id.toUpperCase(), source, files: `${id}-{number}.md` }) as const;
    const shared = { category: { from: "none" }, assets: "../assets" } as const;
    const own = new Register(
      {
        "aips/aip-1.md": text(1, {}),
        "assets/aip-1/a.png": "x",
        "bips/bip-2.md": text(2, {}),
        "adr/our-idea.md": "# I\n",
      },
      {
        ...reviewConfig,
        series: [
          { ...member("aip", "aips/"), ...shared },
          { ...member("bip", "./bips/"), ...shared },
          { profile: "adr", numbers: "none", source: "adr", files: "{slug}.md" },
        ],
      },
    );
    const head = own.branch({ "assets/bip-2/a.png": "x", "adr/our-idea/b.png": "x", "adr/2024/c.png": "x" });
    const { diagnostics } = await own.review(head);
    const foreign = diagnostics.filter(({ code }) => code === "review-foreign-assets");
    expect(foreign.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "adr/2024/c.png: a file outside the proposals' folders is added",
      "adr/our-idea/b.png: a file of our-idea is added",
      "assets/bip-2/a.png: a file of BIP-2 is added",
    ]);
  });

  test("that cannot be compared has findings and no result", async () => {
    const outcome = await site.run("nowhere", {});
    for (const format of ["text", "markdown"] as const) {
      const printed = site.print(outcome, format);
      expect(printed).toContain("nowhere");
      expect(printed).not.toMatch(/No proposal changes|Compared/);
    }
  });
});

test("a category that is named like a property of all objects has the editors of every category", () => {
  const after = { category: "constructor" } as ProposalSide;
  const approvals = [{ when: "new", who: "category editors", min: 1 } as const];
  const policy = { ...permissiveProcess, approvals, editors: { "*": ["@eve"] } };
  const change: ProposalChange = { kind: "new", series: {} as Series, after };
  expect(needsOf({ change, policy, label: "EIP-1", isEdited: true })).toMatchObject([{ handles: ["@eve"] }]);
});
